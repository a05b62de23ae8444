package topic

// The attributes that statements give values to, by family: those of different families are different matters.
const (
	moneyLines = `
	budget: budget, 预算, 经费, 予算, presupuesto, spend, can't spend
	price: price, 票价, 门票, cost, costs, fee, rate, 价格, 价钱, 单价, 费用, 报价, 月费, 年费, 定价, 售价, 多少钱, 料金, 値段, 価格, 費用, precio, cuesta, cuota, preis, kostet, gebühr, tarifa, tarif
	salary: salary, pay rate, wage, 工资, 薪资, 薪水, 月薪, 年薪, 年包, 給料, 年収, sueldo, salario, gehalt, lohn
	rent: rent, 房租, 租金, 家賃, alquiler, miete
	discount: discount, 折扣, 优惠, 割引, descuento, rabatt
	deposit: deposit, 押金, 定金, 订金, 敷金, fianza, kaution, anzahlung
`
	timeLines = `
	deadline: deadline, due, due date, hand in, 截止, 截止日期, 期限, 最晚, 交付日, 交稿, 之前要交, 提交, 締め切り, 締切, 提出期限, 提出, fecha límite, plazo, entrega, entregar, frist, abgabe*, abgeben, stichtag
	launch: launch, release, go live, go-live, rollout, ship date, 上线, 发布, 首版, 发版, 开卖, 上市, リリース, 公開, lanzamiento, veröffentlichung, deploy, deploys, deployment, 部署, デプロイ
	meeting: meeting, meetings, meet, standup, stand-up, sync, review meeting, 会议, 例会, 组会, 周会, 晨会, 站会, 开会, 会, 評議会, 会議, 定例, ミーティング, 朝会, reunión, reuniones, junta, besprechung*, treffen, meeting*, sitzung*
	start time: starts, start, begins, 开始, 开始时间, 開始, empieza, comienza, inicio, beginnt, startet, beginn
	opening hours: opens, open, opening hours, business hours, office hours, closes, close, closing time, 营业, 营业时间, 开门, 关门, 打烊, 工作时间, 営業時間, 開店, 閉店, abre, cierra, cierran, abren, horario, öffnungszeiten, öffnet, schließt
	update schedule: refresh, updates every, 更新时间, 刷新, 更新
	backup time: nightly job, cron, 定时任务, 批处理, 夜間バッチ
	hours of work: work hours, working hours, 上班时间, 下班, 勤務時間, horario laboral, arbeitszeit
	wake time: wake up, get up, 起床, 早起, 起きる, me levanto, aufstehen
	bedtime: bedtime, go to bed, sleep, 睡觉, 就寝, 寝る, dormir, schlafen, 睡
	appointment: appointment, 预约, 约在, 复诊, 予約, cita, termin, 面试, interview, 面接, entrevista, bewerbungsgespräch
	exam: exam, test date, 考试, 期末, 試験, examen, prüfung, klausur
	class time: class, lesson, course, 课, 上课, 课程, 授業, レッスン, clase, curso, unterricht, kurs
	departure: departs, departure, leaves at, 出发, 发车, 起飞, 出発, sale a las, salida, abfahrt, fährt, abflug
	arrival: arrives, arrival, 到达, 抵达, 到着, llega, llegada, ankunft, kommt an
	check-in: check-in, check in, 入住, チェックイン, einchecken
	birthday: birthday, born on, 生日, 诞生日, 誕生日, cumpleaños, geburtstag
	delivery: delivery, delivered, shipment, 送货, 发货, 交货, 配送日, entrega, lieferung, envío
`
	personLines = `
	contact: contact, contact person, point of contact, 对接人, 联系人, 接口人, 担当, 担当者, 窓口, contacto, persona de contacto, ansprechpartner*, kontakt, liaison
	owner: owner, owns, in charge, responsible, maintainer, maintains, looks after, takes care, assignee, leads, lead, 负责, 负责人, 归, 主管, 牵头, 管, 维护人, 责任人, 責任者, 負責, リーダー, responsable, encargado, encargada, se encarga, verantwortlich*, zuständig*, leitet, leiter, kümmert
	approver: approver, approves, signs off, sign off, approval, 审批, 审批人, 签字, 承認者, aprueba, freigabe, genehmigt
	reviewer: reviewer, reviews, code review, review, reviewers, 代码评审, 评审, 评审人, 审稿, レビュー, レビュアー, revisión, revisor, prüfer
	manager: manager, boss is, supervisor, advisor, mentor, 经理, 上级, 直属, 导师, 上司, 指導教員, jefe, supervisor, betreuer, vorgesetzter
	doctor: doctor, dentist, physician, therapist, 医生, 主治, 主治医生, 牙医, 大夫, 医者, 主治医, médico, dentista, arzt, hausarzt, zahnarzt
	teacher: teacher, tutor, coach, trainer, 老师, 教练, 家教, 班主任, 先生, コーチ, profesor, profesora, entrenador, lehrer, lehrerin, trainerin
	supplier: supplier, vendor, provider, contractor, partner, agency, 供应商, 合作方, 合作商, 厂商, 承包商, 服务商, 外包, 業者, 取引先, 仕入れ先, proveedor, lieferant, anbieter, dienstleister, 印厂, 搬家公司, mover, caterer, printer firm
`
	placeLines = `
	port: port, 端口, 监听, listens, ポート, puerto, 포트
	address: address, url, endpoint, host, hostname, domain, 地址, 网址, 域名, 链接, 入口, アドレス, dirección, dominio, adresse, lives at
	home: live in, lives in, i live, home address, 我住, 住在, 住址, 家住, 家在, 我家, 住んで, 住所, vivo en, vive en, ich wohne, wohnt in, wohne, wohnort
	workplace: work at, works at, works for, employer, 就职, 任职, 上班, 供职, 在职, 単位, 勤務先, 働いて, trabajo en, trabaja en, arbeite bei, arbeitet bei
	room: room, meeting room, 会议室, 房间, 教室, 部屋, sala, aula, habitación, raum, zimmer, 教室
	floor: floor, storey, 楼层, 階, piso, stock, etage, stockwerk, 层
	gate: gate, platform, terminal, 登机口, 站台, 航站楼, 候车, ゲート, ホーム, puerta, andén, gleis, bahnsteig
	meeting point: meeting point, meeting place, meet at, 集合地点, 集合, 碰头地点, 见面地点, 集合場所, 待ち合わせ, punto de encuentro, treffpunkt, treffen uns
	venue: venue, location, place, 地点, 场地, 会场, 场馆, 会場, 場所, lugar, sede, ubicación, ort, veranstaltungsort, standort
	region: region, availability zone, data center, datacenter, data centre, 区域, 地域, 机房, 可用区, リージョン, región, rechenzentrum
	storage: stored, storage, saved, kept in, 存在, 存储, 存放, 放在, 保存先, almacenado, gespeichert, guardan
	phone number: phone number, number is, test number, mobile number, 电话号码, 手机号, 号码, 联系电话, 電話番号, número de teléfono, telefonnummer, handynummer
	e-mail address: email address, e-mail address, 邮箱地址, メールアドレス, dirección de correo, mailadresse
`
	amountLines = `
	headcount: headcount, guests, attendees, participants, people, for how many, 人数, 参加人数, 参会人数, 宾客, 定員, asistentes, invitados, gäste, teilnehmer
	threshold: threshold, alert when, alert at, alarm, alerts, alert, warn, 阈值, 告警, 报警, 警戒线, 閾値, しきい値, アラート, umbral, alerta, schwelle, schwellwert, alarm*
	limit: limit, limits, maximum, max, cap, capped, at most, upper bound, quota, no more than, up to, 上限, 最多, 限额, 额度, 限制, 配额, 不超过, 限流, 最大, 封顶, 上限値, 最大値, límite, máximo, como máximo, grenze, höchstens, limit*, maximal, cupo
	minimum: minimum, min, at least, lower bound, 最低, 至少, 最少, 起订量, 下限, 最小, 以上, mínimo, al menos, mindestens, mindest*
	timeout: timeout, time-out, time out, 超时, 超时时间, タイムアウト, tiempo de espera, zeitlimit
	retention: retention, kept for, keep for, retained, 保留, 保存期, 留存, 保存期間, retención, aufbewahrung*, 保存
	expiry: expires, expire, expiry, valid until, valid for, ttl, 有效期, 过期, 失效时间, 到期日, 有効期限, caduca, caducidad, vence, gültig, läuft ab
	retries: retries, retry, 重试, 重试次数, リトライ, reintentos, wiederholungen
	batch size: batch size, batch, 批大小, 批次, バッチ, lote
	replicas: replicas, instances, nodes, 副本, 副本数, 实例, 节点, レプリカ, réplicas, instanzen
	memory size: memory, ram, 内存大小, 内存, メモリ, memoria, arbeitsspeicher
	disk: disk, disk space, ssd, hard drive, 硬盘, 磁盘, ディスク, disco, festplatte
	bandwidth: bandwidth, 带宽, 網速, 帯域, ancho de banda, bandbreite
	image size: image size, resolution, picture size, 图片大小, 分辨率, 图片尺寸, 解像度, resolución, auflösung
	upload limit: upload, uploads, upload size, 上传, 上传大小, アップロード, subida, hochladen
	learning rate: learning rate, 学习率, 学習率
	accuracy: accuracy, 准确率, auc, 精度, genauigkeit, precisión
	video length: video length, 视频时长, 时长, 動画時間, duración, dauer
	dose: dose, dosage, 剂量, 用量, 服用, dosis
	weight: weight, weigh, weighs, 体重, peso, gewicht, wiegt
	height: height, tall, 身高, 身長, altura, größe beträgt
	blood pressure: blood pressure, 血压, 血圧, presión arterial, blutdruck
	age: age, years old, 岁, 年龄, 年齢, edad, alter
	goal: goal, target, aim, 目标, 指标, 目標, objetivo, meta, ziel
	team size: team size, 团队规模, 编制
	payment term: payment term, payment terms, pays within, pays in, 付款周期, 账期, 结算周期, 支払期限, plazo de pago, zahlungsziel, zahlungsfrist
	warranty: warranty, guarantee, 保修, 质保, 保証, garantía, garantie
	return window: refund window, refund, refunds, return period, returns, 退款, 退货, 退换, 返品, 返金, devolución, reembolso, rückgabe, erstattung
	response time: response time, first reply, reply within, sla, 响应时间, 回复时限, 首响, 返信, tiempo de respuesta, antwortzeit
	vacation days: annual leave, leave days, 年假, 有給, días de vacaciones, urlaubstage
	stock: inventory, stock level, 库存, 在庫, inventario, lagerbestand
	version: version, release version, 版本, 版本号, バージョン, versión, fassung
`
	mannerLines = `
	job title: job title, position, role, title, 职位, 岗位, 职务, 目标岗位, 職種, 役職, puesto, cargo, stelle
	name to call: call me, my name is, name is, nickname, address me, 叫我, 称呼我, 我叫, 名字, 昵称, 呼んで, 名前, llámame, me llamo, mi nombre, nenn mich, heiße, name ist
	password: password, passphrase, pin, passcode, 密码, 口令, パスワード, contraseña, passwort, kennwort, 门锁
	token: token, secret, api token, 令牌, 密钥, トークン, schlüssel
	salutation: salutation, greeting, signature, 落款, 签名, 署名, firma, grußformel
	summary style: summary, summaries, 总结, 摘要, 要約, resumen, zusammenfassung
	answer style: answer, answers, reply, replies, response, responses, respond, 回答, 回复, 答复, 解释, 返事, 回答して, respuesta, respuestas, responde, antwort, antworten, antworte, contesta
	code style: code style, style guide, 代码规范, 代码风格, コーディング規約, estilo de código, codestil
	comments: comments, 注释, コメント, comentarios, kommentare
	notification: notify, notifications, ping, remind, reminders, 通知, 提醒, 通知我, お知らせ, avisa, avísame, notificaciones, benachrichtig*, melde, erinner*
	process: process, workflow, procedure, 流程, 工作流, 手順, proceso, ablauf, prozess
	subject line: subject line, subject lines, 邮件标题
	slogan: slogan, tagline, headline, 标语, 口号, 标题, スローガン, titel
	logo: logo, icon, 图标, 标志, ロゴ, logotipo
	medicine: medicine, medication, pill, drug, 药, 吃药, 服药, 降压药, 薬, 服薬, medicina, medicación, pastilla, medikament, tablette
	experience level: level, beginner, 水平, 等级, レベル, nivel, niveau
	book: book, textbook, 教材, 词汇书, 书, 本, 教科書, libro, buch, lehrbuch
`
)

// thingLines name things that statements are about, rather than what they say of them.
const thingLines = `
	backup: backup, backups, 备份, バックアップ, copia de seguridad, datensicherung, sicherung*
	log: log, logs, logging, 日志, ログ, registro, registros, protokollierung
	report: report, reports, 报表, 报告, 周报, 月报, 日报, レポート, 報告書, informe, informes, bericht, berichte
	newsletter: newsletter, mailing, 推送, 公众号, 简报, メルマガ, boletín, rundbrief
	lunch: lunch, 午饭, 午餐, 中饭, ランチ, 昼食, almuerzo, mittagessen
	dinner: dinner, supper, 晚饭, 晚餐, 夕食, 晩ご飯, cena, abendessen
	breakfast: breakfast, 早饭, 早餐, 朝食, desayuno, frühstück
	wedding: wedding, 婚礼, 結婚式, boda, hochzeit
	party: party, 派对, 聚会, 团建, 年会, 飲み会, fiesta, feier
	move: moving house, moving day, 搬家, 引越し, mudanza, umzug
	visa: visa, 签证, ビザ, visado, visum
	passport: passport, 护照, パスポート, pasaporte, reisepass
	insurance: insurance, 保险, 医保, 保険, seguro, versicherung
	pull requests: pull request, pull requests, pr, prs, merge request, 合并请求, プルリク
	unit tests: unit tests, tests, 单测, 单元测试, 测试用例, テスト, pruebas
	documentation: docs, documentation, 文档, ドキュメント, documentación, dokumentation
	frontend: frontend, front end, front-end, 前端, フロントエンド, oberfläche
	backend: backend, back end, back-end, 后端, 后台, バックエンド, server side
	mobile app: mobile app, app, 客户端, 小程序, アプリ, aplicación
	website: website, site, web page, homepage, landing page, 网站, 官网, 主页, サイト, ホームページ, sitio web, página web, webseite, webauftritt
	gateway: gateway, 网关, ゲートウェイ, pasarela
	staging: staging, pre-production, 预发, 预发环境, ステージング, preproducción
	pipeline: pipeline, build pipeline, 流水线, パイプライン, build
	server: server, machine, 服务器, 机器, 主机, サーバー, servidor, maschine
	session: session, sessions, 会话, セッション, sesión, sitzung
	car: my car, car is, 我的车, 开的是, 愛車, mi coche, mein auto
	phone: my phone, phone is, 手机, 携帯, スマホ, mi móvil, mein handy
	computer: laptop, my computer, computer, 电脑, 笔记本, パソコン, ordenador, portátil, rechner
	order: order, orders, 订单, 注文, pedido, pedidos, bestellung
	member: membership, member, members, 会员, 会員, socio, mitglied
	customer: customer, client, customers, clients, 客户, 顧客, お客様, cliente, clientes, kunde, kunden
	user: user, users, 用户, ユーザー, usuario, usuarios, benutzer, nutzer
	visit: visit, visiting, 拜访, 参观, 探望, 訪問, visita, besuch
	gift: gift, present, 礼物, 礼品, プレゼント, regalo, geschenk
	plan: plan, plans, 计划, 方案, プラン, planes, pläne
	decision: decided, decision, 决定, 决策, 決定, decidido, decidimos, entschieden, beschlossen
	schooling: school, kindergarten, nursery, 学校, 幼儿园, 小学, 保育園, colegio, escuela, guardería, schule, kita
	university: university, college, 大学, universidad, universität
	gym membership: gym membership, 健身卡
	data: data, dataset, 数据, 数据集, データ, datos, daten
	training: training run, train, 训练, 重训, 学習, entrenamiento
	signature key: certificate, cert, 证书, 証明書, certificado, zertifikat
	sprint: sprint, iteration, 迭代, スプリント
	flat: flat, apartment, house, 公寓, 房子, アパート, マンション, piso, wohnung
	garden: garden, 花园, 院子, 庭, jardín, garten
	kitchen: kitchen, 厨房, キッチン
	keyboard: keyboard, 键盘, キーボード, teclado, tastatur
	mouse: mouse, 鼠标, マウス, ratón, maus
	monitor: monitor, screen, display, 显示器, 屏幕, モニター, pantalla, bildschirm
	chair: chair, 椅子, silla, stuhl
`

// scopeLines say whose or which matter a statement is about. Another member is another matter.
const scopeLines = `
	environment: environment, 环境, 環境, entorno, umgebung | production=prod=生产=生产环境=线上=本番=producción=produktion, test=测试环境=テスト環境, development environment=dev=开发环境=開発環境, staging environment=staging=预发环境, sandbox=沙箱, uat, canary environment
	meal: meal | breakfast time=早饭时, lunch time=午饭时, dinner time
	part of day: | morning=mornings=早上=上午=早晨=清晨=朝=午前=mañanas=morgens=vormittag, afternoon=afternoons=下午=午後=tarde=nachmittag, evening=evenings=晚上=傍晚=晚间=夜=noche=abends=abend, noon=中午=midday, night=深夜=凌晨=半夜
	month: month of | january=一月份=januar=enero=jan, february=februar=febrero=feb, march=märz=marzo, april=abril, may=mai=mayo, june=juni=junio, july=juli=julio, august=agosto=aug, september=septiembre=sept, october=oktober=octubre=oct, november=noviembre=nov, december=dezember=diciembre=dec
	generation: | old=旧=旧版=alt=alte=alten=viejo=vieja=antiguo=previous=former, new=新版=neu=neue=neuen=neuer=nuevo=nueva
	period: | first half=上半年=h1=erstes halbjahr=primer semestre=上半期, second half=下半年=h2=zweites halbjahr=segundo semestre=下半期, first quarter=q1=一季度=第一季度=primer trimestre, second quarter=q2=二季度=第二季度, third quarter=q3=三季度=第三季度, fourth quarter=q4=四季度=第四季度
	season: season | spring=春天=春季=春=primavera=frühling=frühjahr, summer=夏天=夏季=夏=verano=sommer, autumn=秋天=秋季=秋=otoño=herbst, winter=冬天=冬季=冬=invierno
	kin: | mother=mum=mom=妈=妈妈=母亲=我妈=母=お母さん=madre=mamá=mutter, father=dad=爸=爸爸=父亲=我爸=父=お父さん=padre=papá=vater, parents=爸妈=父母=两親=両親=padres=eltern, wife=老婆=妻子=爱人=太太=妻=esposa=frau=ehefrau=mi mujer, husband=老公=丈夫=先生家=夫=marido=mann=ehemann, son=儿子=息子=hijo=sohn, daughter=女儿=娘=hija=tochter, brother=哥哥=弟弟=哥=弟=兄=hermano=bruder, sister=姐姐=妹妹=姐=妹=姉=hermana=schwester, child=children=kids=kid=孩子=小孩=子供=niños=kinder, partner=对象=伴侣=pareja=partnerin, girlfriend=女朋友=女友=彼女=novia=freundin, boyfriend=男朋友=男友=彼氏=novio, grandmother=grandma=奶奶=外婆=姥姥=祖母=abuela=oma=großmutter, grandfather=grandpa=爷爷=外公=祖父=abuelo=opa, uncle=叔叔=舅舅=tío=onkel, aunt=阿姨=姑姑=tía=tante, cousin=表哥=表弟=表妹=堂哥=primo=prima=cousine, friend=friends=朋友=好友=友達=友人=amigo=amiga=freund=freunde, colleague=colleagues=coworker=coworkers=同事=同僚=compañero=compañera=kollege=kollegin=kollegen, roommate=flatmate=室友=舍友=ルームメイト=compañero de piso=mitbewohner, neighbour=neighbor=neighbours=邻居=隣人=vecino=vecina=nachbar=nachbarin, boss=老板=领导=上司=jefe=jefa=chef=chefin=managers, classmate=同学=同级生=クラスメート=mitschüler, family=家人=家里人=家族=familia=familie, in-laws=岳父=岳母=婆婆=公公=suegra=schwiegermutter, intern=实习生=インターン=praktikant=becario
`

// actionLines are verbs and qualities that people put in other words.
const actionLines = `
	like: like, likes, love, loves, enjoy, enjoys, prefer, prefers, preferred, favourite, favorite, fond, keen, into, 喜欢, 爱, 爱好, 偏好, 偏爱, 更喜欢, 最爱, 爱吃, 爱喝, 爱用, 好き, 大好き, gusta, gustan, encanta, encantan, prefiero, prefiere, adoro, mag, liebe, liebt, bevorzuge, bevorzugt, lieblings*, am liebsten
	use: use, uses, using, used, run, runs, running, based, built, powered, work with, works with, reach for, rely, write in, written, writing, 用, 使用, 采用, 跑在, 跑, 运行, 基于, 用的是, 走, 使って, 使う, 使用して, 動いて, uso, usa, usamos, usan, utiliza, utilizamos, funciona, benutze, benutzen, benutzt, nutze, nutzen, nutzt, verwende, verwenden, verwendet, läuft, laufen, einsetzen
	keep apart: must, need, needs, required, require, has to, have to, 必须, 需要, 一定, 要求, しなければ, 必要, hay que, tiene que, debe, muss, müssen, soll
	habit: habit, used to doing, accustomed, 习惯, 平时, 一般, 通常, 普段, suelo, normalerweise, gewöhnlich
	eat: eat, eats, eating, 吃, 食用, 食べ, como, comer, comemos, esse
	buy: buy, bought, purchase, purchases, 买, 采购, 购买, 购入, 買, compra, compramos, comprar, kaufen, gekauft, einkauf, einkäufe
	send: send, sends, sent, 发送, 发, 送, 送る, envía, envío, manda, schicken, sende, schickt
	write: write, writes, written down, 写, 书写, 書く, escribe, escribir, schreib*
	learn: learn, learning, study, studying, 学, 学习, 勉強, 習って, estudio, aprendo, aprender, lerne, lernen
	fail: failed, failure, fails, crash, crashed, died, broke, 失败, 报错, 崩溃, 挂, 故障, 出错, 失敗, エラー, 落ち, falló, fallo, error, fehlgeschlagen, abgestürzt, fehler
	succeed: succeeded, success, passed, worked, 成功, 跑通, 通过了, 成功した, éxito, erfolgreich
	listen on: exposes, bound, 暴露
	located: located, lives, hosted, sits, based in, 位于, 在线, 位置在, あります, ubicado, befindet, liegt, está en, hosten
	reside: live, lived, reside, 住, 居住, 住み, vivo, vive, vivimos, wohnt, wohnen
	work: work, works, working, job, 工作, 上班的, 仕事, 働く, trabajo, trabaja, trabajamos, arbeite, arbeitet, arbeiten, arbeit
`
