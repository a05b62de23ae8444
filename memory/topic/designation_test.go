package topic

import "testing"

func TestOthersOfAKindStandApart(t *testing.T) {
	tests := []struct {
		old, new string
		apart    bool
	}{
		{"四楼打印机坏了找小于", "六楼打印机坏了找物业", true},
		{"A项目预算30万", "B项目预算改成20万了", true},
		{"甲班组长是老周，二组组长是小杜", "二组组长换成小范了", false},
		{"二组组长是小杜", "三组组长是小范", true},
		{"Team A ships on Friday", "Team B now ships on Monday", true},
		{"Team A ships on Friday", "Team A now ships on Monday", false},
		{"周会在三楼", "周会改到五楼", false},
		{"Decision: crate 1352 goes to harbour 17.", "Decision: crate 1353 goes to harbour 18.", true},
		{"Ticket 4512 is blocked by the vendor.", "Ticket #4513 is now blocked by the vendor.", true},
		{"Sprint 12 ends on Friday.", "Sprint 12 now ends on Monday.", false},
		{"Port 8443 serves the admin page.", "Port 9443 serves the admin page now.", false},
		{"Use 3 replicas of the gateway.", "Use 5 replicas of the gateway now.", false},
		{"Retention is 30 days.", "Retention is 60 days now.", false},
		{"The invoice limit is 500.", "The invoice limit is 800 now.", false},
	}
	for _, tt := range tests {
		got := Compare(Statement{Reading: Read(tt.old), Type: "fact"}, Statement{Reading: Read(tt.new), Type: "fact"}, Nearness{Similarity: 0.8})
		if apart := got.Rule == RuleOtherSubject; apart != tt.apart {
			t.Errorf("%s → %s: %v by %s", tt.old, tt.new, got.Relation, got.Rule)
		}
	}
}
