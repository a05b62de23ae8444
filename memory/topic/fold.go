package topic

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// fold returns s in compatibility form (NFKC) with simplified Chinese characters, and the same in lower case.
// Both have the same length, so that a place in one is the place in the other.
func fold(s string) (written, lower string) {
	if isASCII(s) {
		return s, strings.ToLower(s)
	}
	if !utf8.ValidString(s) {
		s = strings.ToValidUTF8(s, " ")
	}
	written = strings.Map(simplified, norm.NFKC.String(s))
	return written, strings.Map(lowerSameLength, written)
}

// lowerSameLength is r in lower case, unless that has another length in UTF-8.
func lowerSameLength(r rune) rune {
	if r < utf8.RuneSelf {
		if r >= 'A' && r <= 'Z' {
			r += 'a' - 'A'
		}
		return r
	}
	if l := unicode.ToLower(r); utf8.RuneLen(l) == utf8.RuneLen(r) {
		return l
	}
	return r
}

func simplified(r rune) rune {
	switch r {
	case '’', '‘', 'ʼ':
		// The apostrophe takes one byte and the quotes three, in both forms of a text alike.
		return '\''
	case '“', '”', '「', '」', '『', '』', '«', '»', '„':
		return '"'
	}
	if r < 0x4E00 || r > 0x9FFF {
		return r
	}
	if s, ok := simplifiedForms[r]; ok {
		return s
	}
	return r
}

// simplifiedForms are the traditional characters that everyday notes use, each before its simplified form.
var simplifiedForms = func() map[rune]rune {
	pairs := []rune(`萬万與与專专業业東东絲丝兩两嚴严喪丧個个豐丰臨临為为麗丽舉举義义烏乌樂乐喬乔習习鄉乡書书買买亂乱爭争於于
虧亏雲云亞亚產产畝亩親亲億亿僅仅從从倉仓儀仪們们價价眾众優优會会傘伞偉伟傳传傷伤倫伦偽伪體体餘余傭佣債债傾倾償偿兒儿
內内岡冈冊册寫写軍军農农馮冯決决況况凍冻淨净準准減减湊凑幾几鳳凤憑凭凱凯擊击劃划劉刘則则剛刚創创刪删別别劑剂辦办務务
動动勵励勁劲勞劳勢势勝胜區区醫医華华協协單单賣卖盧卢衛卫卻却廠厂廳厅歷历曆历厲厉壓压廈厦廚厨縣县參参雙双發发變变敘叙號号
嘆叹後后嗎吗啟启吳吴員员聽听問问喚唤響响園园圍围國国圖图圓圆聖圣場场壞坏塊块堅坚壇坛墳坟墊垫壘垒處处備备複复復复夠够頭头
誇夸夾夹奪夺奮奋獎奖奧奥婦妇媽妈嬰婴孫孙學学寧宁寶宝實实審审憲宪宮宫寬宽賓宾對对尋寻導导壽寿將将爾尔塵尘嘗尝層层屬属
歲岁豈岂島岛嶺岭幣币帥帅師师帳帐帶带幫帮乾干並并廣广莊庄慶庆庫库應应廟庙開开異异棄弃張张彈弹強强歸归當当錄录徹彻
憶忆懷怀態态憐怜總总戀恋惡恶懸悬驚惊慣惯愛爱憂忧戰战戶户撲扑執执擴扩掃扫揚扬擾扰撫抚搶抢護护報报擔担擬拟擁拥揀拣
擇择掛挂擋挡擠挤揮挥換换據据捨舍損损撿捡搖摇攜携攝摄數数斷断無无舊旧時时曠旷曬晒顯显暫暂術术機机殺杀雜杂權权條条來来
楊杨極极構构標标樣样樹树橋桥檔档檢检櫃柜歡欢歐欧殘残毆殴氣气漢汉湯汤溝沟沒没潔洁濟济渾浑測测滬沪淚泪濃浓漲涨漸渐
漁渔滿满滲渗灣湾濕湿溫温遊游滾滚滅灭燈灯靈灵災灾爐炉點点煉炼煙烟煩烦燒烧熱热爺爷牆墙狀状獨独獲获貓猫現现環环電电畫画
暢畅療疗瘋疯癢痒皺皱鹽盐監监盤盘礎础礙碍碼码磚砖確确禮礼禍祸離离種种積积稱称穩稳窮穷競竞筆笔節节範范築筑簡简簽签籃篮
類类糧粮緊紧紅红級级紀纪約约純纯紙纸紋纹細细織织終终組组結结給给絕绝統统經经綠绿維维綱纲網网線线練练縮缩總总續续編编緣缘
績绩罰罚罷罢羅罗聯联職职腦脑臉脸腳脚膚肤臟脏舖铺艦舰藝艺蘭兰蘋苹藥药葉叶蓋盖處处虛虚蟲虫補补裝装裡里裏里製制規规視视覺觉
覽览觀观計计訂订認认討讨讓让訓训議议記记講讲許许論论設设訪访證证評评識识詞词試试詩诗話话該该詳详語语誤误說说請请諸诸課课
調调談谈謝谢謠谣譯译護护變变貝贝負负財财責责敗败貨货質质貪贪貫贯貴贵貸贷費费賀贺資资賠赔賬账賞赏賴赖趙赵趕赶趨趋車车
軌轨軟软輕轻載载較较輛辆輪轮輸输轉转辭辞邊边達达過过運运還还這这進进遠远違违連连遲迟適适選选遺遗郵邮鄰邻鄭郑醬酱釋释鐘钟
針针鈕钮錢钱鐵铁銀银銷销鎖锁錯错鍋锅鍵键鎮镇長长門门閃闪閉闭間间閱阅隊队陽阳陰阴階阶際际陸陆陳陈險险隨随隱隐難难霧雾靜静
頁页項项順顺須须預预領领頻频題题額额顏颜願愿顧顾風风飛飞飯饭飲饮館馆駐驻駕驾騎骑驗验騙骗鬥斗魚鱼鮮鲜鳥鸟麥麦黃黄齊齐齡龄
龍龙週周臺台線线裏里嚇吓吃吃隻只衝冲範范彙汇匯汇擺摆證证麵面閒闲牠它妳你夥伙註注佈布徵征鬆松遞递餐餐`)
	forms := make(map[rune]rune, len(pairs)/2)
	var pair []rune
	for _, r := range pairs {
		if unicode.IsSpace(r) {
			continue
		}
		if pair = append(pair, r); len(pair) == 2 {
			if pair[0] != pair[1] {
				forms[pair[0]] = pair[1]
			}
			pair = pair[:0]
		}
	}
	return forms
}()

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}
