import { oneOf } from "@gaia/reading";

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
