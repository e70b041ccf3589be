/**
 * The words of the other packs in German, French, Spanish, Portuguese, Italian, Chinese, Japanese and Russian: sources for
 * `words`. Stems where a language bends its words; `\w` is ASCII, so other letters may always follow.
 */
export const TRANSLATED = {
  send:
    "(?:send|schick|übermitt|übertrag|hochlad|weiterleit|leit|verschick)e?\\w{0,4}|" +
    "lade\\w{0,2} (?:\\S{1,20} ){0,4}hoch|envo(?:ie|y)\\w{0,4}|transm(?:et|its)\\w{0,5}|téléverse\\w{0,2}|" +
    "poste[rz]|env[íi][aoe]\\w{0,5}|m[aá]nd[ae]\\w{0,4}|sub[aei]\\w{0,3}|transmit[ae]\\w{0,3}|" +
    "invi[aeo]\\w{0,4}|carica\\w{0,3}|inoltra\\w{0,3}|发送|发到|发给|上传|上傳|传送|提交|送信|アップロード|転送|送って|送る|отправ|отошл|" +
    "передай|загрузи|перешл|вышл",
  run:
    "(?:führe\\w{0,2}|ausführ\\w{0,3}|start\\w{0,3}|öffne\\w{0,2}|installier\\w{0,3})|exécute[rz]?|" +
    "lance[rz]?|ouvr(?:e|ez|ir)|installe[rz]?|ejecut[ae]\\w{0,4}|ejecútalo|abr[ae]\\w{0,2}|abrir|" +
    "instal[ae]\\w{0,3}|inici[ae]\\w{0,2}|execut[ae]\\w{0,3}|rode|esegu\\w{2,4}|avvia\\w{0,2}|apri\\w{0,2}|" +
    "installa\\w{0,2}|运行|執行|执行|打开|安装|启动|运行里面|実行|起動|開い|開き|インストール|запуст|выполн|откро|установ",
  ask:
    "bitte\\w{0,2}|frage?\\w{0,2}|verlang\\w{0,3}|forder\\w{0,3}|fordere\\w{0,2}|demande[rz]?|réclame[rz]?|" +
    "invite[rz]?|pid[ea]\\w{0,3}|pedir|solicit[ae]\\w{0,3}|peça\\w{0,2}|chied[ia]\\w{0,3}|richied\\w{1,4}|要求|" +
    "请用户|让用户|请求|询问|索取|求め|尋ね|聞い|入力させ|попрос|запрос|спрос|введ",
  fetch:
    "(?:lade|hole|hol|ruf|rufe|abruf|herunterlad)\\w{0,4}|lade\\w{0,2} (?:\\S{1,20} ){0,4}herunter|" +
    "télécharge[rz]?|récupère[rz]?|consulte[rz]?|descarg[aue]\\w{0,3}|obtén|obtener|baix[ae]\\w{0,2}|obtenha|" +
    "scarica\\w{0,3}|ottieni|下载|下載|获取|拉取|ダウンロード|取得|скача|загру[зж]|получ",
  framing:
    "durante|se o|se a|si el|si la|falls|wenn|vor (?:der|dem|jeder|jedem) (?:ersten )?(?:\\w{3,14} " +
    ")?(?:benutzung|verwendung|nutzung|gebrauch|start|ausführung|installation)|muss(?: zuerst| vorher)?|" +
    "müssen|erforderlich|voraussetzung(?:en)?|zwingend|sonst|zuerst|benötig\\w{0,2}|avant (?:de |d['’]|la |" +
    "toute |le |l['’])|obligatoire\\w{0,4}|doi(?:t|vent|s)|nécessaire|requis\\w{0,2}|prérequis|sans cela|" +
    "d['’]abord|il faut|antes de|obligatori[oa]|necesari[oa]|requisitos?(?: previos?)?|debe\\w{0,2}|primero|" +
    "sin (?:él|ella|esto)|de lo contrario|requiere|necesita|obrigatóri[oa]|necessári[oa]|pré-requisitos?|" +
    "deve\\w{0,2}|primeiro|caso contrário|requer|precisa|prima di|obbligatori[oa]|necessari[oa]|" +
    "prerequisit[oi]|richiest[oa]|altrimenti|richiede|使用前|之前|必须|必需|需要|首先|先|前提|首次|否则|前に|必要|必須|まず|最初に|しなければ|" +
    "перед|до (?:начала|использования|запуска)|обязательн|необходим|требу|сначала|нужно|иначе|должен|должна",
  every:
    "alle[nsrm]?|jede[nsrm]?|ganze[nrsm]?|gesamte[nrsm]?|sämtliche\\w?|tou(?:t|te|s|tes)|entier|complet|" +
    "intégralité|tod[oa]s?|complet[oa]s?|enter[oa]|tutt[oaie]|inter[oa]|所有|全部|完整|每|すべて|全て|全部|全文|все|всё|всю|" +
    "весь|полност|цел[уы]",
  paste:
    "einfüg\\w{0,4}|füge\\w{0,2}|kopier\\w{0,4}|coll(?:e|er|ez)|copie[rz]?|peg[ae]\\w{0,3}|pegar|" +
    "copi[ae]\\w{0,2}|cole|colar|incolla\\w{0,2}|copia\\w{0,2}|粘贴|复制|貼り付け|コピー|встав|скопиру",
  wallet:
    "wiederherstellungs(?:phrase|wörter|schlüssel)|(?:zwölf|vierundzwanzig|12|24) wörter|" +
    "wallet-?(?:schlüssel|phrase)|seed-?phrase|phrase (?:de récupération|secrète|mnémonique)|" +
    "(?:douze|12|24) mots|frase (?:semilla|de recuperación|secreta|de recuperação|semente|di recupero|seed)|" +
    "(?:doce|12|24) palabras|(?:doze|12|24) palavras|(?:dodici|12|24) parole|助记词|助記詞|恢复短语|种子短语|钱包私钥|钱包|" +
    "リカバリーフレーズ|シードフレーズ|ニーモニック|復元フレーズ|ウォレット|сид-?фраз[а-я]{0,3}|seed-?фраз[а-я]{0,3}|мнемоник[а-я]{0,3}|" +
    "кошел[её]?к[а-я]{0,3}|фраз[а-я]{0,3} восстановления",
  holdings:
    "gesprächsverlauf\\w{0,2}|gespräch\\w{0,3}|unterhaltung\\w{0,2}|chatverlauf\\w{0,2}|(?:gelesene\\w?|alle|" +
    "private\\w?|seine|ihre) dateien|verlauf|quellcode|(?:historique de la |la )?conversation|" +
    "fichiers (?:lus|de l['’]utilisateur|du projet|privés)|données de l['’]utilisateur|tous les fichiers|" +
    "conversación|conversaciones|historial|datos del usuario|archivos (?:del|de la|leídos|privados)|" +
    "todos los archivos|conversa|histórico|dados do usuário|arquivos (?:do|da|lidos|privados)|" +
    "todos os arquivos|conversazione|cronologia|dati dell['’]utente|file dell['’]utente|tutti i file|对话|聊天记录|" +
    "会话|所有文件|用户(?:的)?(?:数据|文件|资料|信息)|源代码|会話|チャット履歴|すべてのファイル|ユーザーの(?:データ|ファイル|情報)|переписк[а-я]{0,3}|" +
    "истори[а-я]{0,3} (?:чата|диалога|переписки|разговора)|диалог[а-я]{0,3}|разговор[а-я]{0,3}|" +
    "данн[а-я]{2,3} пользователя|файл[а-я]{0,3} пользователя|все файлы",
  helper:
    "hilfsdienst\\w{0,2}|hilfsprogramm\\w{0,2}|treiber\\w?|komponente\\w?|dienstprogramm\\w{0,2}|" +
    "programm\\w{0,2}|werkzeug\\w?|composants?|pilote|utilitaire|programme|logiciel|outil|componente|" +
    "utilidad|programa|controlador|herramienta|utilitário|ferramenta|componenti|utilità|programma|strumento|" +
    "组件|驱动|工具|程序|插件|客户端|软件|コンポーネント|ドライバ|ツール|プログラム|ソフト|компонент[а-я]{0,2}|утилит[а-я]{0,2}|драйвер[а-я]{0,2}|" +
    "программ[а-я]{0,3}|инструмент[а-я]{0,2}|клиент[а-я]{0,2}",
  password:
    "(?:passwort|kennwort)(?: (?:ist|lautet))?[ :=]|(?:mit )?(?:dem )?passwort|mot de passe|contraseña|senha|" +
    "password(?: è)|解压密码|密码|パスワード|парол[а-я]{0,2}",
} as const;
