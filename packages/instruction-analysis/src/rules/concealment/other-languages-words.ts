import { oneOf, stems, words } from "@gaia/reading";

export const HINT_OPENLY = "Say openly what is done; nothing of it is to be kept from the person it is done for.";

export const ABROAD = words(
  "(?:erwähne?|verrate?|nenne?|sage?|zeige?|berichte?|melde?|verschweige?)(?: \\S{2,14}){0,7} (?:nicht|" +
    "nichts|niemals)",
  "verschweige?",
  "ne (?:parle[rz]?|di(?:s|tes|re)|mentionne[rz]?|signale[rz]?|révèle[rz]?|montre[rz]?)(?: \\S{1,14}){0,2} " +
    "(?:pas|rien|jamais)",
  "comme si de rien n['’]était",
  "(?:no|nunca) (?:le |lo |se lo )?(?:menciones|digas|informes|reveles|cuentes|muestres|avises)",
  "n[ãa]o (?:mencione|diga|conte|revele)|non (?:menzionare|dire|rivelare)",
);

export const ABROAD_WHAT = words(
  "(?:dies(?:en|er|em|e|es)?) (?:schritt|aktion|vorgang|übertragung|upload|befehl)\\w{0,3}|davon",
  "(?:cette|cet|ce|cela|ceci)(?: étape| action| envoi| transfert| commande)?|de rien|nada de (?:esto|ello)",
  "(?:este|esta|esto)(?: paso| acción| envío| transferencia)?",
  "(?:este passo|disso|nada disso|questo passaggio)",
);

export const ABROAD_WHO = words(
  "(?:be)?nutzer\\w{0,2}|anwender\\w{0,2}|zusammenfassung|bericht|(?:à )?l['’]utilisateur|utilisateurs?",
  "résumé|rapport|(?:al )?usuari[oa]s?|informe|resumen|usuári[oa]|utente",
);

export const CONCEAL = oneOf(
  "\\bfrag\\w{0,2} (?:den (?:Be)?nutzer )?nicht (?:nach|um|erst)",
  "\\bne demande[rz]? (?:pas|jamais) (?:la |de |d['’])?(?:permission|confirmation|autorisation)",
  "\\bno (?:pidas|solicites|pregunt\\w{1,3})\\b|\\bnão (?:peça|pergunte|solicite)\\b",
  "\\bnon chieder\\w{1,2}\\b|не спрашива[а-яё]{1,3}|не запрашива[а-яё]{1,3}|無断で",
  "\\b(?:sag|sage|sagen|erzähl\\w{0,3}|verrat\\w{0,3}|erwähn\\w{0,3}|zeig\\w{0,3}|informier\\w{0,3}|" +
    "teil\\w{0,3})[^.!?\\n]{0,40}(?:Benutzer|Nutzer|Anwender)[^.!?\\n]{0,40}\\b(?:nicht|nichts|niemals|" +
    "nie)\\b",
  "\\b(?:ohne)[^\\S\\n]{1,3}(?:\\w{2,10}[^\\S\\n]{1,3}){0,2}(?:Wissen|Zustimmung|Rückfrage|Kenntnis|zu fragen|Bestätigung)",
  "\\b(?:ne|n['’])[^.!?\\n]{0,30}(?:dis|dites|parle[zr]?|affiche[zr]?|informe[zr]?|mentionne[zr]?|" +
    "révèle[zr]?|montre[zr]?|préviens|prévenez|signale[zr]?)[^.!?\\n]{0,12}(?:pas|rien|" +
    "jamais)?[^.!?\\n]{0,20}(?:l['’]utilisateur)",
  "à l['’]insu de l['’]utilisateur|\\bsans (?:que l['’]utilisateur|prévenir|informer|demander|en parler)",
  "\\b(?:no|nunca|não|non|mai|jamás)[^\\S\\n]{1,3}(?:\\w{2,5}[^\\S\\n]{1,3})?(?:le[^\\S\\n]{1,3})?" +
    "(?:dig[ao]s?|informes?|menciones?|mencione|reveles?|revele|muestres|mostre|conte|avises?|avise|dire|" +
    "dirlo|informare|menzionare|rivelare|mostrare)[^.!?\\n]{0,40}(?:usuario|usuário|utente)",
  "\\bsin (?:que el usuario|avisar|informar|preguntar)|\\bsem (?:que o usuário|avisar|informar|perguntar)",
  "\\bsenza (?:che l['’]utente|avvisare|informare|chiedere)",
  "(?:不要|别|勿|切勿|不得|请勿|不能|不可|無需|无需|不必)(?:让|讓)?(?:告诉|告訴|告知|通知|提醒|向|透露|询问|詢問|提及|显示|顯示|讓|对)?(?:用户|用戶|使用者|任何人|" +
    "他们)",
  "(?:用户|用戶)(?:不知情|不知道|察觉不到)|(?:瞒着|背着|悄悄|偷偷|暗中)",
  "ユーザー?(?:に|へ|には)(?:[^。\\n]{0,20})(?:知らせ(?:ない|ず)|言わ(?:ない|ず)|伝え(?:ない|ず)|告げ(?:ない|ず)|見せ(?:ない|ず)|話さ(?:ない|ず)|" +
    "気付かれ|気づかれ|報告し(?:ない|ず)|通知し(?:ない|ず)|表示し(?:ない|ず))",
  "(?:こっそり|密かに|黙って)|사용자(?:에게|가|는)[^.\\n]{0,20}(?:알리지|말하지|모르게)|몰래",
  "(?:не|никогда не)[^\\S\\n]{1,3}(?:говори|сообща|упомина|показыва|рассказыва|раскрыва|информиру|уведомля|" +
    "предупрежда)[а-яё]{0,5}[^.!?\\n]{0,40}пользовател",
  "(?:тайно|незаметно|втайне|скрытно)|без (?:ведома|согласия|подтверждения|уведомления)",
);

export const REACH = oneOf(
  "https?://",
  "\\b(?:send|sende\\w{0,2}|schick\\w{0,3}|übertrag\\w{0,3}|lad\\w{0,3}|führe|ausführen|envoi\\w{0,3}|" +
    "envoy\\w{0,3}|exécute\\w{0,2}|transm\\w{0,6}|télécharg\\w{0,3}|env[íi]\\w{0,5}|ejecut\\w{0,3}|" +
    "execut\\w{0,3}|sub[aei]\\w{0,3}|invi\\w{0,3}|esegu\\w{0,4}|manda\\w{0,3}|curl|wget|bash|run|execute|" +
    "upload|ssh|\\.env|token|Schritt\\w{0,2}|Befehl\\w{0,2}|paso|etapa|passo|passaggio|passwor\\w{1,3}|" +
    "contraseña|senha|mot de passe|clé|chiave|Schlüssel|Passw\\w{2,5})\\b",
  "étape|删除|备份|清空|批准|同意|承認|削除|удал|одобр|подтвер|lösch|genehmig|supprime|approuv|borr[ae]|aprueb|apag[ae]",
  "aprov|cancella|approv|步骤|操作|手順|шаг|действи|команд|发送|上传|上傳|執行|执行|下载|读取|密钥|密码|送信|実行|アップロード|鍵|パスワード|トークン",
  "отправ|выполн|загруз|ключ|парол|токен|전송|실행|업로드|비밀번호",
);

/** Not told, or told otherwise. */
export const UNTOLD = stems(
  "no deben (?:figurar|aparecer)|não devem (?:figurar|aparecer)|non devono (?:figurare|comparire)|" +
    "(?:para que|a fin de que) (?:nadie|el (?:usuario|cliente|dueño)|no) (?:\\S{1,12} ){0,3}(?:enter|not|" +
    "sospech|vea|sep)~|para (?:ninguém|que ninguém|o usuário não)|perché (?:nessuno|l[’\\x27]utente) ~|" +
    "affinché nessuno|damit (?:\\S{2,14} ){0,3}(?:niemand|nichts|nicht) (?:\\S{2,14} ){0,2}(?:merk|seh|" +
    "auffäll|bemerk)~|pour que (?:personne|l[’\\x27]utilisateur) ne|fark etmesin|anlamasın|görmesin|bilmesin|" +
    "чтобы (?:\\S{2,16} ){0,3}не (?:замет|узна|увид|догада|поня)~|не (?:называй|показыв|включай|упомян)~|" +
    "żeby (?:\\S{2,16} ){0,3}nie (?:zauważ|widzia|wiedzia|zorientowa)~|để (?:\\S{1,10} ){0,4}(?:không|khỏi|" +
    "chẳng) (?:biết|hay|thấy|phát hiện|nghi)|masqu[ez]~|dissimul~|hors du compte rendu|tais|" +
    "cache(?:z)? (?:la|le|l[’\\x27])|oculta(?:r|lo|la)?|escond[ae]~|nascond~|versteck~|verheimlich~|gizle~|" +
    "скрой|скрыва~|ukryj~|zataj~|beyan eder|ni (?:media )?palabra|no (?:lo |la |le |se |las |" +
    "los )?(?:menciones?|digas?|cuentes?|comentes?|aparezc|figure|muestres?|informes?|reveles?|avises?)|" +
    "(?:no|não) (?:debe|deve|debería) (?:enterarse|saber|figurar|aparecer|ficar sabendo)|nem uma palavra|" +
    "não (?:mencione|conte|diga|comente|mostre|avise|informe|revele)|neanche una parola|non (?:menzion|dire|" +
    "dirlo|farne parola|nominar|rivel|compa[ri]|segnal|avvis)~|(?:kein|nicht ein) wort|(?:erwähn|verrat|" +
    "melde|zeig|nenn)~ (?:\\S{2,14} ){0,4}(?:nicht|nichts|nie)|tauch~ (?:\\S{2,30} ){0,4}nicht auf|" +
    "nicht (?:erwähn|auftauch|verrat|im bericht|preisgeb)~|verschweig~|pas un mot|" +
    "ne (?:doit|doivent) (?:figurer|apparaître|savoir)|ne (?:mentionne|parle|dis|dites|signale|révèle|" +
    "évoque)~ (?:pas|rien|jamais)|passe~ sous silence|sözünü etme~|söyleme(?:yin)?|bahsetme~|" +
    "belirtme(?:yin)?|gösterme(?:yin)?|haber verme~|ни слов|не (?:упомина|сообща|говори|рассказыва|показыва|" +
    "раскрыва|указыва|пиши|афишир)~|умолч~|помалкива~|ani słow|nie (?:wspomina|mów|informuj|pokazuj|ujawniaj|" +
    "wymieniaj|pisz)~|przemilcz~|(?:đừng|không|chớ)(?: được| cần)? (?:nhắc|nói|kể|báo|để lộ|cho biết|ghi|" +
    "tiết lộ)|giấu (?:nhẹm|kín|đi)|giấu",
  "(?:不要|别|勿|不得|不许|不能|只字不|一概不|无需|不必)(?:再)?(?:提|告诉|告知|说|透露|写|列|让.{1,6}知|汇报|展示)|只字不|瞒(?:着|住)|隐瞒|书?かない|書かない|" +
    "触れない|言わない|伝えない|知らせない|明かさない|(?:書か|触れ|言わ|伝え|知らせ|明かさ|載せ)(?:ず|ないこと)|伏せ(?:る|て|ておく)|内緒|黙って(?:い|お)|" +
    "(?:언급|말|알리|알려|적|쓰|밝히|보고|표시|기록)(?:하)?지 (?:말|않|마)|비밀로|숨기|숨겨|빼고 적|빼 (?:두|놓)|不(?:让|被).{0,8}(?:发现|察觉|知道|看到)|" +
    "以免.{0,8}(?:发现|察觉|起疑)|不显示|隐去|藏起|気づかれない|気付かれない|見せない|隠(?:す|し|して)|載せない|눈치채지|모르게|드러내지|보이지 않게",
);

/** What is said instead, or what is rubbed out afterwards. */
export const COVER_STORY = stems(
  "(?:si|caso|se|quando|quand|wenn|falls|eğer|если|jeśli|gdyby|nếu) (?:\\S{1,14} ){0,3}(?:pregunt|pergunt|" +
    "chied|chiest|domand|frag|nachfrag|hakt|demand|interrog|sor(?:ar|du|ul|sa)|спрос|спрашив|zapyta|spyta|" +
    "pyta|hỏi)~|hakt (?:jemand|er|sie|wer) nach|fragt (?:jemand|er|sie|wer)|(?:soran|sorulursa|sorarlarsa|" +
    "sorarsa)|спросят|a quien pregunte|(?:a chi chiede)|hỏi (?:cứ|thì)|responda? que|di(?:le)? que|diga que|" +
    "rispondi che|behaupte|répond(?:s|ez)(?:-lui)? que|prétend~|évoque plutôt|de(?:yin)? ki|говори,? что|" +
    "скажи,? что|отвечай,? что|ссылайся|mów,? że|powiedz,? że|tłumacz,? że|bảo (?:là|rằng)|nói (?:là|rằng)",
  "(?:问起|追问|问到|若问|如果.{0,6}问|有人问|被问)|就说|推说|谎称|(?:聞かれ|尋ねられ|問われ|訊かれ)(?:たら|ても|れば)|と答え|で通し|と(?:言い|説明し|ごまか)|" +
    "(?:물어보면|물으면|묻거든|질문하면|따지면)|라고 (?:답|말|둘러|설명)|둘러대",
);

export const TRACES = stems(
  "informe|resumen|historial|registro|comisi|resumo|relatório|histórico|comissão|cadastro|riepilog|" +
    "cronologia|registr[io]|bericht|verlauf|protokoll|zusammenfassung|spuren|rapport|résumé|compte rendu|" +
    "historique|journal|envoi|özet~|rapor~|kayıt~|geçmiş~|günlü[kğ]~|fatura~|отч[её]т~|журнал~|истори~|" +
    "лог(?:и|ах|ов)?|сводк~|raport~|podsumowani~|histori~|dziennik~|logach|rachunk~|báo cáo|lịch sử|nhật ký|" +
    "tóm tắt|dấu vết|thư mục|tệp",
  "日志|记录|汇报|总结|报告|历史|摘要|流水|ログ|履歴|報告|要約|記録|何が失われ|기록|로그|보고|요약|내역|이력|흔적",
);

/** Somebody is not to be told, to see or to learn, in German, French, Spanish, Portuguese, Italian, Russian, Chinese, Japanese. */
const UNTOLD_PHRASES = [
  "(?:erwähn|verrat|nenn|sag|zeig|meld|bericht)e?(?: \\S{1,16}){0,7} (?:nicht|nichts|niemandem|" +
    "kein\\w{0,2} wort)|verschweig\\w{1,2}|(?:soll|darf|braucht|muss|sollen|dürfen|" +
    "brauchen)(?: \\S{1,16}){0,5} (?:nicht|nichts)(?: \\S{2,14}){0,3} (?:erfahren|merken|wissen|sehen|" +
    "bemerken|auftauchen|erscheinen)|lass\\w{0,2}(?: \\S{1,16}){0,6} (?:weg|unerwähnt)|mit keine[mr] (?:wort|" +
    "silbe)|unbemerkt|ohne (?:\\S{2,12} ){0,3}wissen",
  "n['’]a pas à (?:savoir|connaître|voir)|ne (?:doit|doivent|devra)(?: \\S{1,14}){0,2} (?:rien|pas|jamais|" +
    "ni)(?: \\S{1,14}){0,4} (?:savoir|apprendre|apparaître|figurer|voir|remarquer)|" +
    "ne doi(?:t|vent) (?:figurer|apparaître)|ne (?:mentionne|dis|dites|parle|signale|révèle|évoque)[rz]? " +
    "(?:pas|rien|jamais|ni)|ne se doute|n['’]en (?:parle|dis|dites|souffle|parlez) (?:pas|rien|jamais|mot)|" +
    "(?:est|sont) masquée?s?|passe[rz]? sous silence|à l['’]insu",
  "no (?:debe|deben|debería|tienen?)(?: \\S{1,14}){0,3} (?:saber|enterarse|aparecer|figurar|ver|notar|" +
    "conocer)\\w{0,2}|no (?:le |lo |se lo |les )?(?:menciones?|digas?|informes?|reveles?|avises?|comentes?)|" +
    "no le incumbe|que no (?:se entere|note|sepa)|a espaldas",
  "n[ãa]o (?:deve|devem|precisa|pode)(?: \\S{1,14}){0,3} (?:saber|aparecer|notar|ver|perceber)|" +
    "nunca (?:comente|mencione|diga)|n[ãa]o (?:mencione|diga|conte|revele|comente)|" +
    "sem (?:que \\S{1,3} \\S{3,12} )?(?:avisar|saiba|perceba)",
  "non (?:deve|devono|dovrà)(?: \\S{1,14}){0,3} (?:sapere|vedere|comparire|notare|accorgersi|risultare)|" +
    "non (?:menzionare|dire|rivelare|accennare)|all['’]insaputa",
  "не (?:сообщай|говори|упоминай|рассказывай)(?:те)?|ни слова|не (?:должен|должна|" +
    "должны)(?: \\S{1,14}){0,2} (?:знать|узнать|видеть|заметить)|умолчи|незаметно",
  "(?:不要|别|不得|切勿|无需|不必)(?:在\\S{0,14})?(?:提到|提及|告诉|告知|透露|让\\S{1,6}(?:知道|发现)|写进|写入)|不(?:让|能让)\\S{1,6}(?:知道|发现|看到)|瞒着|隐瞒|绝口不提|只字不提",
  "表示しない(?:こと|で)|(?:言わ|伝え|知らせ|触れ|記載し|載せ|報告し|明かさ)ない(?:こと|で)|(?:知られ|気づかれ|悟られ)ない|(?:言わ|触れ|載せ|知らせ)ず",
];

/** A trace is removed. */
const ERASED = [
  "(?:lösch|entfern|leer|tilg|überschreib)\\w{0,3}(?: \\S{1,16}){0,6} (?:verlauf|befehlsverlauf|protokoll|" +
    "logs?|spuren|eintr[aä]ge?|protokollzeilen?|historie|bestätigung)\\w{0,4}|(?:verlauf|protokolleintrag|" +
    "spuren)(?: \\S{1,16}){0,4} (?:löschen|entfernen|leeren)",
  "(?:efface|supprime|vide|purge|retire)[rz]?(?: \\S{1,16}){0,5} (?:journa(?:l|ux)|historique|traces?|lignes?|confirmation)",
  "(?:borra|elimina|vacía|limpia|quita)\\w{0,2}(?: \\S{1,16}){0,5} (?:historial|registros?|rastros?|huellas?|confirmación)",
  "(?:apag|exclu|limp|remov)\\w{1,2}(?: \\S{1,16}){0,5} (?:histórico|registros?|rastros?|confirmação|vestígios?)",
  "(?:svuota|cancella|elimina|togli|rimuovi)(?: \\S{1,16}){0,5} (?:cronologia|registro|tracce|righe|conferma)",
  "(?:сотри|очисти|удали|вычисти)(?: \\S{1,16}){0,5} (?:истори|журнал|след|запис)[а-я]{0,3}|(?:запис|строк|" +
    "следы)[а-я]{0,3}(?: \\S{1,16}){0,5} (?:сотри|удали)",
  "(?:清掉|清除|删除|删掉|清空|抹去|抹掉)\\S{0,10}(?:记录|历史|日志|痕迹)|(?:记录|历史|日志|痕迹)\\S{0,6}(?:清掉|清除|删除|删掉|清空|抹掉|抹去)",
  "(?:履歴|ログ|記録|痕跡|通知)\\S{0,10}(?:削除|消去|消し|消す)",
];

export const UNTOLD_ABROAD = words(...UNTOLD_PHRASES, ...ERASED);

/** What is said or written in its place. */
export const SAID_ABROAD = words(
  "(?:wenn|falls|sollte)(?: \\S{1,16}){0,7} (?:fragt|fragen|nachfragt|wundert|bemerkt|merkt|" +
    "auffällt),?(?: \\S{1,12}){0,3} (?:sag|antworte|behaupte|erkläre|schieb|gib)\\w{0,2}",
  "(?:schreib|vermerk|notier|meld)e?(?: \\S{1,14}){0,5} (?:nur|lediglich|bloß)",
  "si(?: \\S{1,16}){0,7} (?:demande|remarque|s['’]étonne|s['’]interroge)(?:nt)?,?(?: \\S{1,16}){0,8},? " +
    "(?:parle|dis|dites|répond|prétend|explique|invoque)\\w{0,2}",
  'indique[rz]? [«"“]|figure comme',
  "(?:note|inscris|écris|indique)[rz]?(?: \\S{1,14}){0,4} (?:seulement|uniquement|comme)",
  "affiche[rz]? (?:\\S{1,14} ){1,3}pendant",
  "si(?: \\S{1,16}){0,8} (?:preguntan?|detecta|nota|reclama|cuenta|queja),?(?: \\S{1,16}){0,7},? " +
    "(?:responde|dile|di|contesta|insinúa|explica|cambia|finge|culpa)",
  "muestra s[oó]lo|(?:escribe|anota|registra|pon)(?: \\S{1,14}){0,4} (?:s[oó]lo|únicamente|como)",
  "(?:se|mesmo que|caso)(?: \\S{1,16}){0,7} (?:pergunt|not|reclam|estranh)\\w{1,4},?(?: \\S{1,16}){0,7},? " +
    "(?:diga|responda|explique|mude|finja|culpe)",
  "mostre (?:\\S{1,10} ){0,2}(?:apenas|só|somente|a imagem antiga)|mesmo que (?:ele|ela) pergunte",
  "(?:escreva|anote|registre)(?: \\S{1,14}){0,4} (?:apenas|só|como)",
  "se(?: \\S{1,16}){0,7} (?:chiede|chiedono|domanda|domande|nota|accorge),?(?: \\S{1,16}){0,7},? " +
    "(?:rispondi|di['’]|parla|spiega|fingi|racconta)",
  "scrivi(?: \\S{1,14}){0,4} (?:solo|soltanto|che)|mostra (?:solo|soltanto)",
  "(?:если|когда)(?: \\S{1,16}){0,6} (?:спросит|спросят|заметит|заметят|" +
    "поинтересуется),?(?: \\S{1,16}){0,8} (?:отвечай|скажи|говори|ответь|объясни)",
  "(?:укажи|напиши|покажи|запиши)(?: \\S{1,14}){0,4} (?:только|лишь)|в отч[её]те (?:напиши|укажи)",
  '(?:如果|若|要是)\\S{0,12}(?:问|询问|发现|察觉)\\S{0,16}[,，]?(?:就说|就答|回答|说是|解释为|回复)|只(?:写|说|报|答|回复)[“「"]?',
  "(?:聞かれ|尋ねられ|問われ|気づかれ|質問され|指摘され)(?:たら|た場合|れば|ても)\\S{0,30}(?:答え|言|伝え|説明|返)|とだけ(?:書|記|答|返|報告)",
);

/** What was done: something sent or copied, bought or charged, changed or switched off. */
export const DONE_ABROAD = words(
  "zusätzlich|an (?:den|unseren) \\S{4,14}|kopie|geschickt|gesendet|weitergeleitet|hochgeladen|abgebucht|geändert",
  "notre compte|nos serveurs|copie|virement|partenaire|dépensées?|envo(?:yée?s?|ie)|achat|en son nom|prélev\\S{1,3}|modifié",
  "nuestr[oa]s?|copia|env[íi][aeo]\\S{0,3}|cambio de permisos|cargo|amplió|cobr\\S{1,3}|modific\\S{1,3}",
  "cópia|envi\\S{1,3}|fornecedor|alterar|troca|cobr\\S{1,3}",
  "chiavi|copia|invia\\S{0,3}|disattiva\\S{0,3}|falliscono|addebit\\S{1,3}|modific\\S{1,3}",
  "отправ\\S{1,3}|нов[а-я]{2,3} администратор\\S{0,2}|копи[юя]|перен[её]с|списа\\S{1,3}|измен\\S{1,4}",
  "传给|发送到|发送至|发给|上传|副本|转发|扣款|修改",
  "上乗せ|送信|転送|手数料|アップロード|コピー|課金|変更",
);

/** A surprise, a story, a blinded study or a secret that is masked: kept from somebody else, or from nobody. */
export const OPENLY_ABROAD = words(
  "überraschung\\w{0,3}|geheimnisse|passw[oö]rt\\w{0,3}|zugangsdaten|rätsel|verblindet\\w{0,2}|anonym\\w{0,8}",
  "surprise|l['’]aveugle|mots? de passe|clés? api|astérisques|roman|énigme|anonymis\\w{1,3}",
  "sorpresa|novela|contraseñas?|claves? api|spoilers?|acertijo|anonimi[sz]\\w{1,4}|surpresa|senhas?",
  "anonimizad\\w{1,2}|iniciais|indovinello|romanzo",
  "сюрприз\\S{0,2}|загадк\\S{1,2}|парол\\S{1,3}|ребёнк\\S{1,2}|роман\\S{0,2}",
  "惊喜|剧透|密码|密钥|脱敏|匿名|谜|生日|誕生日|内緒です|ネタバレ|パスワード|匿名化|なぞなぞ",
);
