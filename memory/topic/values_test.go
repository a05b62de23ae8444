package topic

import (
	"testing"
)

// TestSameValues checks that one value is read the same however it is written.
func TestSameValues(t *testing.T) {
	for _, texts := range [][]string{
		{"at 20:30", "8:30pm", "8:30 pm", "half past eight in the evening", "晚上八点半", "晚上8点30分", "20時30分", "a las 20:30"},
		{"15:00", "下午三点", "下午3点", "3 pm", "午後3時", "15 Uhr"},
		{"5,000", "5000", "five thousand", "五千", "5k"},
		{"10000", "1万", "一万", "10,000"},
		{"250 KB", "250 kilobytes", "250kb"},
		{"80 %", "80%", "80 percent", "80 Prozent"},
		{"30 May", "May 30", "5月30日", "30. Mai", "30 de mayo", "五月三十日", "2025-05-30"},
		{"three days", "3 days", "3天", "三天", "72 hours", "3 Tage"},
		{"Thursdays", "每周四", "木曜日", "jueves", "donnerstags", "星期四"},
		{"PostgreSQL", "Postgres", "PG", "pgsql"},
		{"Python 3.12", "python3.12", "Python v3.12"},
		{"8443", "８４４３"},
		{"8元", "八块", "8块"},
	} {
		first := Read(texts[0])
		for _, other := range texts[1:] {
			r := Read(other)
			for _, v := range first.values {
				if !inValues(v, r.values) {
					t.Errorf("%q is %+v, and %q is %+v", texts[0], first.values, other, r.values)
				}
			}
			if len(first.values) == 0 {
				t.Errorf("%q has no value", texts[0])
			}
		}
	}
}

func TestDifferentValues(t *testing.T) {
	for _, pair := range [][2]string{
		{"at 20:30", "8:30am"}, {"下午三点", "凌晨三点"}, {"5,000", "50,000"}, {"250 KB", "250 MB"}, {"30 May", "30 June"}, {"3 days", "3 weeks"},
		{"Thursday", "Tuesday"}, {"MySQL", "MariaDB"}, {"Python 3.9", "Python 3.12"}, {"v1.2.3", "v1.2.4"}, {"stage-01", "stage-07"}, {"10月20日", "10月21日"},
		{"100元", "100美元起步价200"}, {"三号馆", "五号馆"},
	} {
		a, b := Read(pair[0]), Read(pair[1])
		equal := len(a.values) > 0
		for _, v := range a.values {
			equal = equal && inValues(v, b.values)
		}
		for _, w := range b.values {
			equal = equal && inValues(w, a.values)
		}
		if equal {
			t.Errorf("%q and %q have the same values: %+v", pair[0], pair[1], a.values)
		}
	}
}

func TestFoldSimplifies(t *testing.T) {
	for traditional, want := range map[string]string{
		"訂單專案改用資料庫": "订单专案改用资料库", "會議時間變更為週四": "会议时间变更为周四", "ＭｙＳＱＬ　８": "mysql 8", "“引号”": `"引号"`, "It’s ÄÖ": "it's äö",
	} {
		written, lower := fold(traditional)
		if lower != want {
			t.Errorf("%q becomes %q, not %q", traditional, lower, want)
		}
		if len(written) != len(lower) {
			t.Errorf("%q: %q and %q differ in length", traditional, written, lower)
		}
	}
	for from, to := range simplifiedForms {
		if simplified(to) != to {
			t.Errorf("%c becomes %c, which becomes %c", from, to, simplified(to))
		}
	}
}

func TestMarks(t *testing.T) {
	for text, want := range map[string]mark{
		"Is the launch still on for July?":         asks,
		"发布会能不能改到18号":                              asks,
		"If we moved to Rust, we would be faster":  supposes,
		"My colleague says spaces are better":      hearsay,
		"听说Gerrit不错":                               hearsay,
		"We are thinking of moving to Rust":        considers,
		"I also enjoy hiking":                      adds,
		"我对虾也过敏":                                   adds,
		"Just for today use npm":                   once,
		"这次订商务舱":                                   once,
		"In my last company we used Pulumi":        elsewhere,
		"The team switched to Linear":              changes,
		"网关端口改成9090了":                              changes,
		"Nordtor ist gesperrt":                     retires,
		"我不吃肉了":                                    retires,
		"Bitte keine E-Mails mehr":                 retires,
		"From now on commits are in English":       standing,
		"以后都用pnpm":                                 standing,
		"The deadline remains Friday":              keeps,
		"Nos mudamos a otra oficina; ya no es esa": retires,
		"担当は鈴木さんになりました":                            changes,
	} {
		r := Read(text)
		var all mark
		for _, c := range r.clauses {
			all |= c.marks
		}
		if all&want == 0 {
			t.Errorf("%q has the marks %b, without %b", text, all, want)
		}
	}
}

func TestWordsThatHideMarks(t *testing.T) {
	for text, not := range map[string]mark{
		"修改代码前先备份":                            changes,
		"No later than Friday":                negates,
		"不超过60秒":                              negates,
		"Parcels are left at the front desk":  retires,
		"The newsletter goes out on Thursday": news,
		"换行用LF":                               changes,
	} {
		if r := Read(text); r.marks&not != 0 {
			t.Errorf("%q has the marks %b, and %b of them wrongly", text, r.marks, r.marks&not)
		}
	}
}
