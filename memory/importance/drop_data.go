package importance

import "regexp"

// smallTalkPhrases are written as reading.bare makes them: lower case, no punctuation but apostrophes.
var smallTalkPhrases = []struct{ rule, phrases string }{
	{"acknowledgement", `
		好的, 好滴, 好哒, 好嘞, 好啊, 好呀, 好吧, 好了, 好, 收到, 收到了, 已收到, 明白, 明白了, 懂了, 知道了, 知道, 了解, 了解了, 清楚了, 晓得了
		嗯, 嗯呢, 嗯哼, 恩, 哦, 喔, 噢, 行, 行吧, 行的, 可以, 可以的, 可以了, 没问题, 没事, 没关系, 是的, 是, 是啊, 对, 对的, 对对, 没错, 当然, 同意, 确认, ok的, okk
		不错, 很好, 太好了, 真好, 真棒, 很棒, 太棒了, 棒, 厉害, 赞, 完美, 漂亮, 牛, 666, 233, 妥, 妥了, 中, 成, 得嘞, 遵命, 遵旨, 安排, 就这样, 就这样吧, 那就这样, 就这么办
		继续, 接着, 接着来, 继续吧, 下一步, 下一个, 开始吧, 开始, 来吧, 发吧, 做吧, 干吧, 去吧, 请继续, 往下, 走起, 搞起, 你继续, 就按你说的, 按你说的办, 按你说的做, 按你说的来, 听你的, 随便, 都行, 都可以, 无所谓
		ok, okay, okey, oki, k, kk, okie, okie dokie, okey dokey, got it, gotcha, i got it, understood, i understand, noted, copy, copy that, roger, roger that, ack, acknowledged, received, i see, makes sense, that makes sense
		yes, yeah, yep, yup, ya, yea, aye, sure, sure thing, of course, absolutely, definitely, exactly, indeed, right, all right, alright, correct, agreed, true, fair enough, fair, fine, that's fine, it's fine, works for me, fine by me
		good, great, nice, cool, awesome, perfect, excellent, wonderful, amazing, fantastic, brilliant, lovely, neat, sweet, super, well done, good job, great job, nice work, great work, good work, good point, great idea, good idea, nice one, bravo
		sounds good, sounds great, sounds fine, sounds right, sounds like a plan, looks good, looks good to me, looks great, lgtm, all good, no problem, no worries, np, never mind, nevermind, no rush, done, ready
		go ahead, go on, go for it, carry on, continue, proceed, keep going, next, do it, let's go, let's do it, let's do this, please do, please continue, please proceed, send it, ship it, as you like, up to you, your call, whatever you think, i agree, will do, on it
		mhm, mm, mmhm, uh huh, uhuh, aha, ah, oh, hm, hmm, wow, whoa, yay, hooray
		はい, ええ, うん, そうです, そうですね, そう, 了解, 了解です, 了解しました, りょうかい, りょ, 承知しました, 承知, 承知いたしました, かしこまりました, わかりました, 分かりました, わかった, 分かった, なるほど, オッケー, オーケー, いいですね, 大丈夫です, 大丈夫, 続けて, 続けてください, 進めてください, お願いします, よろしく, よろしくお願いします, いいね, 問題ないです, 問題ありません
		sí, si, vale, de acuerdo, está bien, esta bien, perfecto, entendido, claro, claro que sí, listo, bien, muy bien, genial, estupendo, excelente, adelante, sigue, continúa, continua, hecho, recibido, correcto, exacto, por supuesto, bueno, dale, sin problema
		ja, jawohl, jo, genau, klar, alles klar, in ordnung, verstanden, passt, gut, sehr gut, super, prima, toll, perfekt, okidoki, stimmt, weiter, mach weiter, weiter so, geht klar, einverstanden, bitte, richtig, natürlich, alles gut, kein problem, schön, wunderbar, ist gut, passt so
		oui, d'accord, bien reçu, parfait, 네, 예, 알겠습니다, 좋아요, 넵, да, хорошо, понял, ок, ладно, sim, certo, entendi`},
	{"thanks", `
		谢谢, 谢谢你, 谢谢您, 谢谢啦, 谢谢了, 谢啦, 谢了, 谢, 多谢, 感谢, 太感谢了, 非常感谢, 感谢感谢, 辛苦, 辛苦了, 辛苦啦, 麻烦了, 麻烦你了, 麻烦您了, 不客气, 不用谢, 拜托, 拜托了, 爱你, 你真好, 你真棒, 你太棒了, 你最好了
		thanks, thank you, thank u, thx, ty, tysm, tks, cheers, ta, much appreciated, appreciated, appreciate it, i appreciate it, many thanks, you're the best, you are the best, you rock, you're welcome, you're awesome, you're a star, you're great, love it, thanks a million, thanks a lot, thanks a bunch, thanks again, my pleasure, welcome
		ありがとう, ありがとうございます, ありがとうございました, どうも, 助かります, 助かりました, どういたしまして, すみません, お疲れ様, お疲れ様です, お疲れさまです, お疲れ様でした
		gracias, muchas gracias, mil gracias, muchísimas gracias, de nada, te lo agradezco
		danke, danke dir, danke schön, dankeschön, vielen dank, besten dank, tausend dank, bitte schön, bitte sehr, gern, gerne, gern geschehen
		merci, merci beaucoup, obrigado, obrigada, спасибо, 감사합니다, 고마워요, grazie`},
	{"greeting", `
		你好, 您好, 你们好, 大家好, 嗨, 哈喽, 哈啰, 嘿, 早, 早安, 早上好, 上午好, 中午好, 下午好, 晚上好, 晚安, 再见, 拜拜, 拜, 回见, 回头见, 明天见, 在吗, 在不在, 在么, 好久不见, 新年快乐, 周末愉快, 节日快乐
		hi, hello, hey, hiya, howdy, yo, sup, hi there, hello there, hey there, good morning, morning, good afternoon, good evening, good night, good day, bye, bye bye, goodbye, see you, see ya, see you later, see you tomorrow, later, take care, have a nice day, have a good day, have a great day, have a good one, have a nice weekend, have a good weekend, how are you, how are you doing, how's it going, what's up, how do you do, nice to meet you, are you there, you there, long time no see, happy new year
		おはよう, おはようございます, こんにちは, こんばんは, おやすみ, おやすみなさい, さようなら, またね, じゃあね, やあ, はじめまして
		hola, buenos días, buenos dias, buenas, buenas tardes, buenas noches, adiós, adios, hasta luego, hasta mañana, qué tal, que tal, cómo estás
		hallo, guten morgen, morgen, guten tag, guten abend, gute nacht, tschüss, tschüs, servus, moin, grüß gott, auf wiedersehen, bis bald, bis später, bis morgen, wie geht's, schönen tag, schönes wochenende
		bonjour, salut, au revoir, ciao, привет, 안녕하세요, olá`},
	{"filler", `
		哈, 哈哈, 呵, 呵呵, 嘿嘿, 嘻, 嘻嘻, 笑死, 笑死我了, 嗯呐, 额, 呃, 啊, 诶, 欸, 哎, 唉, 哎呀, 那个, 这个, 这个嘛, 怎么说呢, 怎么说, 让我想想, 我想想, 让我想想哈, 想想, 我看看, 让我看看, 等等, 等一下, 等下, 稍等, 稍等一下, 等会, 等会儿, 等我一下, 打错了, 发错了, 测试, 测试一下, 怎么办, 天哪, 我去, 我的天, 无语
		lol, lmao, rofl, haha, ha, hehe, heh, xd, same, um, umm, uh, uhh, er, erm, well, so, like, you know, i mean, let me see, let me think, let's see, hold on, wait, one sec, one second, one moment, one minute, just a sec, just a second, just a moment, just a minute, give me a sec, give me a second, give me a minute, hang on, brb, test, testing, oops, whoops, sorry, my bad, typo, ugh, meh, idk, i don't know, dunno, whatever, anyway, anyways, omg, please wait, loading, processing, thinking
		えっと, ええと, あの, うーん, まあ, ちょっと待って, ちょっと待ってください, 少々お待ちください, 笑, www
		pues, a ver, espera, un momento, jaja, je
		also, äh, ähm, hm, na ja, naja, moment, moment mal, warte, einen moment, mal sehen, haha`},
	{"", `
		吧, 啦, 了, 哦, 哈, 呀, 啊, 呢, 嘛, 哟, 喽, 噢, 嗷, 的, 滴, 么, 那, 那就, 就, 先, 都, 太, 真, 很, 非常, 真的, 你, 您, 你们, 大家, 各位, 亲, 老师, 请, 这样, 这, 我, 也, 还, 是, 再
		a, an, the, it, it's, is, that, that's, this, you, you're, your, i, i'm, me, my, we, us, to, for, and, but, so, very, really, much, just, too, all, now, then, again, there, here, of, with, man, mate, bro, dude, buddy, friend, guys, everyone, everybody, folks, team, sir, please, pls, lot, bunch, million, help, again, today, one, two, 1, 2, 3, great, good, assistant, claude, yes, kind, nice, day, have, be, on, ever, am, are, was, as, in, at, by, or, if, ones
		です, ます, ね, よ, な, さん, では, じゃ, じゃあ, それで, 本当に, とても, すごく
		que, muy, todo, por, la, el, lo, tu, a ti, y, ya, pues
		dir, ihnen, euch, so, sehr, das, ist, und, dann, ja, doch, mal, schon`},
}

// noises are patterns that a whole text may match: boilerplate, progress, and waiting.
var noises = []struct {
	name    string
	pattern *regexp.Regexp
}{
	{"progress", regexp.MustCompile(`^\W*(?:down|up)?(?:loading|processing|installing|fetching|building|compiling|waiting|connecting|pending|running|working|thinking|searching)\b[\s.…:\-]*(?:\d+(?:\.\d+)?\s*%[\s.…/|]*)*$`)},
	{"progress", regexp.MustCompile(`^[\s.…|#=>\-\[\]]*(?:\d+(?:\.\d+)?\s*%[\s.…|#=>\-\[\]]*)+$`)},
	{"progress", regexp.MustCompile(`^(?:正在)?(?:加载|下载|上传|处理|安装|连接|生成|搜索|思考|查询|执行|运行|努力加载)(?:中|中)?[,，、\s.…·。!]*(?:请?(?:稍候|稍等|等待|耐心等待))?(?:\d+\s*%)?[\s.…。!~]*$`)},
	{"boilerplate", regexp.MustCompile(`^(?:(?:ok|okay|sure|certainly|of course|great|absolutely|alright)[,!.]?\s*)?(?:let me|i'll|i will|i'm going to|allow me to)\s+(?:just\s+|now\s+|quickly\s+)?(?:take a (?:quick |closer )?look|have a look|look into|check|see what|think about|help you|get (?:right )?(?:on|to)|work on|do that|handle)[^.!;\n0-9]{0,60}[.!…]*$`)},
	{"boilerplate", regexp.MustCompile(`^(?:i )?hope (?:this|that|it) helps\b[^0-9]{0,80}$`)},
	{"boilerplate", regexp.MustCompile(`^(?:please )?(?:let me know|feel free to (?:ask|reach out))\b[^0-9]{0,80}$`)},
	{"boilerplate", regexp.MustCompile(`^(?:is there )?anything else (?:i can|you)[^0-9]{0,60}$`)},
	{"boilerplate", regexp.MustCompile(`^(?:thinking|just thinking) (?:about|of|through)[^.!;\n0-9]{0,80}[.!…]*$`)},
	{"boilerplate", regexp.MustCompile(`^(?:that's a |what a )?(?:great|good|excellent|interesting) question[^0-9]{0,60}$`)},
	{"boilerplate", regexp.MustCompile(`^(?:好的?[,，!]?|没问题[,，!]?|当然[,，!]?)?我(?:这就|马上|现在就|立刻|来|先|会)(?:来|去)?(?:帮|为|替|给)?(?:您|你)?(?:处理|看看|看一下|查一下|查看|解决|搞定|安排|分析)[^0-9]{0,24}$`)},
	{"boilerplate", regexp.MustCompile(`^(?:以上就是|以上是)?[^0-9]{0,16}希望(?:对您|对你|能|这些|以上)[^0-9]{0,12}(?:帮助|帮到)[^0-9]{0,12}$`)},
	{"boilerplate", regexp.MustCompile(`^(?:如果|如)?(?:您|你)?(?:还)?有(?:其他|任何|什么)(?:问题|需要|疑问)[^0-9]{0,30}$`)},
	{"boilerplate", regexp.MustCompile(`^好问题[^0-9]{0,24}$`)},
	{"waiting", regexp.MustCompile(`^(?:just )?(?:one|a|1|give me (?:a|one)|hang on|hold on|wait)\s*(?:sec|second|moment|minute|min)?\b[,.!]?[^.;!?\n0-9]{0,40}(?:door|phone|call|back in a|right back|brb|coffee|kettle)[^.;!?\n0-9]{0,20}[.!]*$`)},
	{"waiting", regexp.MustCompile(`^(?:等一?下|稍等(?:一下)?|等等|等会儿?|等我一下)[,，]?我?(?:先)?(?:去|接|倒|拿|上|吃|喝|开)[^,，。;0-9]{0,10}[。!~]*$`)},
	{"typo", regexp.MustCompile(`^[a-z;]{0,16}\s*(?:打错了?|发错了?|手滑了?|按错了?|误触|typo|wrong window|wrong chat|oops)+[\s!。.~啊哈]*(?:打错了?|发错了?)?[\s!。.~]*$`)},
	{"placeholder", regexp.MustCompile("^(?:```\\w*)?\\s*(?:(?:foo|bar|baz|qux|asdf\\w*|test|hello world|lorem ipsum|xxx|abc|qwer\\w*)\\s*)+(?:```)?$")},
}

// questionEnds close a question that has no mark, in languages that ask with a particle.
var questionEnds = []string{"吗", "么", "怎么办", "ですか", "ますか", "でしょうか"}

// questionWords ask wherever they stand.
var questionWords = []string{
	"是不是", "能不能", "可不可以", "要不要", "怎么写", "怎么用", "怎么做", "什么意思", "干嘛的",
}

// politeStarts begin requests that are only put as questions.
var politeStarts = []string{
	"can you", "could you", "would you", "will you", "can we", "could we", "can i", "could i", "may i", "would you mind",
	"能不能", "能否", "可不可以", "可以", "麻烦", "请", "能", "你能", "要不", "podrías", "puedes", "kannst du", "könntest du", "könnten sie",
}
