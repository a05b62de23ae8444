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
	}
	for _, tt := range tests {
		got := Compare(Statement{Reading: Read(tt.old), Type: "fact"}, Statement{Reading: Read(tt.new), Type: "fact"}, Nearness{Similarity: 0.8})
		if apart := got.Rule == RuleOtherSubject; apart != tt.apart {
			t.Errorf("%s → %s: %v by %s", tt.old, tt.new, got.Relation, got.Rule)
		}
	}
}
