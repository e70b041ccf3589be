import { oneOfAll, stems } from "@gaia/reading";

/** What is spoken of, in twelve languages besides English; the order and `~` as in abroad-acts.ts. */

/** Words that a person keeps to themselves. */
export const OWN_SECRET = stems(
  "contraseñas?|palabras? (?:de recuperación|semilla|secretas)|frase (?:semilla|de recuper|secreta|" +
    "de recupero)|las (?:12|24|doce|veinticuatro) palabras|senhas?|(?:palavras|palavrinhas|frase) de " +
    "recupera~|chaves? privadas?|claves? (?:privadas?|guardadas|bancaria|del? (?:banco|correo|compu))|" +
    "claves que|chiav[ei] privat[ae]|parole di recupero|frase di recupero|passw[oö]rt~|kennw[oö]rt~|" +
    "zugangs(?:daten|schlüssel)~|kundencenter-passwort|wiederherstellungs~|private[nr]? schlüssel|" +
    "mots? de passe|mots de récupération|phrase de récupération|clés? privées?|identifiants|cvv|spid|şifre~|" +
    "parola~|özel anahtar~|kurtarma kelime~|kimlik numara~|sms kod~|парол~|(?:приватн|закрыт|" +
    "секретн)\\p{L}{1,4} ключ~|сид-?фраз~|токен~|кодовое слово|код\\p{L}{0,2} из (?:смс|sms)|hasł~|hasel|" +
    "klucz~ prywatn~|sł[oó]w\\p{L}{0,3} (?:odzyskiwania|seed)|seeda?|tokeny|mật khẩu|khoá riêng|khóa riêng|" +
    "mã otp|mã dự phòng|(?:12|24|mười hai) từ khôi phục|cụm từ khôi phục|private key|seed phrase|passwords?|" +
    "tokens?|otp",
  "密码|口令|私钥|密钥|助记词|恢复短语|恢复词|令牌|验证码|凭据|凭证|身份证号|银行卡号|パスワード|暗証番号|秘密鍵|復元フレーズ|リカバリーフレーズ|シードフレーズ|認証コード|ワンタイム|" +
    "トークン|マイナンバー|カード番号|비밀번호|비번|개인키|시드 구문|복구 (?:구문|단어)|니모닉|토큰|인증 ?(?:번호|코드)|주민등록번호|카드 ?번호|client-key-data",
);

/** Places whose only content is secrets; the same in all languages. */
export const SECRET_FILES = oneOfAll(
  "~/\\.electrum|~/\\.ssh|\\bid_(?:rsa|ed25519|\\*)|~/\\.aws|~/\\.netrc|~/\\.kube|~/\\.gnupg",
  "~/\\.config/(?:solana|gcloud|gh)|\\blogins\\.json|\\bkey4\\.db|\\bLogin Data\\b|(?<![\\w.])\\.env\\b",
  "wp-config\\.php|sitemanager\\.xml|wallet\\.dat|\\bkeystore\\b|Local Extension Settings|\\.ldb\\b",
  "\\b(?:Meta ?Mask|Phantom|Exodus|Electrum|Ledger)|メタマスク|메타마스크|小狐狸",
  "\\b(?:Portachiavi|trousseau|Schlüsselbund|llavero|pęku kluczy)\\b|Связк[аеу] ключей",
  "(?:браузер|przeglądark|navegador|navigateur|Browser|tarayıcı|trình duyệt|ブラウザ|브라우저|" +
    "浏览器)[^.\\n]{0,30}(?:парол|haseł|hasła|senhas|claves|contraseñ|mots de passe|passw[oö]rt|şifre|mật khẩu|" +
    "パスワード|비밀번호|密码|cookie|Cookie|クッキー|쿠키)",
);

/** All of it, where a part would do. */
export const ALL_OF_IT = stems(
  "historial de (?:la )?conversaci~|histórico da conversa|cronologia della conversazione|gesprächsverlauf~|" +
    "historique (?:de la )?(?:conversation|discussion)|sohbet geçmiş~|истори[юияе] (?:чата|беседы|диалога|" +
    "переписки)|переписк~|histori\\p{L}{1,2} (?:czatu|rozmowy)|lịch sử (?:trò chuyện|chat|hội thoại)|" +
    "cuộc (?:trò chuyện|hội thoại)|agenda toda|todos los contactos|os contatos|contactos|все вложения|" +
    "каждый ответ пользователя|контакт~|kontakt~ użytkownika|mesajlar~|rehber~|sao kê|tüm ekleri|" +
    "dossier Documents|documents? de l[’\\x27]utilisateur|documentos del usuario|(?:die|alle) dokumente|" +
    "résumé de la conversation|conversación (?:íntegra|entera|completa)|tod[oa]s? (?:l[oa]s?|el|" +
    "la) (?:conversaci|carpeta|archivos|ficheros|documentos|escritorio|historial)|carpeta (?:personal|" +
    "documentos|entera)|pasta (?:documentos|pessoal|inteira)|tod[oa]s? (?:[oa]s?) (?:arquivos|pasta|conversa|" +
    "documentos|histórico)|conversa (?:inteira|completa)|variáveis de ambiente|variables de entorno|" +
    "cadena de conexión|tutt[aeio] (?:la|le|il|i|gli) (?:conversazione|cartell|file|documenti|sorgenti)|" +
    "cartella (?:documenti|personale|home)|per intero|la rubrica|agenda de contactos|libreta de contactos|" +
    "vollständige?\\p{L}? (?:gespräch|unterhaltung|verlauf)|ganze\\p{L}? (?:ordner|gespräch|verlauf|" +
    "verzeichnis|home)|sämtliche|systemprompt|system-?prompt|gespräch einschließlich|dossier (?:personnel|" +
    "entier|documents)|(?:l['’])?intégralité|conversation (?:entière|complète)|carnet d['’]adresses|" +
    "tüm (?:konuşma|sohbet|dosya|belge|klasör)~|konuşmanın tamamı~|sistem istem~|belgeler (?:klasör|dizin)~|" +
    "весь (?:диалог|разговор|каталог|рабочий стол|домашн)|всю (?:переписк|папк|истори|беседу)|" +
    "все (?:файлы|документы|открытые)|полный (?:системный|текст|диалог|список)|системн\\p{L}{2,3} промпт|" +
    "переменн\\p{L}{2,3} окружения|адресн\\p{L}{2,3} книг|cał(?:y|ą|ego|ej) (?:folder|rozmow|katalog|dysk|" +
    "histori|kontekst)~|wszystkie (?:pliki|dokumenty)|pełn\\p{L}{1,3} (?:rozmow|prompt|treść|kontekst)~|" +
    "zmienn\\p{L}{1,3} środowiskow~|profilem|książk\\p{L}{1,2} adresow~|toàn bộ|mọi (?:tệp|file|tập tin)|" +
    "tất cả (?:tệp|file|tập tin|tài liệu)|biến môi trường|nguyên văn (?:cuộc|hội)|danh bạ|lời nhắc hệ thống|" +
    "cccd",
  "(?:整段|全部|完整|所有|全量)(?:的)?(?:对话|聊天|会话|文件|上下文|文档|目录)|系统提示词|环境变量|通讯录|整个(?:文件夹|目录|桌面|主目录)|会話(?:の)?(?:全文|すべて|" +
    "全部|履歴)|全文|システムプロンプト|環境変数|フォルダー?(?:ごと|全体|にある)|連絡先|台帳|保険証|丸ごと|대화 (?:전체|내용|기록|전문)|시스템 프롬프트|환경 ?변수|" +
    "(?:바탕화면|내 문서|문서 폴더|홈 폴더|폴더).{0,10}(?:전체|통째|모두)|연락처|주소록|신분증|통째로|원문째|聊天记录|对话(?:内容|历史|记录)|文档(?:目录|文件夹)|桌面|" +
    "相册|書類フォルダー?|利用者の入力|会話|履歴|ファイル一式|대화|채팅 기록|사진첩|문서 전부",
);

/** Orders that lie somewhere and change. */
export const EACH_TIME = stems(
  "après chaque|toutes les \\p{L}{2,8} ?heures?|toutes les (?:heures|\\d{1,2} minutes)|cứ (?:\\d{1,3}|mỗi)|" +
    "sáng nào|todos los días|todos os dias|cada (?:hora|mañana|día|\\d{1,2})|a cada|alle \\d{1,3} minuten|" +
    "stündlich|täglich|jeden (?:morgen|tag)|saat başı|her (?:\\d{1,3} )?(?:dakika|saat|açılış)~|" +
    "кажд(?:ые|ый|ое|ую)|ежедневно|раз в (?:час|день)|co (?:\\d{1,3} )?(?:minut|godzin)~|codziennie|" +
    "antes de (?:cada|responder)|prima di (?:ogni|rispondere)|avant (?:chaque|de répondre)|перед (?:каждым|" +
    "ответом|началом)|zanim|trước khi|przed|cada vez|siempre que|al (?:inicio|arrancar|empezar)|a cada|" +
    "toda vez|sempre que|ogni (?:volta|domanda|avvio|mattina|sessione)|a ogni|jedes mal|bei jede[mr]|" +
    "vor jede[mr]|zu beginn|au début de|à chaque|chaque (?:fois|matin|jour)|her (?:seferinde|açılışta|sabah|" +
    "oturum|başlangıç)~|her gün|каждый (?:раз|запуск|день)|при (?:каждом|запуске|старте)|перед каждым|" +
    "przy każdym|za każdym|każdego (?:dnia|ranka)|co (?:rano|dzień)|mỗi (?:lần|khi|sáng|ngày|phiên)|" +
    "texto vivo|senza firma",
  "每次|每天|每回|每当|启动时|毎回|毎朝|毎日|たびに|都度|起動時|日替わり|매번|매일|매 세션|할 때마다|시작할 때|켤 때마다|每隔|每小时|开始前|执行前|分ごと|時間ごと|始める前|回答の前|작업 전|분마다|시간마다|하기 전에|답하기 전",
);

/** That nobody has read them, or that they may contradict. */
export const UNREAD_ORDERS = stems(
  "(?:aunque|también cuando|mesmo que|ainda que|anche se|auch wenn|selbst wenn|même si|bile|olsa da|" +
    "даже если|choćby|nawet (?:jeśli|gdy)|dù|kể cả|cho dù)|no tenga que ver|sin (?:revisar|mirar|leer)|" +
    "sem (?:revisar|ler|conferir)|senza (?:leggere|controllare)|ohne (?:\\S{2,12} ){0,3}(?:prüf|les)~|" +
    "n['’]a pas à être (?:relu|vérifié)|sans (?:le |la |les )?(?:relire|vérifier|lire)|sans préavis|" +
    "incelemeden|okumadan|не (?:читая|проверяя|глядя)|без проверки|bez (?:sprawdzania|czytania|weryfikacji)|" +
    "khỏi (?:so|xem|kiểm tra|mở)|có gì thì|puede cambiar|può essere divers|zmieniły|меняется|değişir|" +
    "puede ser otro|как если бы|jakby|comme si|als (?:ob|stünde)|como si|como se|như thể",
  "不用(?:看|检查|核对|审)|无需(?:审查|核对|检查)|哪怕|即使|就算|随时(?:会)?变|日替わり|(?:変わり|変わる)|中身は(?:見|確認し)|あっても|含まれる日|" +
    "(?:확인|검토|읽어)[^.\\n]{0,8}(?:않아도|없이|필요)|달라(?:도|질|지)|바뀌|안 읽어도",
);

/** Without the long s, which is an s to a pattern that ignores case. */
const LETTERS = "[À-ÖØ-öø-žƀ-ɏЀ-ӿぁ-ヿ一-鿿가-힣Ḁ-ỿ]";

const SMALL_WORDS =
  "(?<![\\p{L}.\\-/])(?:che|il|el|mit|auf|ist|eine?[nmr]?|von|zum|sich|oder|lub|dla|dell[ao]|nell?a?|gli|" +
  "una|und|der|das|dem|nicht|les|los|las|para|que|por|con|pour|dans|avec|puis|uma|ile|bir|jest|nie|oraz|" +
  "przez|się|ani|każd\\p{L}{1,3}|della|degli|zur|vom|aus|ou|sur|aux|des|del|al)(?![\\p{L}.\\-/])";

const LOANED =
  "(?<![\\p{L}.\\-/])(?:de|la|le|en|y|di|em|ao|un|et|du|au|sin|sans|senza|sem|ohne|ni|su|lo|no|o|e|i|w|z|bez)(?![\\p{L}.\\-/])";

const STRONG = `(?:${LETTERS}|${SMALL_WORDS})`;

const ANY = `(?:${LETTERS}|${SMALL_WORDS}|${LOANED})`;

/** Signs of another language near each other: one alone is a name, a loan or an abbreviation in English. */
export const ABROAD = oneOfAll(
  `${STRONG}[\\s\\S]{0,160}?${STRONG}`,
  `${ANY}[\\s\\S]{0,60}?${ANY}[\\s\\S]{0,60}?${STRONG}`,
  `${STRONG}[\\s\\S]{0,60}?${ANY}[\\s\\S]{0,60}?${ANY}`,
);

/** What is forbidden, or only done when somebody says so. */
export const FORBIDDEN = stems(
  "no (?:pasa|se guarda|debe pasar)|não (?:passa|fica)|non (?:passa|viene salvat)~|geht nicht|nie trafia|" +
    "не попада|không (?:đi qua|được lưu)|ne passe (?:pas|jamais)|geçmez|nunca|jam[aá]s|jamais|niemals|" +
    "auf keinen fall|nigdy|никогда|asla|không bao giờ|tuyệt đối không|đừng|no (?:pidas|solicites|guardes|" +
    "envíes|subas|copies|compartas|escribas|pegues|ejecutes|borres|instales|pedimos)|não (?:peça|solicite|" +
    "guarde|envie|copie|compartilhe|digite|cole|execute|apague|instale|pede|pedimos)|non (?:chieder|salvar|" +
    "inviar|copiar|incollar|eseguir|cancellar|installar|inserir|condivid)~|ne (?:demande|copie|envoie|colle|" +
    "stocke|partage|exécute|supprime|saisi)~ (?:pas|jamais)|(?:frag|kopier|send|speicher|füg|gib|führ|" +
    "lösch)~ (?:\\S{2,14} ){0,4}(?:nicht|nie|keine)|keine? (?:passw|zugangs|schlüssel|geheim)~|" +
    "не (?:проси|запрашива|копиру|отправля|сохраня|вводи|вставля|запуска|удаля|передава|храни)~|" +
    "nie (?:proś|kopiuj|wysyłaj|zapisuj|wklejaj|uruchamiaj|usuwaj|podawaj|przechowuj)|(?:isteme|kopyalama|" +
    "gönderme|kaydetme|yapıştırma|çalıştırma|silme|paylaşma)(?:yin|yiniz|z)?(?!\\p{L})|không (?:yêu cầu|hỏi|" +
    "gửi|lưu|sao chép|dán|chạy|xoá|xóa|nhập|chia sẻ)",
  "绝不|从来?不|切勿|严禁|请勿|不得|不要(?:求|把|将|让|保存|复制|上传|发送|输入|粘贴|读取|收集|执行|运行|删除|安装)|禁止(?:把|将|上传|收集|复制|读取)|" +
    "不会(?:要求|上传|收集|读取|保存)|決して|(?:求め|入力させ|保存し|送信し|送ら|コピーし|貼り付け|読み取ら|実行し|削除し|消さ|共有し|聞か)(?:ない|ません|ないで)|しないこと|" +
    "してはいけ|禁止|절대(?:로)?|(?:요청|입력|저장|전송|복사|실행|삭제|공유|수집|붙여넣|보내|올리)(?:하)?지 (?:마|않|말)|不经过|不会经过|通らない|残さない|残らない|거치지|" +
    "남기지",
);

/** The means of a harm, in twelve languages besides English and in what all of them share: names of files, switches, commands. */

/** The guard of a system is off, asleep or not to be heeded. */
export const GUARD_OFF = stems(
  "desactiv\\p{L}{1,3} (?:el|la|o|a) (?:antivirus|protecci|firewall)~|désactive~ l[’\\x27]antivirus|" +
    "einfachste weg ist, den virenschutz|alerte|origen desconocido|origem desconhecida|fonti sconosciute|" +
    "unbekannte quellen|sources inconnues|bilinmeyen kaynak~|неизвестн\\p{L}{2,3} источник~|" +
    "nieznan\\p{L}{1,3} źród~|nguồn không xác định|quyền quản trị|system-?rechte|как администратор|" +
    "от администратора|jako administrator|als administrator|como administrador|come amministratore|" +
    "en tant qu[’\\x27]administrateur|yönetici olarak|smartscreen|(?:windows )?defender~|gatekeeper|" +
    "windows security|set-mppreference|executionpolicy bypass|esegui comunque|ejecutar de todas formas|" +
    "executar (?:assim )?mesmo|trotzdem ausführen|exécuter quand même|yine de çalıştır|" +
    "выполнить в любом случае|zezwól mimo to|uruchom mimo|vẫn chạy|(?:antivir[uú]s|antivirus~|virenwächter|" +
    "virenscanner|virenschutz|антивирус~|antywirus~|phần mềm diệt virus)|(?:tarayıcı|trình duyệt|" +
    "przeglądarka|браузер)[^.\\n]{0,30}(?:zararlı|uyar|chặn|cảnh báo|ostrzeg|блокир|ругает)|" +
    "modo (?:de )?desarrollador|chế độ nhà phát triển",
  "杀毒|杀软|安全中心|仍要运行|更多信息.{0,4}仍|拦截|ウイルス対策|セキュリティソフト|ディフェンダー|詳細情報.{0,6}実行|백신|스마트스크린|디펜더|추가 정보.{0,6}실행|" +
    "브라우저가 막|계속 다운로드|安全拦截|来源不明|信任|管理员身份|管理者として|提供元不明|출처를 알 수 없|관리자 권한",
);

/** Nothing goes on before it is there. */
export const NEEDED = stems(
  "obligatoire~|avant usage|avant (?:la première|toute)|pas de \\p{L}{3,14}, pas de|pflicht~|vorher|" +
    "yükümlü~|gerekli~|önce|kurmadan|yoksa|aksi (?:halde|hâlde)|иначе|сначала|прежде чем|требу~|konieczn~|" +
    "najpierw|inaczej|musi|không có|nếu không|trước (?:khi|tiên)|antes de (?:usar|empezar|começar)|primero|" +
    "primeiro|prima di|prima|necesari[oa]|necessári[oa]|necessari[oa]|requier~|requer~|richied~|requis~|" +
    "nécessaire|erforderlich|benötig~|zuerst|imprescindible|obligatori[oa]|sin (?:él|ella|ese|esta|" +
    "este) (?:\\S{1,14} ){0,4}no|no (?:funciona|arranca|continúes|sigas)|hasta que|sem (?:ele|ela|isso)|" +
    "não (?:funciona|roda|continue)|só (?:funciona|roda)|enquanto não|senza (?:di esso|il|la|questo)|" +
    "non (?:funziona|parte|procedere)|finché non|ohne den|ohne das|ohne diese|brich ab|zwingend|" +
    "voraussetzung|solange|il faut|faute de quoi|refuse(?:ra|z)?|tant que|indispensable|olmadan|açılmadan|" +
    "kurulmadan|zorunlu|çalışmaz|şart|обязательн~|без н(?:его|её|ее)|не (?:работает|запустится|начина)|" +
    "пока не|откаж|bez (?:niego|niej|tego)|martwy|odmówić|dopóki|wymagan[yae]|nie (?:działa|ruszy|wstaje)|" +
    "bắt buộc|thiếu (?:nó|thì)|không (?:có nó|chạy được)|phải (?:cài|có)",
  "必须(?:先)?(?:安装|装|下载)|先(?:安装|装|下载)|没有它|否则(?:无法|不能|不)|缺(?:少)?(?:它|了)|前提|必須|ないと(?:動|使)|入れて(?:いない|ない)|" +
    "まで(?:は)?(?:応じ|進め|始め)ない|なければ(?:動|使|始)|反드시|반드시|없으면|깔려 있어야|설치(?:해야|되어 있어야|하기 전)|전까지|필수|缺少|需要(?:先)?(?:安装|装)|" +
    "首先|之前|才能|まず|事前に|前に|必要|されていない場合|먼저|필요|이전에|후에야",
);
