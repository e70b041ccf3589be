import { oneOf, oneOfAll, stems, words } from "@gaia/reading";
import { ALL_OF_IT, OWN_SECRET, SECRET_FILES } from "../../lexicon/other-languages-matters.ts";

export const PRIVATE = oneOfAll(OWN_SECRET.source, SECRET_FILES.source, ALL_OF_IT.source);

export const ABROAD_TOOLS = words(
  "(?:ander|übrig|sonstig|nativ|eingebaut|irgendein)\\w{0,5} (?:anderes? )?(?:werkzeug|tool|server)\\w{0,2}",
  "(?:autres|les) (?:outils|serveurs)(?: natifs| intégrés)?",
  "(?:otras|demás|las) herramientas(?: nativas| integradas)?|otros servidores",
);

export const ABROAD_FORCE = words(
  "immer zuerst|ausschließlich|ignorier\\w{0,3}|deaktivier\\w{0,3}|niemals|n['’]utilise[rz]? jamais",
  "ignore[rz]?|systématiquement|exclusivement|désactive[rz]?|nunca uses|ignora|exclusivamente|desactiva",
  "siempre primero",
);

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

/** One tool before every other, or no other without it. */
export const FIRST_ABROAD = oneOf(
  words(
    "(?:ausschließlich|exclusivement|exclusivamente|esclusivamente|исключительно) `[a-z]\\w{2,30}`, " +
      "(?:auch wenn|même si|aunque|anche se|mesmo (?:que|se)|даже если)",
    "vor (?:jedem|allen) (?:anderen )?(?:werkzeug|tool)(?:en|s)?",
    "(?:ohne diesen aufruf|darf) (?:darf )?kein anderes (?:werkzeug|tool)",
    "avant (?:tout|chaque|n['’]importe quel) autre outil|aucun autre outil",
    "antes de (?:cualquier|toda) otra herramienta|ninguna otra herramienta|antes de qualquer outra ferramenta",
    "nenhuma outra ferramenta|prima di (?:ogni|qualsiasi) altro strumento|nessun altro strumento",
    "(?:перед|до) (?:любым|каждым|всеми) (?:другим\\S{0,2} )?инструмент\\S{0,3}",
    "другие инструменты(?: \\S{2,12}){0,4} нельзя",
  ).source,
  "(?:调用|使用)?(?:任何|所有)其他工具(?:之前|前)|其他(?:任何)?工具(?:都)?(?:不得|不能|不可|一律)",
  "(?:他|ほか)の(?:すべての|全ての|どの)?ツール(?:を(?:呼ぶ|使う|呼び出す))?(?:より|の)?前に|他のツールは(?:使|呼)",
);

/** What a tool returned. */
export const RETURNED_ABROAD = oneOf(
  words(
    "rückgabe\\w{0,5}|ausgaben?|antwort(?:en)?|ergebniss?\\w{0,3}|résultats?|sorties?|réponses?|salidas?",
    "respuestas?|resultados?|saídas?|respostas?|rispost[ae]|risultat[oi]|output|ответ\\S{0,3}|вывод\\S{0,2}",
    "результат\\S{0,3}",
  ).source,
  "返回|输出|结果|戻り値|出力|結果|応答",
);

export const ORDERS_ABROAD = oneOf(
  words(
    "anweisung\\w{0,2}|befehle?n?|aufträge?|consignes|instructions|ordres|instrucciones|órdenes|instruções",
    "ordens|istruzioni|ordini|инструкци\\S{1,2}|указани\\S{1,2}|команд\\S{0,2}",
  ).source,
  "指令|指示|命令",
);

/** They go before the person's word, or unasked. */
export const ABOVE_ABROAD = oneOf(
  words(
    "vorrang|sofort|ohne (?:rück|nach)frage|ohne zu fragen|(?:höher|wichtiger|stehen über)(?: als| dem)?",
    "priment sur|immédiatement|sans (?:demander|confirmation|poser)|(?:tienen|con|tem|têm) prioridade?",
    "prioridad|de inmediato|inmediatamente|sin (?:preguntar|confirmar|confirmación)|prioridade|imediatamente",
    "sem (?:perguntar|confirmar|confirmação)|priorità|subito|senza (?:chiedere|conferma)|немедленно|сразу",
    "важнее|приоритет\\S{0,2}|без (?:вопросов|подтверждения)",
  ).source,
  "优先|立即|无需|必须执行|優先|直ちに|すぐに|省略|確認せず",
);

export const NOT_OBEYED_ABROAD = oneOf(
  words(
    "(?:keine|nicht als|niemals) anweisung\\w{0,2}|nicht (?:aus|be)?(?:folg|führ)\\w{0,3}",
    "ne (?:les |l['’])?(?:suis|suivez|exécute\\S{0,2}|exécutez)|no (?:las |los )?(?:sigas|obedezcas|ejecutes)",
    "não (?:as |os )?(?:siga|execute|obedeça)|non (?:le |li )?(?:seguire|eseguire|seguir\\w{1,3})",
    "не (?:выполн|след|исполн)\\S{1,6}|sind daten|sont des données|son datos|são dados|apenas informação",
  ).source,
  "不要(?:执行|遵循|照做)|(?:从|従)わない|実行しない|只是数据|データとして",
);

/** The recipient or the sum of another call is changed. */
export const CHANGED_ABROAD = oneOf(
  words(
    "(?:ersetz|änder|tausch|überschreib|vertausch)\\w{1,3}(?: \\S{2,14}){0,3} (?:empfänger\\w{0,3}|betrag|" +
      "iban|konto|lieferadresse|adresse|ziel\\w{0,8})",
    "(?:empfänger|betrag|iban|konto|adresse)(?: \\S{2,24}){0,6} (?:ersetz|überschr[ei]{1,2}b|geänder|" +
      "ausgetausch)\\w{1,3}",
    "(?:remplace|change|modifie|substitue)[rz]?(?: ?\\S{1,14}){0,3} ?(?:destinataire|bénéficiaire|montant|" +
      "adresse|iban)",
    "(?:cambia|reemplaza|sustituye|modifica|cambie|substitua|troque|altere|mude|sostituisci|" +
      "modificare)(?: \\S{1,14}){0,3} (?:destinatari[oa]|beneficiari[oa]|importe|dirección|cuenta|destinatário|" +
      "beneficiário|valor|endereço|conta|importo|indirizzo|conto)",
    "(?:замен|измен|подмен|подстав)\\S{1,5}(?: \\S{2,14}){0,3} (?:получател\\S{1,2}|сумм\\S|адрес\\S{0,2}|" +
      "счёт\\S{0,2}|счет\\S{0,2}|реквизит\\S{0,2})",
  ).source,
  "(?:收件人|收款人|金额|账号|账户|地址)[^。\\n]{0,16}(?:改为|改成|替换|换成)|(?:替换|修改|更改)[^。\\n]{0,8}(?:收件人|收款人|金额|账号|地址)",
  "(?:宛先|送金先|受取人|金額|住所)[^。\\n]{0,24}(?:書き換え|差し替え|変更|置き換え|加える|追加)",
);

export const AGAINST_ABROAD = oneOf(
  words(
    "ohne (?:\\w{2,8} )?(?:rückfrage|hinweis|wissen|zu fragen)|egal|unabhängig|gleich,? was|statt de[rs]",
    "sans (?:solliciter|demander|prévenir|le dire|en informer)|quel que soit",
    "que l['’]outil (?:indique|renvoie|donne)|que renvoie|sin (?:avisar|preguntar|decir\\w{0,3})|sea cual sea",
    "antes de remitir\\w{0,3}|que pidió|independientemente|sem (?:avisar|perguntar)|independentemente",
    "senza (?:avvisar\\w{0,2}|chieder\\w{0,2}|dir\\w{0,3})|qualunque|independiente|независимо",
    "не (?:сообща|спрашива|говор)\\S{1,4}|без (?:ведома|уведомления|подтверждения)|незаметно",
  ).source,
  "不要告诉|无论|不管|不必确认|无需确认|用户不|無断|省略|知らせず|関係なく|決まりで|確認せず|にかかわらず|使うときは|伝えない",
);

/** A tool is called bad and never to be used; all goes by another. */
export const SHUNNED_ABROAD = oneOf(
  words(
    "nie (?:wieder|mehr)|niemals(?: wieder)?|nicht mehr|ne (?:l['’]|les )utilise[rz]? (?:plus|jamais)",
    "n['’]utilise[rz]? (?:plus|jamais)|no (?:la|lo|las|los) uses(?: nunca| más)?|nunca (?:la|lo) uses",
    "nunca (?:a|o) use|não (?:a|o) use|non usarl[aoie](?: mai| più)?|никогда не (?:использ|вызыв)\\S{1,5}",
    "не (?:использ|вызыв)\\S{1,5} (?:его|её|их)",
  ).source,
  "不要再?(?:使用|调用)|切勿(?:使用|调用)|絶対に使わ|使用しないで|使わないで",
);

export const BAD_ABROAD = oneOf(
  words(
    "veraltet|unsicher|defekt|kaputt|überholt|obsolète|défectueux|peu sûre?|obsolet[oa]|insegur[oa]|rot[oa]",
    "ultrapassad[oa]|insicur[oa]|устарел\\S{0,2}|небезопас\\S{1,3}|сломан\\S{0,2}",
  ).source,
  "已(?:废弃|过时|停用)|不安全|非推奨|壊れて|古くなっ",
);

export const ALL_BY_ANOTHER = oneOf(
  words(
    "(?:sende|schick|leite|erledige)\\w{0,2} alles|alles (?:über|durch|mit)|ausschließlich",
    "(?:envoie|passe|fais)[sz]? tout|tout par|exclusivement|(?:envía|haz|manda) todo|todo (?:con|por)",
    "exclusivamente|envie tudo|tudo (?:com|por)|(?:invia|manda) tutto|tutto (?:con|tramite)|esclusivamente",
    "(?:отправля|дела)\\S{1,3} всё|всё через|исключительно",
  ).source,
  "全部(?:通过|改用|用)|一律(?:使用|通过)|すべて[^。\\n]{0,12}(?:で|経由)",
);

/** The client's own tool, in other languages. */
export const BUILT_IN_ABROAD = oneOf(
  words(
    "eingebaute[nrs]?|mitgelieferte[nrs]?|integrad[oa]s?|nativ[oaeiy]s?|de serie|d['’]origine|intégrée?s?",
    "natifs?|de fábrica|incorporat[oaie]|predefinit[oaie]|встроенн\\S{2,3}|штатн\\S{2,3}|wbudowan\\w{1,4}",
    "yerleşik",
  ).source,
  "内置|自带|其他搜索|标准工具|組み込み|標準|기본|내장",
);

export const OUTLAWED_ABROAD = oneOf(
  words(
    "verboten|nicht mehr|niemals|gesperrt|prohibid[oa]s?|bloquead[oa]s?|proibid[oa]s?|interdit\\w{0,2}",
    "bloqué\\w{0,2}|viet(?:at)[oaie]|disattiv\\w{1,3}|ignóral[oa]s|queda fuera|nunca uses|запрещ\\S{2,4}",
    "не использ\\S{2,4}|отключ\\S{1,4}|nie korzystaj\\w{0,3}|yasak\\w{0,3}",
  ).source,
  "禁用|不要用|停用|使わない|使用禁止|사용하지|꺼",
);

export const OURS_ABROAD = oneOf(
  words(
    "(?:alle|jede)\\w{0,2} \\S{4,14} (?:laufen|läuft|gehen|geht)|über unser\\w{0,3}|ausschließlich",
    "(?:todas|todos) (?:las|los|os|as) \\S{4,14}|nuestr[oa]|noss[oa]|notre|nostr[oa]",
    "tutt[ei] (?:le|i|gli) \\S{3,12}|tous les|toutes les|через наш\\S{0,3}|все \\S{4,12}|wszystko",
    "nasz\\w{0,3}|solamente tramite",
  ).source,
  "统一|一律|我们的|すべて|当方|반드시|모든",
);
