package topic

// lexiconData is the lexicon: what people's notes are about, each concept with the words that name it in
// Chinese, English, Japanese, Spanish and German, and the members of its category. It was written for this
// package from common knowledge.
//
// A line is "name: words that name it | member=synonym, member". A star stands for any letters. Words are in
// lower case and simplified characters.
var lexiconData = []struct {
	sort   sortOf
	family family
	lines  string
}{
	{single, noFamily, softwareLines},
	{single, noFamily, lifeLines},
	{several, noFamily, tasteLines},
	{single, moneyFamily, moneyLines},
	{single, timeFamily, timeLines},
	{single, personFamily, personLines},
	{single, placeFamily, placeLines},
	{single, amountFamily, amountLines},
	{single, mannerFamily, mannerLines},
	{thing, noFamily, thingLines},
	{scope, noFamily, scopeLines},
	{action, noFamily, actionLines},
}

// softwareLines are what a software project has one of.
const softwareLines = `
	database: database, databases, db, data store, datastore, 数据库, 库, 主库, 存储引擎, データベース, datenbank*, base de datos, bases de datos, store | mysql, postgresql=postgres=pg=pgsql=postgre, sqlite, mongodb=mongo, oracle, sql server=mssql, mariadb, cassandra, dynamodb, clickhouse, tidb, oceanbase, cockroachdb, couchdb, neo4j, influxdb, timescaledb, milvus, pgvector, qdrant, hbase, 达梦, duckdb, bigquery, snowflake, redshift, firestore, supabase
	cache: cache, caching, 缓存, キャッシュ, caché, zwischenspeicher | redis, memcached, valkey, caffeine, varnish, 内存=in memory
	queue: queue, message queue, message broker, broker, 消息队列, 队列, メッセージキュー, warteschlange, cola de mensajes | kafka, rabbitmq=rabbit, rocketmq, nats, pulsar, sqs, activemq, zeromq, celery, sidekiq
	programming language: programming language, coding language, 编程语言, 开发语言, プログラミング言語, programmiersprache, lenguaje de programación | python=py, golang=go, java, javascript=js, typescript=ts, rust, c++=cpp, c#=csharp, ruby, php, kotlin, swift, scala, elixir, erlang, haskell, perl, lua, dart, julia, matlab, clojure, r language, zig, cobol, fortran
	framework: framework, 框架, フレームワーク, marco de trabajo | react=reactjs, vue=vuejs, angular, svelte, next.js=nextjs, nuxt, flask, django, fastapi, spring boot=springboot, express, koa, nestjs, rails=ruby on rails, laravel, fiber, tornado, htmx, solidjs, jquery, remix, astro, flutter, react native, qt, electron, tauri, quarkus, actix, axum, phoenix, asp.net
	machine learning library: | pytorch=torch, tensorflow=tf, jax, keras, scikit-learn=sklearn, xgboost, lightgbm
	package manager: package manager, 包管理, 包管理器, 装依赖, パッケージマネージャ, paketmanager, gestor de paquetes | npm, pnpm, yarn, bun, pip, poetry, uv, conda, cargo, maven, gradle, homebrew=brew, apt, pdm
	runtime: runtime, 运行时 | node.js=node=nodejs, deno, jvm, jdk, jre, .net=dotnet
	operating system: operating system, os, 操作系统, 系统盘, betriebssystem, sistema operativo | linux, ubuntu, debian, centos, fedora, rocky linux, alpine, arch linux, windows, macos=mac os=os x, red hat=rhel, freebsd, 鸿蒙=harmonyos, chromeos, openeuler, almalinux
	phone system: mobile platform | android=安卓, ios, iphone=苹果手机=苹果
	cloud: cloud provider, cloud, 云厂商, 云平台, 云服务, 云服务商, クラウド, nube, proveedor de nube | aws=amazon web services=亚马逊云, azure, gcp=google cloud, 阿里云=aliyun=alibaba cloud, 腾讯云=tencent cloud, 华为云, digitalocean, hetzner, linode, 火山引擎, ovh, cloudflare, vercel, netlify, heroku, fly.io, scaleway, vultr, 百度云, 青云, 自建机房=on-premises=on-prem=本地机房
	orchestrator: 部署方式, deployment platform | kubernetes=k8s, docker compose=compose, docker swarm=swarm, nomad, mesos, openshift, 虚机=虚拟机=virtual machine=virtual machines=vms=vm, 裸机=物理机=bare metal, ecs, serverless=lambda, docker
	infrastructure tool: infrastructure as code, iac | terraform, pulumi, ansible, chef, puppet, cloudformation, opentofu, helm, kustomize, saltstack, crossplane
	code host: code hosting, 代码仓库, 代码托管 | github, gitlab, bitbucket, gitea, gitee, gerrit, codeberg, azure devops
	ci system: ci, ci system, ci/cd, continuous integration, 持续集成, 流水线工具 | jenkins, github actions=gh actions, circleci, travis=travis ci, drone, teamcity, gitlab ci, buildkite, argo cd=argocd, flux, tekton, woodpecker, bamboo
	editor: editor, ide, code editor, 编辑器, エディタ, editor de código | vs code=vscode=visual studio code, vim, neovim=nvim, emacs, intellij=idea=intellij idea, pycharm, sublime=sublime text, cursor, zed, webstorm, goland, eclipse, android studio, xcode, notepad++, jetbrains, helix, atom, windsurf, trae
	browser: browser, 浏览器, ブラウザ, navegador | chrome, firefox, safari, edge, brave, opera, arc, vivaldi
	web server: web server, 反向代理, reverse proxy, webserver, 网关软件 | nginx, apache, caddy, traefik, haproxy, envoy, kong, apisix, openresty
	monitoring: monitoring, 监控系统, 监控, überwachung, monitorización, 監視 | prometheus, grafana, datadog, zabbix, new relic, nagios, sentry, elk, splunk, loki, victoriametrics, skywalking, jaeger, opentelemetry, dynatrace, 夜莺
	search engine: search engine, 搜索引擎, 検索エンジン | elasticsearch, opensearch, solr, meilisearch, algolia, typesense, lucene
	test framework: test framework, 测试框架, テストフレームワーク | pytest, unittest, jest, vitest, mocha, junit, cypress, playwright, selenium, testng, robot framework, nose
	linter: linter, formatter, 格式化工具 | eslint, prettier, ruff, flake8, biome, gofmt, pylint, rubocop
	object storage: object storage, file storage, 对象存储, 文件存储, 存储桶, bucket, almacenamiento | s3, minio, oss, cos, gcs, azure blob, ceph, nas, nfs, 本地磁盘=local disk, r2, backblaze
	architecture: architecture, 架构, アーキテクチャ, arquitectura, architektur | monolith=monolithic=单体=单体架构, microservices=microservice=微服务, modular monolith, serverless architecture
	api style: api style, 接口风格, protocol, 协议, 通信协议, protocolo, protokoll | restful=rest api, graphql, grpc, soap, websocket=websockets, mqtt, http polling=polling=轮询, server-sent events=sse, thrift, dubbo, webhook=webhooks
	data format: data format, file format, format, 格式, 文件格式, 形式, フォーマット, formato, dateiformat | json, xml, yaml, csv, toml, parquet, avro, protobuf, excel=xlsx, pdf, word=docx, markdown=md, html, txt=plain text=纯文本, ini, msgpack, latex, tsv, png, jpeg=jpg, webp, svg, heic, mp3, mp4, wav, flac
	encoding: encoding, charset, 编码格式, 字符集, 文字コード, codificación, zeichensatz | utf-8=utf8, gbk, gb18030, latin-1, ascii, utf-16, shift_jis, big5
	version control: version control, 版本管理, 版本控制, バージョン管理 | git, svn=subversion, mercurial=hg, perforce
	branch: branch, 分支, ブランチ, rama, default branch, 主干 | main=主分支, master, develop=dev branch, trunk
	merge style: merge style, 合并方式 | squash=squash merge, rebase, merge commit, fast-forward, cherry-pick
	branching model: 分支模型, branching model | git flow=gitflow, trunk-based=trunk based development, github flow
	indentation: indentation, indent, 缩进, インデント, einrückung, sangría | tabs=tab=制表符=tabulator, spaces=空格=leerzeichen=espacios
	naming style: naming, naming convention, 命名, 命名风格, 命名规范 | camelcase=camel case=驼峰, snake_case=snake case=下划线, kebab-case=kebab case=短横线, pascalcase=pascal case, 拼音
	quotes: quote style | single quotes=单引号, double quotes=双引号
	commit style: commit message, commit messages, commits, commit, 提交信息, 提交说明, コミット | past tense=过去时, imperative=imperative mood=祈使句, conventional commits
	authentication: authentication, auth, 鉴权, 认证方式, 登录方式, 登录, login, sign-in, 認証, ログイン, autenticación, anmeldung | jwt, oauth=oauth2, saml, ldap, api key=api keys=apikey, session cookies=cookie=cookies, basic auth, sso=单点登录, mtls, 手机号登录=phone login, 密码登录=password login, 扫码登录=扫码, passkey=passkeys, 短信验证码=短信登录, magic link, 人脸识别, 指纹=fingerprint
	operating mode: | 灰度=canary, 蓝绿=blue-green, 滚动=rolling
	state switch: | enabled=turned on=switched on=activated=开启=启用=打开=开着=有効=オン=activado=aktiviert, disabled=turned off=switched off=deactivated=关闭=禁用=停用=关掉=無効=オフ=desactivado=deaktiviert
	openness: | public=公开=公开的=öffentlich=público, private=私有=不公开=privat=privado, internal=内部
	license: license, licence, 许可证, 开源协议, ライセンス, licencia, lizenz | mit=mit license, apache 2.0=apache-2.0, gpl=gplv3, bsd, agpl, lgpl, mpl, proprietary
	ai model: language model, llm, ai model, 大模型, 模型, モデル, modelo, modell | gpt-4=gpt4, gpt-4o, gpt-5, claude, gemini, llama, qwen=通义千问=千问, deepseek, mistral, 文心一言=文心, chatgpt, kimi, 豆包, glm=智谱, gemma, phi, grok, bge-m3, copilot, ollama
	project tool: project management tool, task tracker, issue tracker, tickets, ticket system, 项目管理工具, 任务管理, 工单系统, 需求管理, タスク管理 | jira, trello, asana, linear, notion, monday.com, clickup, 禅道, tapd, teambition, redmine, basecamp, airtable, youtrack, todoist, omnifocus, things app, ticktick=滴答清单, backlog tool, teambition
	note tool: note-taking, notes app, 笔记软件, 笔记工具, 记笔记, 文档工具, wiki, notizen-app, メモアプリ | obsidian, evernote=印象笔记, onenote, roam, logseq, confluence, 语雀=yuque, 有道云笔记, 飞书文档, google docs, 腾讯文档, bear, apple notes, wolai, flomo, 石墨文档, sharepoint, mediawiki
	chat channel: chat tool, channel, team chat, 沟通工具, 群, 群聊, 联系方式, 连絡先, 連絡方法, チャット, kanal, canal, messenger | slack, microsoft teams=ms teams, discord, telegram, whatsapp, signal, 微信=wechat, 企业微信=企微=wecom, 钉钉=dingtalk, 飞书=feishu, e-mail=email=emails=mail=邮件=邮箱=メール=correo=correo electrónico=e-mails, 电话=phone=phone call=call=calls=打电话=電話=teléfono=telefon=telefonisch=llamada, sms=text message=短信=texts=text messages, qq, mattermost, imessage, letter=信件=纸质信, fax=传真
	meeting tool: video call, video calls, meeting tool, 视频会议, 会议软件, 会议工具, ビデオ会議, videokonferenz, videollamada | zoom, google meet, 腾讯会议=voov, webex, skype, facetime, jitsi, 飞书会议, 钉钉会议
	design tool: design tool, 设计工具, 设计软件 | figma, sketch, adobe xd, photoshop=ps软件, illustrator, 即时设计, canva, penpot, 蓝湖, mastergo, affinity, procreate, blender, autocad
	bi tool: bi, bi tool, dashboard tool, 报表工具, 可视化工具 | tableau, power bi=powerbi, metabase, superset, looker, 帆软=finebi, redash, quick bi, datawind
	chart kind: chart, charts, chart type, 图表, グラフ, gráfico, diagramm | bar chart=bar charts=柱状图=柱形图=条形图, line chart=line charts=折线图, pie chart=pie charts=饼图, scatter plot=散点图, heat map=热力图, table=tables=表格=表, area chart=面积图
	password manager: password manager, 密码管理器 | 1password, bitwarden, lastpass, keepass, dashlane, vault
	font: font, typeface, 字体, フォント, fuente, schrift, schriftart | arial, helvetica, times new roman, garamond, calibri, roboto, inter, georgia, 宋体, 黑体, 楷体, 微软雅黑, 仿宋, 思源黑体, comic sans, fira code, jetbrains mono, consolas, menlo, 苹方, 思源宋体, verdana
	theme: theme, mode, 主题, 模式, 配色模式, テーマ, tema, thema | dark=dark mode=dark theme=暗色=深色=夜间模式=暗黑=ダークモード=ダーク=oscuro=modo oscuro=dunkel=dunkelmodus=dark-mode, light=light mode=light theme=浅色=亮色=白天模式=日间模式=ライトモード=ライト=claro=modo claro=hell, sepia, high contrast=高对比度
	time zone: time zone, timezone, 时区, タイムゾーン, zona horaria, zeitzone | utc=gmt, asia/shanghai=北京时间=东八区=beijing time, jst=日本时间=tokyo time, cet=berlin time, est, pst=pacific time, ist, eastern time=美东时间
	date format: date format, 日期格式, 日付形式, datumsformat, formato de fecha | iso 8601=iso, dd/mm/yyyy, mm/dd/yyyy, yyyy-mm-dd, dd.mm.yyyy
	hour format: time format | 24-hour=24 hour=24小时制=二十四小时制=24h, 12-hour=12 hour=12小时制=am/pm
	unit system: units, 单位制, unit system, einheiten, unidades | metric=公制=metrisch=métrico, imperial=英制
	temperature unit: | celsius=摄氏度=摄氏, fahrenheit=华氏度=华氏
	currency: currency, 币种, 货币, 通貨, moneda, währung | usd=us dollars=美元结算, eur=euros, rmb=人民币结算, gbp, jpy
	cadence: frequency, cadence, interval, 频率, 周期, 間隔, 頻度, frecuencia, häufigkeit, schedule | daily=every day=每天=每日=天天=毎日=täglich=diario=diariamente=cada día, weekly=every week=每周=每星期=毎週=wöchentlich=semanal=cada semana, monthly=every month=每月=毎月=monatlich=mensual=cada mes, hourly=every hour=每小时=毎時, yearly=annually=每年=jährlich=anual, fortnightly=biweekly=every two weeks=隔周=双周=每两周=zweiwöchentlich=quincenal, quarterly=每季度=quartalsweise=trimestral, real time=real-time=实时=リアルタイム, nightly=every night=each night=每晚
`

// lifeLines are what a person, a team or a plan has one of.
const lifeLines = `
	answer language: language, 语言, 言語, idioma, sprache, 语种 | english=英文=英语=英語=inglés=englisch, chinese=中文=汉语=mandarin=普通话=中国語=chino=chinesisch, japanese=日文=日语=日本語=japonés=japanisch, spanish=西班牙语=西语=スペイン語=español=spanisch, german=德语=德文=ドイツ語=alemán=deutsch=auf deutsch, french=法语=法文=フランス語=francés=französisch, korean=韩语=韩文=韓国語, italian=意大利语=italiano=italienisch, portuguese=葡萄牙语=portugués, russian=俄语=俄文, cantonese=粤语, dutch, polish, turkish, arabic=阿拉伯语, hindi
	weekday: weekday, day of the week, 星期几, wochentag, 曜日 | monday=mondays=周一=每周一=每星期一=本周一=这周一=下周一=星期一=礼拜一=月曜=月曜日=毎週月曜=毎週月曜日=lunes=montag=montags, tuesday=tuesdays=tue=周二=每周二=每星期二=本周二=这周二=下周二=星期二=礼拜二=火曜=火曜日=毎週火曜=毎週火曜日=martes=dienstag=dienstags, wednesday=wednesdays=周三=每周三=每星期三=本周三=这周三=下周三=星期三=礼拜三=水曜=水曜日=毎週水曜=毎週水曜日=miércoles=mittwoch=mittwochs, thursday=thursdays=thu=周四=每周四=每星期四=本周四=这周四=下周四=星期四=礼拜四=木曜=木曜日=毎週木曜=毎週木曜日=jueves=donnerstag=donnerstags, friday=fridays=fri=周五=每周五=每星期五=本周五=这周五=下周五=星期五=礼拜五=金曜=金曜日=毎週金曜=毎週金曜日=viernes=freitag=freitags, saturday=saturdays=周六=每周六=每星期六=本周六=这周六=下周六=星期六=礼拜六=土曜=土曜日=毎週土曜=毎週土曜日=sábado=sábados=samstag=samstags=sonnabend, sunday=sundays=周日=每周日=每星期日=本周日=这周日=下周日=周天=每周天=每星期天=星期天=星期日=礼拜天=日曜=日曜日=毎週日曜=毎週日曜日=domingo=domingos=sonntag=sonntags
	city: city, town, 城市, 都市, ciudad, stadt | beijing=北京=peking=pekín, shanghai=上海, shenzhen=深圳, guangzhou=广州, hangzhou=杭州, chengdu=成都, nanjing=南京, wuhan=武汉, xi'an=西安, suzhou=苏州, chongqing=重庆, tianjin=天津, qingdao=青岛, dalian=大连, xiamen=厦门, changsha=长沙, zhengzhou=郑州, kunming=昆明, hong kong=香港, taipei=台北, tokyo=东京=東京=tokio, osaka=大阪, kyoto=京都, seoul=首尔, singapore=新加坡, london=伦敦=londres, paris=巴黎=parís, berlin=柏林, munich=münchen=慕尼黑, hamburg=汉堡, cologne=köln, frankfurt=法兰克福, vienna=wien=维也纳, zurich=zürich=苏黎世, madrid=马德里, barcelona=巴塞罗那, lisbon=里斯本=lisboa=lissabon, porto, rome=罗马=roma, milan=米兰, amsterdam=阿姆斯特丹, brussels=bruselas=brüssel, dublin, edinburgh, manchester, new york=nyc=纽约=nueva york, san francisco=旧金山, seattle=西雅图, boston=波士顿, chicago=芝加哥, los angeles=洛杉矶, toronto=多伦多, vancouver=温哥华, sydney=悉尼, melbourne=墨尔本, bangkok=曼谷, valencia, sevilla=seville, prague=布拉格=prag, warsaw=warschau, stockholm, oslo, copenhagen=kopenhagen, helsinki, sanya=三亚, lijiang=丽江, dali=大理, guilin=桂林, austin, denver, stuttgart, leipzig, dresden, bilbao, málaga=malaga, kiel, bremen, sapporo=札幌, fukuoka=福冈=福岡, nagoya=名古屋, yokohama=横浜, okinawa=冲绳=沖縄, bali=巴厘岛, harbin=哈尔滨, ningbo=宁波, hefei=合肥, jinan=济南, shenyang=沈阳, mumbai, bangalore=bengaluru, delhi, dubai=迪拜, istanbul, athens=athen, budapest, mexico city, bogotá=bogota, buenos aires, lima
	seat: seat, seats, 座位, 位置, 席, 座席, asiento, sitzplatz | window=window seat=靠窗=窗边=窓側=窓際=ventanilla=fensterplatz=fenster, aisle=aisle seat=靠过道=过道=走道=通路側=pasillo=gangplatz=gang
	travel class: cabin, 舱位, 舱, 席别 | economy=经济舱=エコノミー=turista=zweite klasse=second class=二等座, business=business class=商务舱=ビジネス=商务座, first class=头等舱=一等座=erste klasse=ファースト
	transport: transport, commute, 交通, 通勤, 出行方式, 上班方式, 交通手段, transporte, arbeitsweg, verkehrsmittel | train=火车=高铁=列车=动车=電車=新幹線=tren=zug=bahn=rail, plane=飞机=flight=fly=flying=flights=坐飞机=飛行機=avión=flugzeug=fliegen=vuelo=flug=机票, car=drive=driving=自驾=开车=汽车=車=coche=auto=en coche=mit dem auto, bus=公交=公交车=大巴=バス=autobús, subway=metro=underground=地铁=地下鉄=u-bahn=tube, bike=bicycle=cycling=cycle=骑车=自行车=单车=自転車=bici=bicicleta=fahrrad=rad, walk=walking=on foot=步行=走路=徒歩=a pie=zu fuß=andando, taxi=打车=出租车=网约车=タクシー, ferry=boat=坐船=轮渡=船=barco=schiff=fähre, motorbike=scooter=电动车=电瓶车=摩托车=moto
	lodging: hotel, accommodation, lodging, stay, 酒店, 住宿, 旅馆, 宾馆, 客栈, 宿泊, ホテル, alojamiento, unterkunft, hostel, guesthouse | airbnb=民宿=flat rental, youth hostel=青旅
	diet: diet, 饮食, 食事制限, dieta, ernährung, 吃饭习惯 | vegetarian=vegetarians=吃素=素食=素食者=ベジタリアン=vegetariano=vegetariana=vegetarier=vegetarisch, vegan=纯素=ヴィーガン=vegano=vegana=veganer, keto=生酮=low carb=低碳水, halal=清真, kosher, gluten free=gluten-free=无麸质=glutenfrei=sin gluten, eat meat=meat eater=吃肉=肉食=como carne=fleisch, pescatarian, low salt=少盐=低盐, low sugar=少糖=低糖=无糖
	spiciness: spice level, 辣度, 辣 | spicy=hot=吃辣=重辣=picante=scharf=辛い, mild=not spicy=不辣=不吃辣=微辣=清淡=suave=甘口=nicht scharf, medium spicy=中辣
	size of clothes: size, clothing size, 尺码, 码数, サイズ, talla, größe, kleidergröße | small, medium, large, xl, xxl
	length: length, 长度, 篇幅, 長さ, longitud, länge | short=brief=concise=terse=keep it short=简短=简洁=精简=短=短い=短く=手短=简单点=corto=breve=kurz=knapp=言简意赅=三句话以内, long=detailed=in detail=verbose=elaborate=详细=详尽=长=長く=詳しく=detallado=ausführlich=lang=长一点=细致=展开
	tone: tone, style, register, 语气, 语调, 风格, 口吻, 口調, トーン, tono, ton, stil | formal=正式=敬语=敬語=丁寧=förmlich=siezen=usted=sie form=客气, casual=informal=chatty=随意=口语化=轻松=くだけた=locker=duzen=tuteo=tutear=du form=タメ口, funny=幽默=humorous, serious=严肃
	colour: colour, color, 颜色, 色, 配色, 主色, 品牌色, 色調, farbe, markenfarbe | red=红色=红=赤=rojo=rot, blue=蓝色=蓝=青=azul=blau, green=绿色=绿=緑=verde=grün, yellow=黄色=黄=amarillo=gelb, black=黑色=黒=negro=schwarz, white=白色=白=blanco=weiß, grey=gray=灰色=灰=gris=grau, orange=橙色=橘色=オレンジ=naranja, purple=violet=紫色=紫=morado=lila, pink=粉色=粉红=ピンク, brown=棕色=茶色=marrón=braun, teal=青绿, navy=藏青=深蓝, beige=米色, gold=金色=dorado, silver=银色, mustard, sage, turquoise, crimson, indigo, burgundy=酒红, cream
	payment: payment, pay, payment method, 付款方式, 支付方式, 支付, 付款, 結算, 支払い, 支払, pago, forma de pago, zahlung, bezahlung, zahlungsart | credit card=card=信用卡=刷卡=クレジットカード=tarjeta=kreditkarte, cash=现金=efectivo=bargeld, paypal, alipay=支付宝, wechat pay=微信支付, bank transfer=wire transfer=transfer=转账=对公转账=银行转账=振込=transferencia=überweisung, invoice payment=发票付款, direct debit=lastschrift, apple pay, stripe, adyen, klarna, 月结, installments=分期
	drink: drink, drinks, 饮料, 飲み物, bebida, getränk, 喝 | coffee=咖啡=コーヒー=café=kaffee=美式=americano=espresso=flat white, latte=拿铁=café con leche=milchkaffee, cappuccino=卡布奇诺, tea=茶=お茶=té=tee=红茶=绿茶=black tea=green tea, herbal tea=花茶=kräutertee=chamomile, water=水=白开水=agua=wasser, milk=牛奶=牛乳=leche=milch, soy milk=豆浆=豆乳=soymilk, oat milk=燕麦奶=hafermilch=leche de avena, juice=果汁=zumo=saft, cola=coke=可乐=コーラ, beer=啤酒=ビール=cerveza=bier, wine=红酒=葡萄酒=ワイン=vino=wein, matcha=抹茶, cocoa=热可可=hot chocolate, decaf=脱因=无咖啡因=descafeinado=entkoffeiniert, milk tea=奶茶=bubble tea
	sugar: sugar, 糖度, 甜度, azúcar, zucker | half sugar=半糖, no sugar=无糖的=sugar-free=不加糖=sin azúcar=ohne zucker, full sugar=全糖
	pet: pet, 宠物, ペット, mascota, haustier | dog=狗=犬=perro=hund, cat=猫=gato=katze, rabbit=兔子, parrot=鹦鹉, hamster=仓鼠
	marital state: | single=单身=soltero=ledig, married=结婚=已婚=结婚了=casado=casada=verheiratet=結婚, divorced=离婚=离婚了=divorciado=geschieden
	work mode: work mode, working model, 办公方式, 工作方式, 勤務形態 | remote=remotely=work from home=wfh=居家办公=远程=在家办公=远程办公=リモート=在宅=homeoffice=home office=teletrabajo=remoto, on-site=onsite=in the office=in office=坐班=现场办公=出社=到岗=presencial=vor ort, hybrid=混合办公
	meeting form: | online=线上=在线=オンライン=en línea=virtual, in person=offline=face to face=线下=当面=面对面=対面=en persona=persönlich
	state of work: status, state, progress, 状态, 进度, 进展, 状況, estado, stand | in progress=进行中=ongoing=开发中=进行, done=finished=completed=complete=完成=做完=已完成=搞定=結束=完了=terminado=fertig=abgeschlossen=acabado, paused=on hold=suspended=暂停=挂起=中断=pausado=pausiert, blocked=阻塞=卡住, planned=计划中, draft=草稿=初稿=entwurf=borrador, approved=通过=批准=审批通过=aprobado=genehmigt=承認, rejected=驳回=被拒=拒绝了=rechazado=abgelehnt=却下, unresolved=未关闭=未解决, pending=待处理=待审批=ausstehend=pendiente, resolved=fixed=solved=已修复=修好=已解决=解决了=gelöst=behoben=resuelto, broken=坏了=不可用=挂了=kaputt=roto
	shift: shift, 班次, 排班, シフト, turno, schicht | day shift=白班=日勤=turno de día=frühschicht=早班=morning shift, night shift=夜班=夜勤=turno de noche=nachtschicht=晚班=late shift
	priority: priority, 优先级, 優先度, prioridad, priorität | p0=紧急=urgent=urgente=dringend=highest, p1=high priority=高优先级=高优=hohe priorität, p2=medium priority=中优先级, p3=low priority=低优先级=niedrige priorität
	invoice kind: invoice, invoices, 发票, 請求書, factura, rechnung, bill | 专票=增值税专用发票, 普票=普通发票, 电子发票=电子票=e-invoice, 纸质发票=纸票=paper invoice
	spelling: spelling, 拼写, schreibweise, ortografía | british=british english=英式=英式英语=britisch=británico, american=american english=us english=美式英语=amerikanisch=americano, australian english
	side: side, 方位 | left=左边=左侧=左=izquierda=links, right=右边=右侧=右=derecha=rechts
	handedness: | left-handed=左撇子, right-handed=右撇子
	airline: airline, carrier, 航空公司, 航司, aerolínea, fluggesellschaft, 航空会社 | lufthansa=汉莎, air china=国航, china eastern=东航, china southern=南航, hainan airlines=海航, ryanair, easyjet, iberia, all nippon=全日空, jal=日航, emirates, united, delta
	courier: courier, shipping company, delivery partner, 快递, 快递公司, 物流, 配送, mensajería, paketdienst, 宅配 | 顺丰=sf express, 圆通, 中通, 申通, 韵达, 京东快递=京东物流, ems, dhl, ups, fedex, dpd, hermes, seur, correos, ヤマト=yamato, 佐川=sagawa, 极兔, 德邦
`

// tasteLines are what one may have many of.
const tasteLines = `
	cuisine: cuisine, food, dish, restaurant, 菜系, 菜, 餐馆, 餐厅, 饭店, 料理, レストラン, cocina, comida, restaurante, küche, essen | 粤菜=cantonese food, 川菜=sichuan food, 湘菜, 鲁菜, 东北菜, 火锅=hot pot, 烧烤=barbecue=bbq, 日料=japanese food, 韩餐=korean food, 西餐, 泰国菜=thai food=thai, 印度菜=indian food, 意大利菜=italian food, mexican food, sushi=寿司, ramen=拉面=ラーメン, pizza=披萨=ピザ, pasta=意面=nudeln, burger=汉堡包=ハンバーガー, salad=沙拉=ensalada=salat, dumplings=饺子, noodles=面条=面食, rice=米饭, bread=面包=pan=brot, soup=汤=sopa=suppe, curry=咖喱=カレー, tacos, paella, steak=牛排, porridge=粥=oatmeal=燕麦
	ingredient: ingredient, 食材, 过敏, 過敏, 忌口, allergic, allergy, allergies, allergisch, alérgico, alérgica, alergia, アレルギー, allergie | peanuts=peanut=花生=ピーナッツ=cacahuetes=erdnüsse, nuts=nut=坚果=ナッツ=nueces=nüsse, shellfish=甲壳类=海鲜=marisco=meeresfrüchte, shrimp=虾=prawns=エビ=gambas=garnelen, fish=鱼=魚=pescado=fisch, egg=eggs=鸡蛋=蛋=卵=huevo=huevos=eier, dairy=lactose=乳制品=乳糖=lactosa=laktose, gluten=麸质, soy=大豆, pollen=花粉=polen, coriander=cilantro=香菜=パクチー=koriander, garlic=大蒜=蒜=にんにく=ajo=knoblauch, onion=洋葱=玉ねぎ=cebolla=zwiebeln=葱, mushrooms=蘑菇=きのこ=setas=pilze, pork=猪肉=豚肉=cerdo=schweinefleisch, beef=牛肉=ternera=rindfleisch, chicken=鸡肉=鶏肉=pollo=hähnchen, lamb=羊肉=cordero, kiwi=猕猴桃, mango=芒果, penicillin=青霉素=penicilina=penizillin, aspirin=阿司匹林, cephalosporin=头孢, ibuprofen=布洛芬, tofu=豆腐, cheese=奶酪=チーズ=queso=käse, chocolate=巧克力=チョコ=schokolade, durian=榴莲, apple=apples=manzana=apfel, banana=香蕉
	sport: sport, exercise, workout, training, 运动, 健身, 锻炼, スポーツ, 運動, deporte, ejercicio, sport treiben | jogging=跑步=ランニング=correr=laufen=joggen=晨跑=夜跑, swimming=swim=游泳=水泳=nadar=natación=schwimmen, yoga=瑜伽=ヨガ, gym=健身房=ジム=gimnasio=fitnessstudio, football=soccer=足球=サッカー=fútbol=fußball, basketball=篮球=バスケ=baloncesto, tennis=网球=テニス=tenis, badminton=羽毛球, table tennis=乒乓球=ping pong, hiking=徒步=爬山=ハイキング=senderismo=wandern=登山, climbing=攀岩=boulder=bouldering=klettern, pilates=普拉提, skiing=滑雪=スキー=esquí=skifahren, boxing=拳击, golf=高尔夫=ゴルフ, dancing=dance=跳舞=tanzen=bailar, surfing=surf, rowing=划船, spinning=动感单车, fencing=击剑
	music: music, 音乐, 音楽, música, musik, band, 乐器, instrument, 楽器 | jazz=爵士=ジャズ, rock=摇滚=ロック, classical=古典=クラシック=klassik, pop=流行, hip hop=说唱=rap, electronic=电子乐=techno, folk=民谣, piano=钢琴=ピアノ=klavier, guitar=吉他=ギター=guitarra=gitarre, violin=小提琴=バイオリン, drums=架子鼓=ドラム, metal=重金属, opera=歌剧, lo-fi
	hobby: hobby, hobbies, 爱好, 兴趣, 趣味, afición, hobbys | photography=摄影=写真=fotografía=fotografieren, reading=阅读=看书=読書=leer=lesen, gardening=园艺=jardinería=gartenarbeit, cooking=做饭=烹饪=料理作り=cocinar=kochen, painting=画画=绘画=pintar=malen, gaming=打游戏=ゲーム=videojuegos, chess=象棋=国际象棋=ajedrez=schach, board games=桌游, knitting=编织=stricken, fishing=钓鱼=釣り=pesca=angeln, baking=烘焙=backen
	film genre: films, movies, movie, film, 电影, 映画, película, filme | horror=恐怖片=ホラー=terror, comedy=喜剧=コメディ=comedia=komödie, science fiction=sci-fi=科幻=sf映画=ciencia ficción, thriller=悬疑=krimi, documentary=纪录片=ドキュメンタリー=documental=dokumentar*, animation=anime=动画=アニメ, romance=爱情片, action film=动作片
	study subject: subject, 科目, 专业, major, 専攻, carrera, studienfach | mathematics=maths=math=数学=matemáticas=mathe, physics=物理=física=physik, biology=生物=biología=biologie, computer science=计算机=informática=informatik, history=历史=historia=geschichte, economics=经济学=economía=wirtschaft, law=法律=法学=derecho=jura, medicine=医学=medicina=medizin, art=艺术, philosophy=哲学, chemistry=化学=química=chemie, design=设计=diseño
	holiday kind: holiday, vacation, trip, travel, 旅行, 度假, 旅游, 出行, 休暇, viaje, vacaciones, urlaub, reise | beach holiday=海边=海滩=beach=playa=strand=海, mountains=山里=montaña=berge, city break=city breaks=城市游, camping=露营=キャンプ=acampar=zelten, cruise=邮轮=游轮, road trip=自驾游, ski trip
`
