import { stems } from "@gaia/reading";

/**
 * What is done, in twelve languages besides English: in each list Spanish, Portuguese, Italian, German, French, Turkish, Russian,
 * Polish and Vietnamese stand first, then Chinese, Japanese and Korean. `~` is any ending of a word.
 */

/** Nobody is asked, or a silence counts. */
export const UNASKED = stems(
  "sin (?:mostrar|enseñar)|sem mostrar|senza mostrare|sans montrer|(?:acepta|aprueba|autoriza) (?:todo|" +
    "automátic)~|aprov~ (?:tudo|automatic)~|approva (?:tutto|automatic)~|automatisch (?:genehmig|bestätig|" +
    "zustimm|akzeptier)~|(?:approuv|valid|accept)~ automatiquement|otomatik (?:onay|kabul)~|" +
    "onaylanmış (?:kabul|say)~|varsayılan olarak onay~|автоматическ\\p{L}{1,3} (?:одобр|подтвержд|принима|" +
    "разреш)~|по умолчанию (?:одобр|разреш)~|automatycznie (?:zatwierdz|akceptu|potwierdz)~|" +
    "(?:tự động|mặc định) (?:phê duyệt|duyệt|chấp nhận|đồng ý|xác nhận)|phê duyệt mặc định|" +
    "equivale a (?:aceptar|aceitar)|sandbox ?: ?false|bac à sable|песочниц~|korumalı alan~|" +
    "sin (?:pedir|preguntar|esperar|consultar|solicitar|confirmar|confirmaci|autorizaci|permiso)|" +
    "no (?:le |les |lo |te )?(?:preguntes?|pidas?|consultes?|esperes?|solicites?)|no (?:hace falta|" +
    "es necesario|hay que|tienes que) (?:preguntar|pedir|esperar|consultar|confirmar)|ya (?:lo )?(?:aceptó|" +
    "autorizó|consintió|dio su)|sem (?:pedir|perguntar|esperar|consultar|solicitar|confirma|autoriza|" +
    "permiss)|não (?:precisa|é preciso|tem por que|há por que)(?: de)? (?:pedir|perguntar|esperar|confirmar)|" +
    "não (?:pergunte|peça|espere|solicite|consulte)|já (?:aceitou|autorizou|concordou|consentiu)|" +
    "senza (?:chiedere|attendere|aspettare|conferm|permess|autorizz|consultar|interpell)|" +
    "non (?:serve|occorre|bisogna|è necessario) (?:chiedere|attendere|aspettare|confermare)|non (?:chiedere|" +
    "chiedete|attendere|aspettare)|(?:silencio|silêncio|silenzio|schweigen|silence|milczenie|" +
    "молчание)(?: \\S{1,12}){0,3} (?:vale|cuenta|conta|equivale|significa|gilt|bedeutet|vaut|oznacza|" +
    "to zgoda|знак|означает|считай)|vaut (?:accord|consentement|approbation|validation|signature)|" +
    "ohne (?:\\S{2,14} ){0,3}(?:rückfrage|nachfrage|bestätigung|zustimmung|erlaubnis|freigabe|genehmigung|" +
    "zu fragen|nachzufragen|abzuwarten)|(?:frag|wart)(?:e|en|est|et)? (?:\\S{2,14} ){0,3}(?:nicht|nie|" +
    "niemals)|(?:gilt|gelten) (?:\\S{2,14} ){0,3}als (?:zustimmung|einwilligung|erteilt|freigegeben|" +
    "genehmigt|ja)|rückfragen (?:entfallen|unterbleiben|sind überflüssig|stören)|" +
    "sans (?:\\S{2,12} ){0,2}(?:demander|attendre|confirmation|autorisation|accord|validation|solliciter|" +
    "consulter|valider|feu vert)|inutile de (?:demander|solliciter|consulter|attendre|confirmer)|" +
    "ne (?:demande|sollicite|consulte|attend)~ (?:pas|jamais|aucun)|sormadan|sormana gerek|sormaya gerek|" +
    "onay (?:almadan|beklemeden|istemeden|bekleme|isteme|gerek)|izin (?:almadan|istemeden|beklemeden|isteme)|" +
    "onay (?:verilmiş|alınmış) say|без (?:\\S{2,14} ){0,2}(?:спроса|подтвержден|согласи|разрешени|одобрени|" +
    "вопросов|согласован)|не (?:спрашива(?:й|я|ть)|дожида|жди|ждать|запрашива(?:й|я|ть)|переспрашива)|" +
    "(?:считай|считается|считать)(?: \\S{2,14}){0,4} (?:соглас|подпис|разрешени|одобрен)|" +
    "bez (?:\\S{2,14} ){0,2}(?:pytania|potwierdz|zgody|pozwoleni|zapytania|akceptacji|czekania)|" +
    "nie (?:pytaj|czekaj|proś|dopytuj)|traktuj (?:\\S{2,14} ){0,4}(?:jako|jak) zgod|(?:không|khỏi|đừng|chẳng|" +
    "miễn) (?:cần |phải |được )?(?:hỏi|xin phép|chờ|đợi|xác nhận)|coi như (?:đã )?(?:đồng ý|chấp thuận)|" +
    "đã đồng ý (?:vĩnh viễn|hết|tất cả|sẵn)|im lặng (?:là|nghĩa|coi|tức)",
  "(?:不必|无需|不用|不需要|别|不要|免去)(?:再|先|停下来|事先|每次)?(?:问|询问|征求|请示|等待|等|确认|征得|请求)|未经.{0,6}(?:同意|确认|许可)|" +
    "(?:默认|视为|算作|当作)(?:已经|已)?(?:同意|授权|批准|许可)|沉默.{0,4}(?:同意|默许)|(?:確認|許可|承認|同意)(?:は|を|も)?(?:不要|取らず|求めず|せず|待たず|" +
    "省|得ず|要らない|いらない)|(?:同意|承認|許可)(?:した|済み|された)?(?:もの)?と(?:みな|見な|扱)|(?:聞か|尋ね|問わ|待た|断ら)ずに|二度と聞かれ|返事を待た|断りなく|" +
    "無断で|待つのは時間|묻지 (?:말|않|마)|물어보지 (?:말|않|마)|(?:확인|동의|허락|승인|허가)(?:을|를|은|는)? (?:받지|구하지|없이|생략|건너뛰|기다리지)|동의한 것으로|" +
    "기다리지 (?:말|않|마)|물을 필요|自动(?:批准|同意|确认|通过|接受)|一律(?:批准|同意|确认)|自動(?:で)?(?:承認|許可|同意)|自動承認|サンドボックス|" +
    "자동(?:으로)? ?(?:승인|허용|동의|수락)|샌드박스|沙箱|不要打断|别打断|不打断",
);

/** What cannot be taken back, or costs. */
export const GRAVE_ACT = stems(
  "pag[aou]~|compr[ae]~|transf(?:er|iér|ir)~|borr[ae]~|elimin[ae]~|env[ií]~|ejecut~|public~|desplieg~|" +
    "fusion~|reserv[ae]~|apag[ae]~|exclu[ai]~|instal~|execut~|cancell~|esegu~|invia~|acquist~|bonific~|" +
    "unisci|metti in produzione|lösch~|bezahl~|überweis~|verschick~|sende~|führe~|veröffentlich~|bestell~|" +
    "supprim~|pai(?:e|er|ement)~|envoie~|exécut~|virement~|commande~|publie~|sil(?:in|er|me|ip|sin)?|" +
    "öde(?:me|yin|r|n)?~|gönder~|çalıştır~|satın al~|yayınla~|перевод~|перевед~|оплат~|плат[иё]~|удал~|" +
    "отправ~|выполн~|запуска~|публику~|купи~|устанавлива~|usuń|usuwaj|kasuj~|zapłać~|płać|płatno~|przelew~|" +
    "przelej|wyślij|wysyłaj|wykonuj|wykonaj|opublikuj|sudo|kup(?:uj)?|xoá|xóa|thanh toán|chuyển (?:tiền|" +
    "khoản)|gửi|chạy|cài (?:đặt)?|đăng|git push|deploy|merge|settings\\.json|permissions?",
  "付款|支付|替.{0,3}付|转账|下单|购买|删除|发送|发布|部署|执行|运行|合并|推送|授权|安装|権限|送金|支払|決済|購入|削除|送信|送っ|送る|公開|実行|インストール|マージ|デプロイ|" +
    "注文|결제|송금|이체|구매|삭제|발송|전송|보내|실행|설치|배포|병합|게시|주문|예약",
);

/** What is never done, or not done without asking: where an order not to ask is itself a "not", other negations say nothing. */
export const NEVER_UNASKED = stems(
  "nunca|jam[aá]s|jamais|niemals|auf keinen fall|nigdy|никогда|asla|không bao giờ|tuyệt đối không|" +
    "no (?:\\S{1,20} ){1,6}sin|não (?:\\S{1,20} ){1,6}sem|non (?:\\S{1,20} ){1,6}senza|" +
    "(?:nichts?|keine?\\p{L}?) (?:\\S{1,20} ){0,6}ohne|ne (?:\\S{1,20} ){1,6}sans|не (?:\\S{1,20} ){1,6}без|" +
    "nie (?:\\S{1,20} ){1,6}bez|(?:không|đừng) (?:\\S{1,20} ){1,6}(?:khi chưa|nếu chưa|mà không)|" +
    "rien (?:\\S{1,20} ){0,4}sans|niente senza|nada (?:\\S{1,20} ){0,3}(?:sin|sem)",
  "绝不|决不|从来?不|切勿|严禁|(?:不要|不得|请勿|禁止|别)未经|未经.{0,10}(?:不得|不要|请勿|禁止|绝不)|決して|(?:せず|取らず|求めず|待たず|断りなく|" +
    "無断で)に?.{0,16}(?:ない|禁止|しません|せん)|절대|없이.{0,16}(?:마|않|안 |금지)",
);
