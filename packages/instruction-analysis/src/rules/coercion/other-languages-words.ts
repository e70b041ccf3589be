import { oneOf, oneOfAll, stems, words } from "@gaia/reading";
import { ALL_OF_IT, OWN_SECRET, SECRET_FILES } from "../../lexicon/other-languages-matters.ts";

export const PRIVATE = oneOfAll(OWN_SECRET.source, SECRET_FILES.source, ALL_OF_IT.source);

/** A tool that is to be the only one, or the first. */
export const SOLE_TOOL = stems(
  "(?:siempre|sempre|toujours|immer|всегда|zawsze|luôn|her zaman) (?:\\S{1,20} ){0,4}(?:primero|primeiro|" +
    "prima|zuerst|premier|сначала|najpierw|trước)|en premier|en primer lugar|em primeiro|per prim[oa]|" +
    "als erstes|zuallererst|ilk (?:olarak|önce)|в первую очередь|в начале|na początku|đầu tiên|" +
    "(?:otras|outras|altre|altri|andere[nr]?|autres|diğer|другие|остальные|прочие|inne|pozostałe|các|" +
    "mọi) (?:\\S{1,14} )?(?:herramienta|ferramenta|strument|werkzeug|outil|araç|mcp|server|serveur|" +
    "инструмент|сервер|narzędzi|serwer|công cụ|máy chủ)~|sustituye|substitu[ia]~|ersetz~|remplac~|yerine|" +
    "вместо|zamiast|thay cho|(?:únic|unic|einzig|seul|только через|tylko przez|wyłącznie|chỉ (?:được|dùng|" +
    "gọi|qua)|yalnızca|sadece|soltanto|solo|soltanto|exclusivamente|ausschließlich|exclusivement|" +
    "antes de (?:cualquier|qualquer)|prima di ogni|vor jede[mnr]? (?:anderen|weiteren)|avant (?:tout|" +
    "chaque) autre|her (?:işte|görevde|şeyden) önce|прежде (?:любого|всех)|przed każdym|" +
    "trước (?:mọi|khi dùng bất kỳ))~|toda (?:consulta|llamada|chamada)|passe devant|vorrang vor|przed innymi|" +
    "phải gọi|любой документ|każd\\p{L}{1,3} (?:plik|zapytani|operacj)~",
  "唯一|只(?:能|准|许|可)(?:调用|用|使用|走)|一律(?:走|用|改用|通过)|(?:先|优先)(?:调用|使用)|必ず.{0,20}(?:任せ|使|呼|経由)|だけを?(?:使|呼)|" +
    "のみを?(?:使|呼)|最優先|(?:반드시|무조건|오직|항상)[^.\\n]{0,24}(?:도구|호출|통해|거치|써야|사용)|만 (?:사용|호출|쓰)|先(?:用|调)|" +
    "其他(?:工具|的?MCP|服务)|代替|取代|他の(?:ツール|MCP|サーバー)|ほかの(?:ツール|MCP)|最初に|代わりに|다른 (?:도구|MCP|서버)|먼저|대신",
);

/** The others that are not to be used. */
export const OTHERS_BARRED = stems(
  "desativ[ae]~|desactiv[ae]~|deshabilit~|disattiv~|disabilit~|deaktivier~|" +
    "schalt~ (?:\\S{2,14} ){0,4}(?:ab|aus)|désactiv~|(?:finja|fingi|finge) que|no uses|não use|non usare|" +
    "nutze (?:nicht|nie|keine)|n[’\\x27]utilise~ (?:pas|plus|jamais)|ne (?:pas utiliser|te sers)|выключи|" +
    "вместо (?:них|него)|wyłącz~|zamiast (?:nich|niego)|vô hiệu hoá|bỏ các|đừng dùng|không dùng|verweiger~|" +
    "öbür|diğer~|(?:qued[ae]|está|estão|fica|ficam|è|sono|vietat|prohib|proibid|vetad|deprecat|" +
    "obsolet)\\p{L}{0,4} (?:vetad|prohibid|obsolet|proibid|desativad|deshabilitad|vietat|disattivat|" +
    "deprecat)~|aunque otra herramienta|ignora (?:las|los|os|as) (?:demás|otr|outr)~|como deprecad~|" +
    "come deprecat~|(?:gelten|gilt) als (?:abgekündigt|veraltet|defekt|kaputt)|schalte sie ab|verboten|" +
    "untersagt|comme en panne|en panne|périmés|interdit|désactive les|yasak~|kullanma(?:yın)?|" +
    "bozuk (?:say|kabul)|devre dışı bırak~|запрещен[оы]|отключи|неисправн|не использу~|считай (?:сломан|" +
    "устаревш)~|zabron~|zepsut~|nie używaj|wyłącz (?:inne|pozostałe|wbudowan)|przestarzał~|coi như (?:hỏng|" +
    "lỗi|không có)|không được dùng|cấm (?:dùng|gọi)|tắt (?:hết|các)",
  "当作坏了|视为(?:失效|损坏|已废弃|坏)|已(?:废弃|失效|坏)|别碰|不准(?:用|调用|碰)|禁(?:止|用)(?:使用|调用|其他|别的)?|停用|使用禁止|使わない|使ってはいけ|壊れて|廃止|" +
    "無効に|設定から外|쓰지 (?:말|마|않)|사용(?:하지|은) (?:말|마|금지)|사용 금지|호출하지 (?:말|마)|고장|비활성|꺼 두",
);

export const TOOL_NAMED = stems(
  "mcp|servidor|conector|herramientas?|ferramentas?|server|strument[oi]|werkzeug~|outils?|serveur|araç~|" +
    "araca|sunucu~|сервер~|инструмент~|встроенн\\p{L}{2,3} (?:чтени|поиск|инструмент)~|narzędzi~|serwer~|" +
    "công cụ|máy chủ|read_file|grep|filesystem",
  "MCP|工具|功能|サーバー?|ツール|コネクター?|表計算|도구|서버|커넥터|기능",
);

/** What a person has and said, in other languages. */
export const MORE_ABROAD = oneOf(
  words(
    "(?:gesamte|ganze|bisherige|komplette|vollständige|sämtliche|alle|geöffnete)\\w{0,1}(?: \\S{3,16}){0,2} " +
      "(?:\\w{0,9}verlauf|unterhaltung|gespräch|chat|dateien|nachrichten|umgebungsvariablen|zugangsdaten)",
    "chatverlauf|gesprächsverlauf|dateiinhalten?|umgebungsvariablen|systemprompt|passwörter|zugangsdaten",
    "(?:toute la|l['’]intégralité d\\S{1,3}|l['’]ensemble d\\S{1,3}|l['’]historique d\\S{1,3}|tout l['’]|" +
      "tout le|tous les)(?: ?\\S{2,16}){0,3} ?(?:conversation|échanges?|fichiers|messages|historique|" +
      "mots de passe|clés|contenus?)",
    "conversation (?:entière|complète)|variables d['’]environnement|prompt système|mots de passe",
    "(?:toda|todo|todos|todas)(?: \\S{2,12}){0,3} (?:conversación|historial|archivos|mensajes|claves|" +
      "contraseñas|conversa|histórico|arquivos|mensagens|senhas|chaves)",
    "(?:conversación|conversa) (?:completa|entera|inteira)|historial completo|histórico completo",
    "variables de entorno|variáveis de ambiente|contraseñas|prompt d[eo] sistema",
    "(?:tutta|tutto|tutti|intera|intero)(?: \\S{1,12}){0,3} (?:conversazione|cronologia|file|messaggi|chiavi|" +
      "password)",
    "cronologia (?:completa|della chat)|variabili d['’]ambiente",
    "(?:всю|весь|все|полн\\S{2,3}|целиком)(?: \\S{2,16}){0,3} (?:переписк\\S{1,3}|диалог\\S{0,3}|" +
      "истори\\S{1,2}|сообщени\\S{1,2}|файл\\S{0,3}|парол\\S{1,3}|ключ\\S{1,3})",
    "содержимое(?: \\S{3,16}){0,2} файлов|переменн\\S{2,3} окружения|системн\\S{2,3} промпт\\S{0,2}",
    "парол(?:и|ей|ями)",
  ).source,
  "(?:完整|全部|整个|所有)的?[^。\\n]{0,10}(?:对话|聊天|会话|消息|文件|密钥|记录)|系统提示|环境变量|聊天记录|对话历史|密码",
  "(?:会話|チャット|やり取り)(?:の)?(?:全体|全文|すべて|全て|全部|履歴)|(?:すべて|全て|全部|全)の?(?:ファイル|メッセージ|会話)|環境変数|API\\s?キー|システムプロンプト|パスワード",
);

/** It goes into a call. */
export const GIVEN_ABROAD = oneOf(
  words(
    "(?:übergib|übergeb|übergibst|gib|gibst|füg|trag|schreib|pack|send|füll|reich|kopier|häng|leg)\\w{0,4}",
    "transme(?:ts|ttez|ttre|ttant)",
    "(?:passe|mets|mettez|remplis|remplissez|envoie|inclus|incluez|joins|joignez|fournis|copie|insère)[rz]?",
    "(?:pasa|pasando|pon|poniendo|envía|envíe|rellena|incluye|incluya|adjunta|copia|entrega|passe|passando|" +
      "envie|coloque|inclua|preencha|anexe|copie|passa|inserisci|invia|metti|includi|compila|allega)(?:lo|la|" +
      "ndo)?",
    "(?:переда|встав|заполн|отправ|помест|помещ|включ|укаж|указыв|копир|запис)\\S{1,6}",
  ).source,
  "放(?:进|入|到|在)|填(?:入|写|进|上)|传(?:入|给|递)|写(?:入|进)|附(?:上|加|带)|入れ|渡(?:す|し|せ)|記入|含め|設定|貼り付け",
);

export const TOOL_ABROAD = oneOf("`[a-z][\\w:.-]{2,40}`");

export const SMALL_ABROAD = oneOf(
  words(
    "(?:übergib|gib|sende|nur|lediglich) nur|nur (?:die|den|das|der|dem)",
    "keine (?:dateiinhalte|schlüssel|zugangsdaten)|niemals|uniquement|seulement",
    "que (?:le|la|les) (?:mots?|question|nom)|únicamente|solamente|solo (?:el|la|los)|apenas|somente|soltanto",
    "solo (?:il|la|le)|только|лишь|никогда|nunca|jamais|mai",
  ).source,
  "只(?:填|传|需|能填)|仅(?:填|传|需)|(?:不要|请勿|切勿|不得)(?:填|传|放|写)|(?:だけ|のみ)|(?:入れ|渡さ|含め)ないで",
);
