package importance

// RuleRemember keeps what somebody asked to remember.
const RuleRemember = "remember"

// keepRules are tried in this order. Phrases of alphabets stand as words; all is lower case, NFKC.
var keepRules = []keepRule{
	{
		name: "secret", kind: Fact, importance: 0.95, everywhere: true,
		patterns: []pattern{
			{"sk-, sk_, pk-, pk_, rk_, ghp_, gho_, ghs_, glpat-, xox, tok-, tok_, npm_, pypi-, hf_", `\b(?:sk|pk|rk|ghp|gho|ghs|glpat|xox[abprs]|tok|npm|pypi|hf)[-_][a-z0-9_\-]{6,}`},
			{"key, token, passw, passp, pin, secret", `\b(?:api[ _-]?keys?|access[ _-]?keys?|secret(?:[ _-]?key)?|token|passwords?|passwd|passphrase|pin|license key)\b[^.;?\n]{0,16}?(?:\bis\b|=|:)\s*\S`},
			{"密码, 口令, 密钥, 令牌, 凭证, token, key, 授权码, 激活码, 验证码", `(?:密码|口令|密钥|令牌|凭证|token|key|授权码|激活码|验证码)\s*(?:是|为|=|:)\s*\S`},
			{"パスワード, passwort, kennwort, contraseña, clave", `(?:パスワード|passwort|kennwort|contraseña|clave)\s*(?:は|ist|es|:|=)\s*\S`},
			{"akia, aiza", `\b(?:akia|aiza)[a-z0-9_\-]{12,}`},
			{"-----begin", `-----begin [a-z ]*private key-----`},
		},
	},
	{
		name: RuleRemember, kind: Fact, importance: 0.9, everywhere: true,
		phrases: `
			记住, 记牢, 记下, 记一下, 请记, 帮我记, 别忘了, 不要忘了, 不要忘记, 别忘记, 牢记, 备忘, 记着, 记得住
			please remember, remember:, remember this, remember that, remember to, remember my, remember our, remember the, keep in mind
			don't forget, do not forget, bear in mind, for the record, take note, make a note, note that, note to self, save this, please note, nb:
			覚えて, 忘れないで, メモして, 覚えといて
			merk dir, merke dir, bitte merken, denk daran, vergiss nicht, notier dir, notiere
			recuerda que, recuerda:, no olvides, ten en cuenta, apunta que, anota`,
	},
	{
		name: "error", kind: Error, importance: 0.7,
		phrases: `
			报错, 异常, 崩溃, 错误码, 错误代码, 没跑成, 磁盘满, 内存不足, 内存溢出, 无法连接, 连接被拒, 拒绝访问, 权限不足, 未找到文件, 语法错误, 已过期, 挂了
			traceback, stack trace, stacktrace, segfault, segmentation fault, core dumped, out of memory, timed out, connection refused, connection reset
			permission denied, access denied, no such file, not found error, crashed, crashes, crash, unable to, certificate has expired
			too many requests, internal server error, bad gateway, service unavailable, gateway timeout, unauthorized, syntax error
			エラー, 失敗しました, タイムアウト, 例外
			fehler, fehlgeschlagen, schreibgeschützt, abgestürzt, fehlermeldung
			fallo, falló, no se pudo, ha fallado`,
		patterns: []pattern{
			{"error, exception, failure, fatal, panic", `\b(?:error|exception|failure|fatal|panic)\b\s*(?:code)?\s*[:\[(#]?\s*\S`},
			{"error, exception", `\b\w+(?:error|exception)\b`},
			{"fail", `(?:^|[^0-9一二三四五六七八九十个条项] ?)\bfail(?:ed|s|ing)?\b`},
			{"exit", `\bexit(?:ed)?(?: with)?(?: code| status)\s*[1-9]`},
			{"http, status, code, returned", `\b(?:http|status|code|returned)\s*:?\s*[45]\d\d\b`},
			{"超时, 失败, 错误, 出错", `(?:超时|失败|错误|出错)(?:了|,|，|:|。|$|\s|的?原因|且|并|后|！|!)`},
			{"失败", `(?:均|都|又|再次|仍|执行|运行|编译|部署|构建|测试|调用|请求|上传|下载|安装|启动|登录|连接)失败`},
		},
	},
	{
		name: "decision", kind: Decision, importance: 0.75, soft: true,
		phrases: `
			决定, 定下来, 敲定, 拍板, 选定, 选了, 最终选, 最后选, 就定, 那就用, 就用, 就选, 改用, 换成, 定为, 达成一致, 一致同意, 按方案, 就按, 先不做, 暂时不做, 推迟到, 采用, 不做了, 说好了, 商量好, 确定用, 确定了
			decided, decision, we chose, we've chosen, i chose, we picked, i'll go with, let's go with, we'll go with, going with, go with, settled on, agreed to, agreed on, agreed with, agreed that, we agreed
			opted for, final answer, signed off on, approved, let's use, we'll use, we will use, let's drop, let's postpone, postponed, let's switch, switching to, we're switching, let's keep, let's stick, sticking with, scrap the, we're dropping, instead of
			に決め, にします, にしましょう, に決定, で行きます, でいきます, やめます, 採用します
			entschieden, beschlossen, wir nehmen, wir bleiben bei, einigen uns, ich nehme
			hemos decidido, decidimos, vamos con, nos quedamos con, elegimos, he decidido`,
		patterns: []pattern{
			{"算了", `算了[,，]?.{0,6}(?:不|别|先|就)`},
			{"不谈, 不考虑, 搁置, 放一放, 上线, 灰度", `(?:先|就|那)(?:不谈|不考虑|搁置|放一放|上线|灰度)`},
			{"不", `不.{1,8}了$`},
		},
	},
	{
		name: "preference", kind: Preference, importance: 0.8, soft: true,
		phrases: `
			偏好, 偏爱, 倾向于, 宁愿, 宁可, 以后都, 以后请, 以后别, 以后不要, 以后回答, 以后就, 以后一律, 今后, 从现在起, 从今以后, 叫我, 称呼我, 别给我, 不要给我, 别叫我, 受不了, 更喜欢, 最喜欢, 不喜欢, 我讨厌, 我习惯, 我一般, 我从不, 我从来, 吃素, 素食, 每次都要, 我平时, 我通常
			i prefer, we prefer, i'd prefer, prefers, preference, preferred, my favorite, my favourite, favorite is, favourite is, i'd rather, i would rather, i like, i love, i really like, i enjoy, i hate, i dislike, i can't stand, i don't like, i do not like, likes to, user likes, user prefers
			from now on, going forward, in future, in the future, always answer, always reply, always use, always write, always give, always show, always respond, please always, always call, call me, i always, i usually, i never, never call me, i'm vegetarian, i'm vegan, i am vegetarian, i am vegan, i'm used to, drives me, drive me, everywhere, when you write to, whenever you, every time you, answer me in, reply in, respond in, speak to me
			が好き, が嫌い, の方が好き, 好みは, これからは, 今後は, いつも, 短く答えて, いりません, 敬語は, 苦手
			prefiero, me gusta, no me gusta, me encanta, odio, a partir de ahora, siempre, de ahora en adelante
			ich bevorzuge, ich mag, ich hasse, am liebsten, mir ist lieber, lieber, ab jetzt, ab sofort, in zukunft, immer`,
		patterns: []pattern{
			{"我", `我[^,，。.;；\n]{0,12}(?:喜欢|习惯|爱用|爱吃|爱喝|偏好|讨厌|不吃|不喝|只吃|只喝|只看|一定要|必须|从不)`},
			{"always", `(?:^|[,.;:] ?)(?:please |and |so )?always \w`},
			{"以后, 之后, 往后, 今后", `(?:^|[,，。;；\s])(?:以后|之后|往后|今后)[^。;；\n]{0,12}(?:都|请|别|不要|不用|一律|用|就|先)`},
			{"用户, 他, 她, 老板, 客户", `(?:用户|他|她|老板|客户)[^,，。.;；\n]{0,6}(?:喜欢|偏好|习惯|讨厌)`},
			{"能", `能[^,，。]{1,6}就[^,，。]{1,8}`},
			{"like, love, hate, prefer", `\b(?:likes?|loves?|hates?|prefers?|dislikes?)\b .{2,40}\b(?:over|to|more than|better|rather)\b`},
		},
	},
	{
		name: "feedback", kind: Feedback, importance: 0.65, soft: true,
		phrases: `
			不对, 错了, 弄错, 搞错, 不是我要的, 正是我要, 就是我要, 又忘, 又漏, 又错, 又删, 又改, 又把, 绝了, 不满意, 很满意, 看不清, 看不懂, 重做, 重写, 好多了, 还是不行, 修好了, 解决了, 搞定了, 有效, 没用, 写得, 做得, 改得, 画得, 翻得, 跑通了, 不好用, 很好用, 真好用, 满意, 啰嗦, 不够, 风格出
			is wrong, are wrong, that's wrong, was wrong, wrong one, incorrect, not what i, exactly what i, exactly the, just what i needed, you deleted, you forgot, you broke, you missed, you changed, you removed, you keep, you ignored, you skipped, you got, works now, it works, that worked, that fixed, fixed it, did it, didn't work, doesn't work, did not work, still broken, still wrong, still fails, made it worse, much better, better than, worse than, should be, should have, should start, i meant, i asked for, i wanted, misleading, confusing, hard to read, unreadable, loved it, loved the, hated the, customers love, clients loved, good call on, third time, second time, not helpful, spot on
			違います, 長すぎ, 短すぎ, 違う, 間違って, 完璧です, 良くなりました, 見にくい, 読みにくい
			ist falsch, stimmt nicht, zu lang, zu kurz, genau so, viel besser, funktioniert jetzt, funktioniert nicht
			demasiado, está mal, no es lo que, mucho mejor, no funciona, ya funciona`,
		patterns: []pattern{
			{"太", `太(?:长|短|大|小|正式|随意|啰嗦|慢|快|复杂|简单|花|亮|暗|密|多|少|贵|乱|硬|软|模糊|官方|生硬)`},
			{"too", `\btoo (?:long|short|formal|casual|slow|fast|verbose|big|small|bright|dark|complicated|complex|simple|wordy|vague|generic|much|many|few|expensive|loud|late|early|noisy|stiff|dry)\b`},
			{"again", `\byou (?:\w+ )?(?:\w+ed|broke|lost|got|left|put|made) (?:the|my|our|it|this|that)\b.*\bagain\b`},
		},
	},
	{
		name: "constraint", kind: Constraint, importance: 0.7, soft: true,
		phrases: `
			别用, 别改, 别动, 别碰, 别再, 别把, 别在, 别超, 别发, 别删, 别加, 别写, 别放, 别选, 别订, 别买, 别让, 别跟, 别超过, 不要, 不能, 不得, 不准, 不许, 不可, 禁止, 必须, 务必, 一定要, 只能, 只用, 只要, 只支持, 只接受, 仅限, 仅支持, 不超过, 不低于, 不少于, 不晚于, 不早于, 至少, 至多, 最多, 最少, 最晚, 最迟, 以内, 之内, 截止, 限制, 上限, 下限, 预算, 过敏, 除非, 记得, 要求, 前提是, 千万, 要在, 得在, 不用
			don't, do not, never, must, must not, mustn't, have to, has to, need to, needs to, needs, no more than, no less than, no later than, at most, at least, up to, maximum, minimum, max, min, deadline, budget, cannot, can't, can only, shouldn't, should not, only, required, requires, requirement, except, without, unless, allergic, allergy, avoid, make sure, ensure, keep the, limit, under no circumstances, is off limits, not allowed, stick to, leave out, as long as, the only, nothing from
			なければ, しないで, 使わない, まで, 以降, 以内, 以下, 以上, 禁止, 必ず, だけ, 埋まって, アレルギー
			no puede, no pueden, debe, deben, tiene que, como máximo, como mínimo, solo, sólo, sin, nunca, no uses, antes del, antes de, presupuesto, alérgico, alérgica
			muss, müssen, darf nicht, dürfen nicht, höchstens, mindestens, nur, ohne, spätestens, maximal, kein, keine, keinen, niemals, allergisch, budget, bis zum`,
		patterns: []pattern{
			{"别, 甭, 勿", `(?:^|[,，。;；\s但是])(?:别|甭|勿)\S`},
			{"", `^(?:no|nope|nah|nein|non|不|不是|不对|いえ|いいえ)\s*[,，.。:]\s*\S`},
			{"not ", `^[^,.;]{1,40},\s*not\s+\S+`},
			{"不是, 不要", `\S+[,，]\s*(?:而?不是|不要)\S+`},
			{"before, by, until, after, since, within", `(?:before|by|until|after|since|within)\s+(?:\d|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|mon|tue|wed|thu|fri|sat|sun|end of|next|tomorrow|tonight|noon|midnight)`},
			{"#", `(?:under|below|over|above|more than|less than|fewer than|within|between)\s+[$€£¥]?\d`},
			{"#", `\d\s*(?:点|号|日|月|天|小时|分钟|周|年)?\s*(?:之前|以前|前)(?:完成|交|提交|发|给|上线|到)?`},
			{"改成, 改为, 改到, 设为, 设成", `(?:改成|改为|改到|设为|设成)\s*\S`},
			{"点, 些", `(?:短|长|大|小|快|慢|简单|简洁|详细|正式|随意|口语|便宜|早|晚|高|低|亮|暗|粗|细)一?(?:点|些)`},
			{"more, less", `^(?:a (?:bit|little) )?(?:more|less) \w+[\w ,]{0,30}[.!]?$`},
			{"use, set, keep, pick, choose, book, switch, change, make, put, skip, stick, leave", `(?:^|[,.;] ?(?:but |and |just |please )?|\bbut |\bplease )(?:just |please )?(?:use|set|keep|pick|choose|book|switch to|change|make it|put|skip|stick to|leave)\s+\w`},
			{"周", `(?:下|本|这)周[一二三四五六日天]`},
			{"用, 要, 改, 换, 选, 就, 设", `(?:^|[,，。;；\s])(?:用|要|改|换|选|就|改成|换成|设成|设为)\s*[a-z0-9][\w.\-+#/]*\s*(?:方案|版本?|号)?(?:吧|就行|即可|就好)?(?:$|[,，。;；\s])`},
		},
	},
	{
		name: "result", kind: Result, importance: 0.65, soft: true,
		phrases: `
			查询完成, 共找到, 找到了, 执行完成, 运行完成, 备份完成, 导入完成, 已生成, 已保存, 已上传, 已部署, 已创建, 已发送, 已导出, 已更新, 已安装, 已删除, 已完成, 结果是, 结果为, 结果:, 查询结果, 测试通过, 构建成功, 部署成功, 耗时, 缺货, 库存, 比对, 返回了, 统计, 总计, 合计, 共计
			returned, passed, completed, succeeded, successfully, saved to, written to, exported, uploaded, deployed, generated, created, merged, build succeeded, no issues found, i checked, i compared, i found, found, results, summary:, result:, status:, in total, up to date
			完了しました, 完了, 見つかりました, 件, 結果, 保存しました
			se encontraron, resultado, resultados, guardado, completado, encontré
			gefunden, abgeschlossen, ergebnis, gespeichert, erstellt, erfolgreich`,
		patterns: []pattern{
			{"", `^\s*[{\[]\s*["{\[\d].*[:,].*[}\]]\s*$`},
			{"", `^\s*\w+\([^)]*\)\s*(?:->|=>|:|=)\s*\S`},
			{"http", `\bhttp(?:/\d(?:\.\d)?)?\s*2\d\d\b`},
			{"#", `\d+\s*(?:rows?|results?|files?|tests?|records?|items?|matches|errors?|warnings?|hits?|entries)\b`},
			{"完成, 成功", `(?:完成|成功)[,，。:：!\s]`},
		},
	},
	{
		name: "fact", kind: Fact, importance: 0.6, soft: true,
		phrases: `
			地址, 电话, 手机号, 邮箱, 账号, 税号, 抬头, 生日, 住在, 负责, 位于, 域名, 端口, 版本号, 我是, 我叫, 我姓, 我女儿, 我儿子, 我老婆, 我老公, 我妈, 我爸, 我们公司, 我们团队, 我们的, 我的, 项目叫, 配置在, 部署在, 放在, 编号
			my name, my address, my phone, my email, my birthday, my manager, my boss, my wife, my husband, my son, my daughter, my team, my company, our company, our team, our office, is located, lives in, live in, works at, works for, work at, work for, is responsible for, is in charge of, owns the, maintains the, reports to, is called, is named, stands for, runs on, is hosted, sits behind, listens on, depends on, belongs to, is stored in, signs off, is due, i work, i am a, i'm a, i'm an, i am an, born in, speaks
			住所, 電話番号, 担当, 誕生日, メールアドレス, と申します
			mi dirección, mi teléfono, me llamo, vivo en, trabajo en, nuestra empresa, nuestro
			meine adresse, ich heiße, ich wohne, ich arbeite, unsere firma, unser`,
		patterns: []pattern{
			{"配置, 设置, config, setting, endpoint, environment", `(?:配置|设置|config\w*|settings?|endpoint|environment variables?)[^.。\n]{0,16}(?:[:=：]|是|为|\bis\b|\bare\b)\s*\S`},
			{"=", `(?:^|[\s;,，；])[a-z_][\w.\-]*\s?=\s?["'\w/]`},
			{"our", `\bour [\w -]{2,40} (?:is|are|lives?|runs?|uses?|starts?|ends?|closes?|opens?)\b`},
			{"my", `\bmy [\w -]{2,30} (?:is|are|lives?|works?|uses?)\b`},
			{"we ", `\bwe (?:use|run|host|deploy|moved|migrated|ship|store|pay|have)\b`},
			{"```", "```[\\w]*\\s*\\n?[^`]*[:=][^`]*```"},
		},
	},
	{
		name: "value", kind: Constraint, importance: 0.6, soft: true,
		patterns: []pattern{
			{"#", `^[^\n]{0,24}\b(?:port|version|v|python|node|java|go|size|room|gate|seat|line|ticket|order|case|id)\s*[:=#]?\s*\d[^\n]{0,24}$`},
			{"#", `^\W{0,3}v?\d+(?:\.\d+)+\W{0,3}$`},
			{"#", `^\W{0,3}\d{4,}\W{0,3}$`},
			{"周, 星期", `^.{0,24}(?:周|星期|礼拜)[一二三四五六日天].{0,24}$`},
			{"点", `(?:上午|下午|晚上|早上|中午|明天|后天)[一二三四五六七八九十\d]+点`},
			{"day", `^\W*(?:\w+\W+){0,3}(?:monday|tuesday|wednesday|thursday|friday|saturday|sunday|today|tomorrow)(?:\W+\w+){0,3}\W*$`},
			{"#", `(?:端口|版本|尺寸|房间|座位|订单|工单)号?\s*[:=是]?\s*\d`},
		},
	},
}
