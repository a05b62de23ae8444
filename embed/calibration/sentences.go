package calibration

// sameEnglish are short memories of different matters, each in two wordings that say the same.
var sameEnglish = [][2]string{
	{"The user prefers dark mode in the editor.", "The user likes the editor in dark mode."},
	{"The payment service listens on port 8443.", "Port 8443 is the one the payment service listens on."},
	{"Our team meeting is on Tuesday at ten.", "We have our team meeting on Tuesdays at ten."},
	{"Invoices must be sent as PDF files.", "Please send invoices as PDF."},
	{"My daughter is allergic to peanuts.", "My daughter has a peanut allergy."},
	{"The backup failed because the disk was full.", "A full disk made the backup fail."},
	{"The budget for the trip is 2000 euros.", "We have a budget of 2000 euros for the trip."},
	{"Maria is responsible for the warehouse.", "The warehouse is Maria's responsibility."},
	{"Answer in short sentences.", "Please keep answers to short sentences."},
	{"The report is due at the end of June.", "The deadline for the report is the end of June."},
	{"We decided to use PostgreSQL for orders.", "For orders we chose PostgreSQL."},
	{"The flight to Oslo leaves at seven in the morning.", "At seven in the morning the flight to Oslo departs."},
}

// sameChinese says the same as sameEnglish, line by line.
var sameChinese = [][2]string{
	{"用户喜欢编辑器用深色模式。", "编辑器用户偏好深色模式。"},
	{"支付服务监听8443端口。", "支付服务的端口是8443。"},
	{"我们组周二十点开例会。", "例会是每周二十点，我们组的。"},
	{"发票必须以PDF格式发送。", "请用PDF格式发发票。"},
	{"我女儿对花生过敏。", "我女儿花生过敏。"},
	{"磁盘满了，备份失败。", "备份失败，因为磁盘满了。"},
	{"这次旅行的预算是2000欧元。", "旅行预算2000欧元。"},
	{"仓库由玛丽亚负责。", "玛丽亚负责管仓库。"},
	{"请用短句回答。", "回答请用简短的句子。"},
	{"报告六月底截止。", "报告的截止时间是六月底。"},
	{"我们决定订单用PostgreSQL。", "订单我们选了PostgreSQL。"},
	{"去奥斯陆的航班早上七点起飞。", "飞奥斯陆的航班是早上七点的。"},
}
