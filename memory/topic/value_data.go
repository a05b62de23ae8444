package topic

import "strings"

// latinUnits are the units of alphabets, in lower case.
var latinUnits = map[string]unit{}

// otherUnits are the units of other scripts and signs, longest first.
var otherUnits []struct {
	word string
	unit
}

func init() {
	for _, group := range []struct {
		unit
		words []string
	}{
		{unit{percent, 1, ""}, []string{"%", "percent", "prozent", "pct", "个百分点", "パーセント"}},
		{unit{money, 1, "eur"}, []string{"€", "euro", "euros", "eur", "欧元", "欧", "ユーロ"}},
		{unit{money, 1, "usd"}, []string{"dollar", "dollars", "usd", "bucks", "美元", "美金", "刀", "ドル", "dólares"}},
		{unit{money, 1, "gbp"}, []string{"pounds", "gbp", "quid", "英镑"}},
		{unit{money, 1, "cny"}, []string{"元", "块钱", "块", "人民币", "yuan", "rmb", "cny"}},
		{unit{money, 1, "jpy"}, []string{"円", "日元", "yen", "jpy"}},
		{unit{duration, 0.001, ""}, []string{"ms", "毫秒", "millisecond", "milliseconds", "ミリ秒"}},
		{unit{duration, 1, ""}, []string{"s", "sec", "secs", "second", "seconds", "秒钟", "秒", "sekunden", "sekunde", "segundos"}},
		{unit{duration, 60, ""}, []string{"min", "mins", "minute", "minutes", "分钟", "minuten", "minutos", "分間"}},
		{unit{duration, 3600, ""}, []string{"h", "hr", "hrs", "hour", "hours", "小时", "个小时", "钟头", "时间", "stunden", "stunde", "horas", "時間"}},
		{unit{duration, 86400, ""}, []string{"day", "days", "天", "个工作日", "工作日", "tage", "tagen", "tag", "días", "día", "日間", "日间"}},
		{unit{duration, 604800, ""}, []string{"week", "weeks", "周", "个星期", "星期", "个礼拜", "wochen", "woche", "semanas", "週間", "周间"}},
		{unit{duration, 2592000, ""}, []string{"month", "months", "个月", "monate", "monaten", "meses", "ヶ月", "か月", "カ月"}},
		{unit{duration, 31536000, ""}, []string{"year", "years", "年", "jahre", "jahren", "años", "年間"}},
		{unit{measure, 1, "分"}, []string{"分"}},
		{unit{bytes, 1, ""}, []string{"byte", "bytes", "字节"}},
		{unit{bytes, 1e3, ""}, []string{"kb", "kilobyte", "kilobytes", "kib"}},
		{unit{bytes, 1e6, ""}, []string{"mb", "megabyte", "megabytes", "mib", "兆"}},
		{unit{bytes, 1e9, ""}, []string{"gb", "g", "gig", "gigs", "gigabyte", "gigabytes", "gib"}},
		{unit{bytes, 1e12, ""}, []string{"tb", "t", "terabyte", "terabytes", "tib"}},
		{unit{measure, 1, "kg"}, []string{"kg", "公斤", "千克", "kilo", "kilos", "キロ"}},
		{unit{measure, 0.5, "kg"}, []string{"斤"}},
		{unit{measure, 1000, "m"}, []string{"km", "公里", "千米", "kilometres", "kilometers", "kilometer", "kilómetros"}},
		{unit{measure, 1, "m"}, []string{"米", "m", "metres", "meters", "meter", "メートル"}},
		{unit{measure, 0.01, "m"}, []string{"cm", "厘米", "公分"}},
		{unit{measure, 0.001, "m"}, []string{"mm", "毫米"}},
		{unit{measure, 1, "°"}, []string{"度", "°c", "°", "degrees", "grad", "grados"}},
		{unit{measure, 1, "px"}, []string{"px", "像素", "pixel", "pixels"}},
		{unit{measure, 1, "m²"}, []string{"平米", "平方米", "平方", "㎡", "m2", "m²", "qm"}},
		{unit{measure, 1, "qps"}, []string{"qps", "rps"}},
		{unit{measure, 1, "bit/s"}, []string{"mbps", "mbit"}},
		{unit{measure, 1000, "bit/s"}, []string{"gbps", "gbit"}},
		{unit{plain, 1, "people"}, []string{"人", "位", "people", "persons", "guests", "personen", "personas", "名", "口人", "个人"}},
		{unit{plain, 1, "times"}, []string{"次", "times", "遍", "回", "mal", "veces"}},
		{unit{plain, 1, "rows"}, []string{"行", "rows", "条", "lines", "zeilen", "filas"}},
		{unit{plain, 1, "characters"}, []string{"字", "个字", "字符", "characters", "chars", "words", "文字"}},
		{unit{plain, 1, "pieces"}, []string{"个", "件", "份", "张", "台", "只", "把", "本", "套", "箱", "瓶", "杯", "颗", "支", "盒", "节", "篇", "部", "家", "间", "层", "楼", "页", "棵", "辆", "头", "款", "站", "门", "道", "句", "pieces", "pcs", "stück", "unidades", "つ", "個", "枚", "台数", "冊", "本数", "杯目", "階"}},
	} {
		for _, w := range group.words {
			w = strings.Map(simplified, w)
			if first := []rune(w)[0]; alphabetic(first) {
				latinUnits[w] = group.unit
				continue
			}
			otherUnits = append(otherUnits, struct {
				word string
				unit
			}{w, group.unit})
		}
	}
	sortLongestUnits()
}

func sortLongestUnits() {
	for i := 1; i < len(otherUnits); i++ {
		for j := i; j > 0 && len(otherUnits[j].word) > len(otherUnits[j-1].word); j-- {
			otherUnits[j], otherUnits[j-1] = otherUnits[j-1], otherUnits[j]
		}
	}
}

var numberWords = map[string]float64{
	"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10, "eleven": 11, "twelve": 12,
	"thirteen": 13, "fourteen": 14, "fifteen": 15, "sixteen": 16, "seventeen": 17, "eighteen": 18, "nineteen": 19, "twenty": 20, "thirty": 30,
	"forty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90,
	"zwei": 2, "drei": 3, "vier": 4, "fünf": 5, "sechs": 6, "sieben": 7, "acht": 8, "neun": 9, "zehn": 10, "elf": 11, "zwölf": 12, "fünfzehn": 15,
	"zwanzig": 20, "dreißig": 30, "vierzig": 40, "fünfzig": 50, "sechzig": 60, "hundert": 100, "tausend": 1000,
	"dos": 2, "tres": 3, "cuatro": 4, "cinco": 5, "seis": 6, "siete": 7, "ocho": 8, "nueve": 9, "diez": 10, "once": 11, "doce": 12, "quince": 15,
	"veinte": 20, "treinta": 30, "cuarenta": 40, "cincuenta": 50, "sesenta": 60, "cien": 100,
	"hundred": 100, "thousand": 1000, "noon": 12, "midnight": 24,
	"third": 3, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7, "eighth": 8, "ninth": 9, "tenth": 10,
	"zweiten": 2, "dritten": 3, "vierten": 4, "fünften": 5, "sechsten": 6, "siebten": 7, "achten": 8, "neunten": 9, "zehnten": 10,
	"segundo": 2, "segunda": 2, "tercero": 3, "tercera": 3, "tercer": 3, "cuarto": 4, "cuarta": 4, "quinto": 5, "quinta": 5, "sexto": 6, "sexta": 6,
}

// numberFactors multiply the number before them.
var numberFactors = map[string]float64{
	"hundred": 100, "hundert": 100, "thousand": 1000, "tausend": 1000, "mil": 1000, "million": 1e6, "millionen": 1e6, "millones": 1e6,
}

// afterOne are words before which "one" counts nothing.
var afterOne = wordSet(`another thing way time more could would might says said thinks wants`)

var ideographicDigits = map[rune]float64{
	'零': 0, '〇': 0, '一': 1, '二': 2, '两': 2, '三': 3, '四': 4, '五': 5, '六': 6, '七': 7, '八': 8, '九': 9,
}

var ideographicPowers = map[rune]float64{'十': 10, '百': 100, '千': 1000, '万': 1e4, '亿': 1e8}

// clockWords lead to a time of day.
var clockWords = wordSet(`at until till before by after from past around about um gegen ab bis vor nach las la closes opens starts begins daily weekdays
	monday tuesday wednesday thursday friday saturday sunday mondays tuesdays wednesdays thursdays fridays saturdays sundays morning mornings evening evenings afternoon
	montags dienstags mittwochs donnerstags freitags samstags sonntags`)

// yearWords lead to a year.
var yearWords = wordSet(`in since until till by from of during before after seit bis ab im jahr en desde hasta de del the`)

// afterClock may follow a time of day, unlike the noun that a number counts.
var afterClock = wordSet(`in on every each sharp and or to until till now instead today tomorrow please from at but so because every daily weekdays with for the
	monday tuesday wednesday thursday friday saturday sunday mondays fridays de por y en el los a uhr morgens abends am jeden und`)

func wordSet(words string) map[string]bool {
	set := make(map[string]bool)
	for _, w := range strings.Fields(words) {
		set[w] = true
	}
	return set
}

var monthNames = [13]string{"", "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november", "december"}

var monthWords = map[string]int{
	"january": 1, "february": 2, "march": 3, "april": 4, "may": 5, "june": 6, "july": 7, "august": 8, "september": 9, "october": 10, "november": 11, "december": 12,
	"jan": 1, "feb": 2, "mar": 3, "apr": 4, "jun": 6, "jul": 7, "aug": 8, "sep": 9, "sept": 9, "oct": 10, "nov": 11, "dec": 12,
	"januar": 1, "februar": 2, "märz": 3, "mai": 5, "juni": 6, "juli": 7, "oktober": 10, "dezember": 12,
	"enero": 1, "febrero": 2, "marzo": 3, "abril": 4, "mayo": 5, "junio": 6, "julio": 7, "agosto": 8, "septiembre": 9, "octubre": 10, "noviembre": 11, "diciembre": 12,
}

// software are the categories whose members have versions.
var software = map[string]bool{
	"programming language": true, "database": true, "framework": true, "operating system": true, "runtime": true, "tool": true, "editor": true,
	"version": true, "api": true, "queue": true, "orchestrator": true, "package manager": true, "browser": true,
}

// quietCharacters say little by themselves.
var quietCharacters = runeSet("的了是在我你他她它们这那就都和与及或把被让给对向从到于以为之其此等个些只又再很太更最着过来去里中会能要可得地吧呢啊哦呀嘛嗯请您咱俺俩所而且但并则即将已正")

// germanWords are common in German and in no other of the languages read here.
var germanWords = wordSet(`der das ist und nicht ein eine einen wir ich mit für auf von zu zum zur wird sind im am beim statt jetzt bitte kein keine mir mich uns unser unsere mein meine`)

// quietWords carry no content of their own.
var quietWords = wordSet(`i me my myself we us our ours you your yours he him his she her hers it its they them their what which who whom this that these those
	am is are was were be been being have has had having do does did doing would should can will shall may must a an the and but or because as until while of at by
	for with about against between into through during before after above below to from up down in out on off over under again then here there when where why how all any
	each few more most other some such only own same so than very just s t m re ve ll d really quite got get gets getting let lets make makes made go goes going
	der die das den dem des ein eine einen einem einer und oder aber ist sind war ich du er sie es wir ihr mich mir dich dir uns euch im in an am auf für mit von zu zum zur bei aus als wie dass
	nach über unter vor man sich mein meine meinen meinem dein deine unser unsere sein seine bitte wird werden hat haben habe
	el la los las un una unos unas y o pero es son era soy yo tú él ella nosotros me te se mi mis tu tus su sus nuestro nuestra de del al en con por para a que como lo le les está están hay ha he han
	too also please now no not don't mr mrs ms dr herr frau sr sra señor señora`)

func runeSet(s string) map[rune]bool {
	set := make(map[rune]bool)
	for _, r := range s {
		set[r] = true
	}
	return set
}

// monthConcept is the category of months, kinConcept that of people by what they are to somebody.
var (
	monthConcept = lexicon.byName["month"]
	kinConcept   = lexicon.byName["kin"]
	// cadenceConcept is the category of how often something happens.
	cadenceConcept = lexicon.byName["cadence"]
)

// cadenceSeconds is how long the members of cadence are, in seconds.
var cadenceSeconds = map[string]float64{"hourly": 3600, "daily": 86400, "weekly": 604800, "fortnightly": 1209600, "monthly": 2592000, "yearly": 31536000}
