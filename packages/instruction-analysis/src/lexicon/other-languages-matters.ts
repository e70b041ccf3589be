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
