package topic

import "testing"

// TestEventsThatResembleEachOther: happenings are told in the same words, and stay two.
func TestEventsThatResembleEachOther(t *testing.T) {
	tests := []struct {
		name, old, new, kind string
		similarity           float64
		want                 Relation
	}{
		{"two outings", "小王和妈妈一起看电影，感到非常开心。", "小王和妈妈一起去公园，感到非常开心。", "event", 0.6, Compatible},
		{"the same told again", "The nightly backup failed because the disk was full.", "The nightly backup failed, the disk was full.", "event", 0.93, Duplicate},
		{"of facts the words decide", "小王和妈妈一起看电影，感到非常开心。", "小王和妈妈一起看电影，感到开心。", "fact", 0.79, Duplicate},
		{"one outage at one time", "下午三点支付接口挂了", "15:00支付接口不可用", "event", 0.56, Duplicate},
		{"of events they do not", "小王和妈妈一起看电影，感到非常开心。", "小王和妈妈一起看电影，感到开心。", "event", 0.79, Compatible},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := Compare(Statement{Reading: Read(tt.old), Type: tt.kind}, Statement{Reading: Read(tt.new), Type: tt.kind},
				Nearness{Similarity: tt.similarity, Merge: 0.92})
			if got.Relation != tt.want {
				t.Errorf("%v (%s), want %v", got.Relation, got.Why, tt.want)
			}
		})
	}
}
