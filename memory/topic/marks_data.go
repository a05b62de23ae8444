package topic

var questionEnds = []string{"吗", "呢", "么", "是不是", "行不行", "好不好", "可不可以", "ですか", "ますか", "でしょうか", "ませんか"}

// noLongerParts begin and end clauses that say that something was otherwise before.
var noLongerParts = []struct{ first, last string }{
	{"不", "了"}, {"别", "了"}, {"no", "más"}, {"not", "any more"}, {"n't", "any more"}, {"もう", "ない"}, {"もう", "ません"},
}

// changeParts stand in clauses that report a change, the second behind the first.
var changeParts = []struct{ first, last string }{
	{"move", " to "}, {"moves", " to "}, {"moving", " to "}, {"change", " to "}, {"cut", " to "}, {"hand", " to "}, {"hands", " to "}, {"put", " up to "}, {"scale", " to "}, {"scaled", " to "}, {"went", " to "}, {"brought", " to "},
	{"从", "到"}, {"由", "变"}, {"von", " auf "},
}

// phrases are the marks of all languages, in lower case and simplified characters.
var phrases = func() *markTable {
	t := &markTable{phrases: make(map[[2]rune][]markPhrase)}
	for m, data := range markData {
		t.add(m, data)
	}
	return t
}()

var markData = map[mark]string{
	asks: `
		能不能, 可不可以, 可否, 能否, 是否, 要不要, 会不会, 是不是, 有没有可能, 为什么, 怎么样, 多少钱, 哪个, 请问, 想问, 问一下
		what if, how about, what about, should we, should i, shall we, do we, is it, are we, can we, could we, why do, i wonder, wondering, any idea, does anyone
		もし良ければ, 可能でしょうか, podríamos, podemos, sollen wir, sollten wir, können wir`,
	supposes: `
		如果, 假如, 假设, 要是, 万一, 若是, 倘若, 的话, 假使, 换做
		if, suppose, supposing, hypothetically, imagine, in case, assuming, were we to, had we, would it, what would
		もし, 場合は, としたら, だったら, falls, wenn, angenommen, si, en caso de, suponiendo, supongamos`,
	hearsay: `
		听说, 据说, 有人说, 传闻, 传言, 貌似, 好像, 听起来, 网上说, 群里说, 他说, 她说, 他们说, 人家说, 大家说, 都说, 认为, 老板说, 同事说, 朋友说, 领导说, 他觉得, 她觉得, 觉得应该, 同事觉得, 朋友觉得, 老板觉得, 推荐我, 建议我, 劝我, 主张, 声称, 传说, 谣传, 小道消息, 据传, 读到, 看到有人, 文章说, 博主
		says, said, say, claims, claimed, claim, heard, hear, rumour, rumor, rumours, rumors, apparently, supposedly, allegedly, according to, thinks, believes, swears, insists, argues, reckons, recommends, suggested, suggests, told me, tells me, someone, somebody, people say, i read, read that, an article, a blog, blog post, on twitter, on reddit, in a podcast, word is
		らしい, だって, と言って, と言う, によると, 聞いた, そうです, 噂, という話, と思うらしい
		dice que, dicen, dijo, según, he oído, oí que, me contaron, recomienda, opina, cree que, he leído, parece que
		sagt, sagte, meint, meinte, angeblich, gehört, laut, behauptet, gelesen, empfiehlt, findet dass, anscheinend`,
	considers: `
		考虑, 想试试, 想试, 也许, 或许, 可能会, 有可能, 不确定, 还没定, 待定, 候选, 评估, 提议, 讨论中, 在讨论, 还在讨论, 纠结, 犹豫, 看看能不能, 有空可以, 可以了解, 了解一下, 将来可能, 以后可能, 可能要, 可能改, 也许会, 打算, 想换, 想改, 想要, 琢磨, 在看, 在比较, 研究一下, 调研, 有意, 意向, 要不, 不如, 或者可以, 建议, 没定, 未定, 还没决定, 尚未决定, 在想
		considering, thinking of, thinking about, thought about, might, maybe, perhaps, possibly, could, would like to, would love to, want to try, wants to try, toying with, looking at, looking into, evaluating, exploring, weighing, debating, undecided, not decided, not sure, tbd, propose, proposed, proposal, idea, someday, wish, hoping, tempted, curious about, discussing, talked about, on the table, pondering, leaning towards, if possible, not yet, may switch, may move, some day, eventually
		かも, 検討, 考え中, 迷って, かもしれない, いつか, したい, つもり
		quizás, quizá, tal vez, pensando en, podría, estamos pensando, a lo mejor, me gustaría, consideramos, considerando, evaluando, valorando
		vielleicht, überlegen, überlege, könnte, könnten, eventuell, möglicherweise, würde gern, evtl, irgendwann, denken darüber nach, diskutieren`,
	adds: `
		也, 另外, 还有, 还要, 还会, 还喜欢, 还用, 还得, 还需, 还可以, 还支持, 还包括, 同时, 以及, 再加, 新增, 加上, 此外, 除了, 外加, 又加, 又添, 再补, 再买, 补充, 增加了一, 多了一个, 加了一个, 之外, 顺带, 外还
		also, too, as well, in addition, additionally, besides, plus, either, both, as well as, on top of, another one, along with, alongside, moreover, furthermore, second, extra, further, in parallel, one more, likewise
		また, さらに, それから, 加えて, 他にも, も好き
		también, además, tampoco, asimismo, aparte de, otro, otra, igualmente
		auch, zusätzlich, außerdem, ebenfalls, ebenso, zudem, noch ein, noch eine, weitere, weiterer, daneben`,
	once: `
		这次, 这一次, 这回, 本次, 此次, 临时, 暂时, 破例, 例外, 偶尔, 今天先, 就今天, 只今天, 仅今天, 先凑合, 凑合, 将就, 出差期间, 期间, 下不为例, 一次性, 权当, 唯独, 今天例外, 先用着, 顶一下, 顶替, 代班, 替班, 一次也行, 这一趟, 这趟, 这一回, 单次例外, 借用, 先垫, 头一回, 难得
		just for today, just today, today only, only today, this time, this once, for once, just once, just this, temporarily, temporary, exception, exceptionally, one-off, one off, until tomorrow, for the moment, for the time being, in the meantime, meanwhile, stopgap, while i'm away, while i am away, while travelling, while traveling, filling in, standing in, covering for, stands in, borrowed, as a one-time, for this one, this one time, this trip, special occasion, on this occasion, tonight only, for tonight, for this week, this week only, just this week, only this week, for today
		今日だけ, 今回だけ, 今回は, 一時的, 特別に, 例外, 今週だけ, 臨時, とりあえず, 一回だけ
		solo hoy, solo por hoy, por hoy, esta vez, temporalmente, de momento, por ahora, excepción, excepcionalmente, por una vez, esta semana, mientras tanto, provisionalmente, solo esta
		nur heute, ausnahmsweise, diesmal, dieses mal, vorübergehend, nur diese, einmalig, ausnahme, diese woche, zwischenzeitlich, vorläufig, für heute, heute mal, vertretungsweise`,
	today: `
		今天, 今晚, 今早, 明天, 昨天, 昨晚, 本周, 这周, 这两天, 这几天, 下周, 周末, 刚才, 前天, 后天, 当天, 今日, 今夜, 明日, 昨日, 今週
		today, tonight, tomorrow, yesterday, this week, this monday, this tuesday, this wednesday, this thursday, this friday, this saturday, this sunday, this morning, this evening, this afternoon, next week, last night, this weekend, last week, this month
		hoy, mañana, ayer, esta noche, esta tarde, heute, morgen, gestern, dieses wochenende, heute abend`,
	elsewhere: `
		上家公司, 前公司, 前东家, 以前公司, 之前公司, 上一家, 别的团队, 别的组, 别的公司, 隔壁, 别人, 竞品, 竞争对手, 对手, 友商, 其他团队, 其他组, 老东家, 上份工作, 上学时, 大学时, 小时候, 别家, 人家, 读书时, 上一份, 那边的, 其他公司
		my last company, my last job, my last team, my previous, my former, my old job, my old company, my old team, previous company, previous job, former employer, old employer, other team, another team, other teams, other company, competitor, competitors, rival, elsewhere, next door, back at, back in, at uni, at university, at college, in school, as a child, as a kid, in a past, last place
		前の会社, 前職, 他のチーム, 他社, 学生時代, 子供の頃, 隣
		mi anterior, mi antigua, mi antiguo, la competencia, otro equipo, otra empresa, de niño, de niña
		letzten firma, früheren firma, alten firma, alten job, anderes team, andere firma, konkurrenz, als kind, im studium`,
	past: `
		以前, 过去, 曾经, 曾, 当时, 那时, 早先, 早年, 从前, 去年, 前年, 上个月, 当年
		used to, formerly, back then, in the past, once upon, at the time, years ago, last year, ago
		以前は, かつて, 昔, 去年, 当時
		solía, antes, antiguamente, el año pasado, hace años, entonces
		früher, damals, letztes jahr, einst, ehemals`,
	changes: `
		改成, 改为, 改, 续签, 续了, 续期, 扩了, 增为, 减了, 上浮, 下浮, 翻倍, 减半, 重命名, 合并成, 拆分成, 轮到, 轮换, 转让, 过户, 更名为, 恢复为, 恢复成, 重新改, 加了一倍, 缩小, 扩大, 由原来, 调岗, 调去, 调任, 挂靠, 移民, 搬离, 迁出, 迁回, 接上, 接了, 顶了, 过渡, 换届, 改走, 改派, 改定, 改放, 改开, 改收, 改写成, 改跑, 改读, 改考, 改养, 改种, 改挂, 改戴, 改骑, 改开会, 换, 涨, 换号, 改口, 转学, 转校, 跳槽, 换工作, 调换, 更新到, 搬新, 迁去, 挪, 砍掉, 缩成, 变卦, 换班, 顶上, 交由, 转由, 接过, 换届, 改到, 改用, 改在, 改投, 改请, 改报, 改走, 改乘, 改坐, 改吃, 改喝, 改叫, 改住, 改从, 改由, 改做, 改写, 改选, 改约, 改订, 改签, 改期, 改去, 改买, 改学, 改名, 改了, 改回, 改放, 改存, 改发, 改看, 改找, 改穿, 改练, 改让, 改口, 改主意, 已改, 更改, 变更, 变成, 变为, 变了, 更新为, 更换, 更名, 换成, 换到, 换为, 换了, 换回, 换用, 换去, 换个, 换人, 换上, 换掉, 换乘, 换新, 替换, 取代, 代替, 替代, 替了, 切到, 切换, 切成, 切回, 转到, 转为, 转成, 转用, 转投, 转由, 转岗, 转给, 转去, 转向, 迁到, 迁移, 迁至, 迁入, 迁往, 搬到, 搬去, 搬家了, 搬至, 搬进, 搬了, 搬走, 挪到, 挪去, 挪至, 挪了, 移到, 移至, 移交, 交给, 交接给, 交棒, 接手, 接任, 接替, 接管, 接班, 归了, 调到, 调成, 调整, 调为, 调至, 调高, 调低, 调走, 上调, 下调, 升到, 升为, 升级, 升至, 升成, 升了, 降到, 降为, 降至, 降成, 降了, 降级, 涨到, 涨了, 涨至, 涨价, 加到, 加至, 提到, 提高, 提至, 提升, 增加到, 增至, 增到, 扩到, 扩容, 扩大到, 扩充, 放宽, 收紧, 缩短, 缩到, 缩减, 延长, 延到, 延至, 延期, 延后, 推到, 推迟, 推后, 顺延, 提前到, 提前至, 提前了, 往后推, 往前提, 减到, 减少到, 减为, 减至, 压到, 压缩到, 砍到, 翻到, 增长到, 恢复, 推翻, 反悔, 变卦, 改变, 重新定, 重定, 调回, 退回到, 回退到, 统一成, 统一为, 合并到, 拆成, 落到, 更到, 定成, 改主, 变动, 转移到, 过渡到, 替换成, 缩水, 更替, 变更为, 变到, 挪用, 退到, 回到, 回归, 学会了, 爱上, 迷上, 成了, 变得, 改版
		changed, changes to, come to prefer, come to like, come round to, grown to like, grown fond of, renewed, renew, scaled, scale, scaled down, scaled up, corrected, reopened, reinstated, restored, re-enabled, rolled back, rebuilt, repainted, relabelled, retitled, reformatted, rerouted, redirected, downsized, upsized, outsourced, demoted, hired, is back, are back, came back, passed to, passed on to, signed over, set to, reset to, down to, now called, allowed again, as of now, took the, swapped for, upped, dialled, lengthened, hiked, slashed, eased, switches, moves in, retrained, repurposed, reversed course, rebooked, reordered, reinstalled, rehomed, joined, swaps, moves over, move over, started at, starting at a new, wants us to, is now called, goes by, trade, traded, exchanged, subbed, overtook, step down, stepped down, steps in, took on, picks up, shortens, lifted, loosened, bring forward, relaxed, revamped, refitted, rewired, change of, changing, switched, switching, switch to, switch back, moved, moving to, move to, moves to, migrated, migrating, migrate, migration, bumped, bump, upgraded, upgrade, downgraded, raised, raise, lowered, increased, decreased, reduced, replaced, replaces, replacing, swapped, swap, extended, extends, postponed, pushed back, pushed to, pushed out, put back, brought forward, moved up, delayed, rescheduled, reschedule, shifted, slipped, handed, took over, takes over, taking over, taken over, transferred, gone over, went over to, converted, became, becomes, has become, turned into, renamed, rebranded, relocated, widened, tightened, shortened, grew to, rose to, went up, goes up, gone up, went down to, came down to, fell to, dropped to, cut to, cut down, capped, doubled, halved, tripled, trimmed, expanded, shrank, rewrote, rewritten, ported, reverted, revert, rolled over, overruled, reversed, revised, updated to, updated, amended, adjusted, corrected, changed my mind, changed our mind, go back to, went back, back to, instead, rather than, in place of, in favour of, in favor of, succeeded by, succeeds, promoted, reassigned, appointed, adopted, given up, cancelled and, brought down, ended up, settled on, goes to, is out, revoked, superseded, overhauled, replatformed, consolidated, split into, merged into
		変更,  短縮, 拡張, 拡大, 縮小, 修正, 増やし, 減らし, 増員, 統合, 分割, 復帰, 再開, 更改, 転職, 乗り換えました, 替えました, 替わり, 代わりました, 決め直, 変わり, 変わった, 変わって, 変えました, 変えた, 変える, 変えて, 延び, 延期, 延長, 移行, 移りました, 移った, 移転, 移動, 切り替え, 乗り換え, 引っ越し, 引き継, 交代, 更新, アップグレード, 上がりました, 上がった, 下がりました, 下がった, 増えました, 減りました, 引き上げ, 引き下げ, 値上げ, 値下げ, 前倒し, になりました, になった, にしました, に替え, に代わ, に戻, 繰り上げ, 繰り下げ, 置き換え, 移しました, 移す, 転勤, 異動
		cambi*,  renov*, recort*, corrig*, reduc*, renunci*, subieron, han subido, nos han subido, han bajado, se pasó, se mudó, promovi*, contrat*, ha pasado a, pasó a, pasa a, pasamos a, hemos pasado, me pasé, migr*, movid*, movimos, traslad*, retras*, aplaz*, adelant*, subió, sube a, ha subido, bajó, baja a, ha bajado, aument*, reduj*, reducid*, sustitu*, reemplaz*, en lugar de, en vez de, me mudé, nos mudamos, mudad*, actualiz*, ampli*, posp*, se encarga, relev*, volvemos a, prorrog*, pasado al
		gewechselt,  erneuert, verkleinert, vergrößert, gekürzt, angepasst, korrigiert, abgegeben, aufgeteilt, zusammengelegt, befördert, eingestellt auf, nachfolger, nachfolgerin, wechsel*, umgestellt, umgestiegen, umgezogen, umgezog*, verschoben, verleg*, geändert, ändert, änder*, ersetzt, ersetz*, statt, stattdessen, anstelle, migriert, erhöht, gesenkt, verlängert, verkürzt, übernimmt, übernommen, übergeben, gestiegen, gesunken, aktualisiert, angehoben, herabgesetzt, vorgezogen, umbenannt, umgebaut, umgesattelt, zieht um, ziehen um, wurde zu, abgelöst, ausgetauscht, aufgestockt, hochgesetzt`,
	retires: `
		不再,  封了, 封闭, 封路, 停机, 停电拆除, 拆除, 报停,  忘光, 售罄, 卖完, 缺货, 没货, 客满, 退租, 退了, 退掉, 结束了, 用完, 塌了, 淹了, 停运, 停刊, 停播, 停售, 停招, 停发, 免去, 免除, 不提供, 不供应, 不营业, 已满, 解散, 倒闭, 关张, 关门了, 搬空, 清空, 清仓, 不用了, 不要了, 不吃了, 不喝了, 不做了, 不去了, 不干了, 不养了, 不住了, 不学了, 不玩了, 不看了, 不走了, 不穿了, 不坐了, 不跑了, 不戴了, 不抽了, 不买了, 不写了, 不叫, 不收了, 不支持了, 不需要了, 不能用了, 不放了, 不发了, 不在了, 不管了, 不负责了, 作废, 下线, 弃用, 停用, 停了, 停掉, 停产, 停止, 停服, 停办, 停业, 关停, 关掉了, 关了, 关闭了, 废弃, 废除, 废止, 取消, 取消了, 撤销, 撤了, 撤掉, 解约, 解除, 终止, 离职, 走了, 调走, 辞职, 辞了, 退休, 退出, 退役, 淘汰, 戒了, 戒掉, 戒, 扔了, 卖了, 丢了, 坏了, 报废, 没了, 没有了, 没抢到, 拆了, 删了, 删掉, 移除, 抛弃, 放弃, 否了, 否决, 失效, 到期, 过期了, 换走, 转走, 被占, 分手, 离开, 别叫, 别再, 别用, 不必, 免了, 已经不, 早就不, 现在不, 停更, 清退, 腻了, 吃腻, 停维护, 休产假, 请长假, 受不了, 撑不住, 毕业了, 不行了
		no longer, not any more, pulled out, pull out, moved out of, is being renovated, under renovation, no more, is closed, are closed, closed, out of stock, sold out, unavailable, fully booked, burnt down, flooded, got fired, laid off, handed in notice, gave notice, lost the, is banned, are banned, is down for good, withdrawn from, scrap, scrap the, cut out, given up, gave up, is enough, moved out, sick leave for good, put down, passed away, chucked, binned, tossed, threw out, broke down for good, anymore, any more, gone, dead, retired, retire, dropped, drop, cancelled, canceled, called off, discontinued, deprecated, decommissioned, shut down, shutting down, switched off, turned off, phased out, scrapped, abandoned, ditched, stopped, stop, quit, quitting, gave up, left, leaving, resigned, closed down, removed, void, obsolete, outdated, expired, terminated, ended, got rid of, sold, broke up, axed, killed, sunset, offline for good, not valid, invalid, is over, are over, was over, unsubscribed, uninstalled, forget about, never mind, done with, bye to, goodbye to, fired, out of service, out of business, pulled the plug, withdrawn, disbanded, dissolved, off the table, went bust, out the window, hurts, hurt, isn't used, not used, don't use, got fed up, fed up, sick of, grew out of, backed out, fell through
		もう,  売り切れ, 満席, 満員, 閉まり, 退社, 引退, 休業, なし になり, やめました, やめた, やめて, やめます, 廃止, 終了, 退職, 辞め, 中止, 取り消, 使わなく, なくなり, なくなった, 停止, 解約, 閉鎖, 卒業, 閉店, 飲まなく, 食べなく
		ya no,  agotad*, despid*, desped*, clausur*, caduc*, romp*, dej*, cancel*, se acabó, elimin*, retir*, cerr*, suspend*, obsolet*, anul*, se fue, se ha ido, abandon*, descart*, se jubil*
		nicht mehr,  ausverkauft, ausgebucht, hat gekündigt, weggegangen, abgelaufen, kaputt, pleite,  in rente, im ruhestand, vertrage, pensioniert, aufgelöst, beendet, verkauft, weggezogen, abgeschafft, abgesagt, gekündigt, eingestellt, abgeschaltet, veraltet, gesperrt, storniert, aufgegeben, geschlossen, aufgehört, verlassen, entfällt, weggefallen, ist weg, ist raus, ausgemustert, ausgeschieden`,
	complains: `
		太吵, 太慢, 太贵, 太啰嗦, 太多, 太少, 太长, 太短, 太早, 太晚, 太频繁, 太小, 太大, 太重, 太敏感, 太麻烦, 太挤, 太远, 不够用, 不够, 不方便, 腻了
		too noisy, too slow, too expensive, too many, too much, too long, too late, too early, too often, too short, too big, too small, too loud, too far, overkill, isn't enough, not enough, hard to read, fed up
		多すぎ, 遅すぎ, 高すぎ, 長すぎ, 短すぎ, 足りな, うるさ
		demasiado, demasiada, no basta, no es suficiente
		zu laut, zu langsam, zu teuer, zu viel, zu viele, zu lang, zu spät, zu früh, zu oft, reicht nicht, zu klein, zu groß`,
	now: `
		现在, 目前, 如今, 眼下, 当前, 最近, 近来, 已经, 这会儿, 今年, 现, 现已, 后来, 结果
		now, currently, nowadays, these days, at present, at the moment, as of, lately, recently, since, meanwhile, already, finally
		今は, 現在, 最近, 今では, 今年
		ahora, actualmente, hoy en día, últimamente, ya
		jetzt, mittlerweile, inzwischen, aktuell, derzeit, zurzeit, nun, neuerdings, seit`,
	standing: `
		以后, 从今以后, 从现在起, 从现在开始, 从今天起, 今后, 往后, 此后, 之后都, 起改, 开始用, 开始吃, 即日起, 起执行, 月起, 日起, 号起, 周起, 年起, 起都, 固定改, 长期, 统一用, 一律, 从下, 从本, 往后都
		from now on, from here on, going forward, henceforth, from today, as of today, starting, starts from, effective, from then on, for good, permanently, in future, in the future, from september, from monday, from january, from february, from march, from april, from may, from june, from july, from august, from october, from november, from december, from next, from tomorrow, onwards, onward, until further notice
		これから, 今後, 以降, これからは, 来月から, 来週から, 今日から, 明日から
		a partir de, de ahora en adelante, desde ahora, desde hoy, desde el, en adelante, desde enero, desde
		ab sofort, ab jetzt, ab heute, künftig, von nun an, in zukunft, zukünftig, ab dem, ab nächst*, ab montag, ab januar, ab februar, ab märz, ab april, ab mai, ab juni, ab juli, ab august, ab september, ab oktober, ab november, ab dezember, dauerhaft`,
	keeps: `
		仍, 仍然, 还是, 不变, 照旧, 维持, 依然, 依旧, 照常, 没变, 继续, 始终, 还没
		still, remains, remain, unchanged, as before, as usual, continues, continue, keep using, stays, stay with, same as
		まだ, 変わらず, 引き続き, そのまま, 相変わらず
		sigue, siguen, seguimos, todavía, aún, sin cambios, como siempre, continúa
		bleibt, bleiben, weiterhin, immer noch, unverändert, nach wie vor, wie bisher, noch immer`,
	negates: `
		不, 别, 没, 没有, 勿, 非, 无, 未, 禁止, 不要, 不能, 不可, 不得, 不许, 不准, 不吃, 不喝, 不用, 不喜欢, 讨厌, 拒绝, 忌, 切勿, 避免, 免
		not, never, no, don't, doesn't, didn't, isn't, aren't, won't, can't, cannot, without, none, nobody, nothing, hate, dislike, avoid, refuse, forbidden, banned, shouldn't, mustn't, wasn't, weren't, wouldn't, couldn't, do not, does not, stop, nor, neither
		ない, ません, なし, 禁止, 嫌い, 苦手
		no, nunca, jamás, sin, ningún, ninguna, odio, prohibido, ni
		nicht, kein, keine, keinen, keinem, keiner, nie, niemals, ohne, hasse, verboten, weder`,
	news: `
		更正, 纠正, 勘误, 说错了, 记错了, 搞错了, 弄错了, 更新一下, 最新, 新的, 通知, 其实, 确认, 定了, 批了, 新地址, 新号码, 新电话, 新邮箱, 新的是, 老板批了
		actually, after all, correction, update, change of plan, plans changed, scratch that, on second thought, i was wrong, i meant, my mistake, heads up, heads-up, new, latest, turns out, confirmed, finalised, finalized, approved
		訂正, 実は, 新しい, やっぱり, やはり, 決定
		en realidad, corrección, nuevo, nueva, al final, finalmente, mejor
		tatsächlich, eigentlich, korrektur, neu, neue, neuer, neues, neuen, doch, lieber, endgültig`,
	decides: `
		决定, 定了, 定在, 定为, 选了, 选定, 敲定, 订了, 订好, 约了, 约在, 约好, 签了, 签约, 商定, 拍板, 方案, 计划, 预定, 打算用, 用的是, 请了, 找了
		decided, decide, chose, chosen, picked, booked, signed, hired, agreed, agreed on, settled on, went with, going with, plan, plans, planned, scheduled, reserved, ordered, set for, we're taking, opted, enrolled
		決め, 決定, 予約, 契約, 選び, 予定
		decidimos, decidido, elegimos, elegido, reservamos, reservado, firmamos, contratamos, acordamos, quedamos
		entschieden, beschlossen, gebucht, gewählt, unterschrieben, vereinbart, ausgesucht, bestellt, geplant`,
	agrees: `
		同意了, 批了, 采纳, 已同意, 我同意, 答应了, 通过了, 照办, 拍板了, 敲定, 确定了, 就这么定, 说定了, 听他的, 听她的
		i agreed, we agreed, agreed to, we went with it, approved, signed off, accepted, so we did, so i did, and i did, it's decided, confirmed, and we did
		承認され, 同意しました, 決まりました, 採用しました
		aceptamos, acepté, aprobado, estuvimos de acuerdo, quedó decidido
		zugestimmt, genehmigt, einverstanden, beschlossen`,
	happened: `
		了, 过, 失败, 报错, 崩溃, 跑通, 超时, 到账, 查到, 发现, 测了, 上线后, 完成, 成功
		was, were, had, went, found, added, bought, signed, met, made, built, gave, told, dropped out, grew, hired, merged, split, came, took, paid, got, lost, broke, fell, sent, failed, crashed, died, topped, returned, complained, ran, got, became, refused, rejected, passed, shipped, arrived, finished, started, opened, viewed, saw, said, asked, thanked
		ました, でした, した, しました, 失敗
		fue, fueron, falló, llegó, hizo, pagó, tuvimos, encontré, encontramos, perdió, salió
		war, waren, hatte, wurde, ging, kam, fand, verlor, brach, fiel, gefunden, bezahlt, fehlgeschlagen, abgestürzt`,
	courtesy: `
		请, 麻烦, 顺便, 顺便说, 提醒一下, 对了, 说一下, 记一下, 记住, 你好, 您好, 谢谢, 好的, 嗯, 那个, 帮我, 给我, 请记住, 记得, 别忘了, 注意, 备注, 通知一下, 同步一下, 跟你说, 告诉你, 吧, 啊, 哦, 呀, 啦, 嘛
		please, hi, hello, hey, thanks, thank you, by the way, btw, fyi, ok, okay, well, oh, so, remember, note, reminder, just so you know, let me, tell you, remember that, note that, for the record, kindly, ideally, in general, generally, usually, always
		ください, お願いします, ちなみに, です, ます, でした, ました, ね, よ
		por favor, hola, gracias, oye, por cierto, recuerda, bueno
		bitte, hallo, danke, übrigens, also, ruhig, mal, gern, gerne`,
	// These hide shorter phrases that they begin with or hold.
	0: `
		也许会, 修改, 改进, 临时有事, 临时通知, 临时加班, 临时起意, 不可用, 没成功, 没返回, 不通, 打不开, 不响应, 没响应, 连不上, 不了, 不起来, 换行, 换季, 换算, 换句话, 兑换, 交换, 换货, 换单, 转换, 改造, 改革, 整改, 批改, 改编, 换洗, 换乘站, 变换, 涨粉, 涨潮, 上涨空间, 改善, 改天, 别的, 别人, 别处, 分别, 特别, 级别, 区别, 类别, 识别, 性别, 不过, 不错, 不仅, 不但, 不同, 不少, 非常, 无论, 没问题, 未来, 差不多, 不管, 要不然, 交给我, 不超过, 不得超过, 不高于, 不低于, 不少于, 不多于, 现金, 现场, 现货, 表现, 发现, 实现, 出现, 现象, 无线, 无人机, 非洲, 现代, 现象, 免费, 期间费, 通知栏, 通知渠道, 停车, 停止线, 到期日, 到期时间, 过去式, 免疫, 转给我看, 也不
		now and then, out of memory, run out of memory, no more than, left at, left in, left on, is left, are left, be left, left over, left with, can't spend more than, cannot exceed, not exceed, must not exceed, don't exceed, no longer than, can't be more than, not over, stopped at, change log, changelog, change request, stops at, move fast, not more than, no later than, not later than, no less than, not only, no idea, no problem, know, no., left side, left-hand, on the left, left hand, newsletter, moved by, if only, second-hand, seconds, sold by, sold in, so that, so far, as soon as, no doubt, well-known
		もうすぐ, もうひとつ, no más de, no menos de, si bien, antes de, nicht nur, sí, nicht mehr als, nicht später als, ひとつも`,
}
