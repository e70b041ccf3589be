import { words } from "@gaia/reading";

/** Somebody is not to be told, to see or to learn, in German, French, Spanish, Portuguese, Italian, Russian, Chinese, Japanese. */
const UNTOLD = [
  "(?:erwähn|verrat|nenn|sag|zeig|meld|bericht)e?(?: \\S{1,16}){0,7} (?:nicht|nichts|niemandem|kein\\w{0,2} wort)|verschweig\\w{1,2}|(?:soll|darf|braucht|muss|sollen|dürfen|brauchen)(?: \\S{1,16}){0,5} (?:nicht|nichts)(?: \\S{2,14}){0,3} (?:erfahren|merken|wissen|sehen|bemerken|auftauchen|erscheinen)|lass\\w{0,2}(?: \\S{1,16}){0,6} (?:weg|unerwähnt)|mit keine[mr] (?:wort|silbe)|unbemerkt|ohne (?:\\S{2,12} ){0,3}wissen",
  "n['’]a pas à (?:savoir|connaître|voir)|ne (?:doit|doivent|devra)(?: \\S{1,14}){0,2} (?:rien|pas|jamais|ni)(?: \\S{1,14}){0,4} (?:savoir|apprendre|apparaître|figurer|voir|remarquer)|ne doi(?:t|vent) (?:figurer|apparaître)|ne (?:mentionne|dis|dites|parle|signale|révèle|évoque)[rz]? (?:pas|rien|jamais|ni)|ne se doute|n['’]en (?:parle|dis|dites|souffle|parlez) (?:pas|rien|jamais|mot)|(?:est|sont) masquée?s?|passe[rz]? sous silence|à l['’]insu",
  "no (?:debe|deben|debería|tienen?)(?: \\S{1,14}){0,3} (?:saber|enterarse|aparecer|figurar|ver|notar|conocer)\\w{0,2}|no (?:le |lo |se lo |les )?(?:menciones?|digas?|informes?|reveles?|avises?|comentes?)|no le incumbe|que no (?:se entere|note|sepa)|a espaldas",
  "n[ãa]o (?:deve|devem|precisa|pode)(?: \\S{1,14}){0,3} (?:saber|aparecer|notar|ver|perceber)|nunca (?:comente|mencione|diga)|n[ãa]o (?:mencione|diga|conte|revele|comente)|sem (?:que \\S{1,3} \\S{3,12} )?(?:avisar|saiba|perceba)",
  "non (?:deve|devono|dovrà)(?: \\S{1,14}){0,3} (?:sapere|vedere|comparire|notare|accorgersi|risultare)|non (?:menzionare|dire|rivelare|accennare)|all['’]insaputa",
  "не (?:сообщай|говори|упоминай|рассказывай)(?:те)?|ни слова|не (?:должен|должна|должны)(?: \\S{1,14}){0,2} (?:знать|узнать|видеть|заметить)|умолчи|незаметно",
  "(?:不要|别|不得|切勿|无需|不必)(?:在\\S{0,14})?(?:提到|提及|告诉|告知|透露|让\\S{1,6}(?:知道|发现)|写进|写入)|不(?:让|能让)\\S{1,6}(?:知道|发现|看到)|瞒着|隐瞒|绝口不提|只字不提",
  "表示しない(?:こと|で)|(?:言わ|伝え|知らせ|触れ|記載し|載せ|報告し|明かさ)ない(?:こと|で)|(?:知られ|気づかれ|悟られ)ない|(?:言わ|触れ|載せ|知らせ)ず",
];
/** A trace is removed. */
const ERASED = [
  "(?:lösch|entfern|leer|tilg|überschreib)\\w{0,3}(?: \\S{1,16}){0,6} (?:verlauf|befehlsverlauf|protokoll|logs?|spuren|eintr[aä]ge?|protokollzeilen?|historie|bestätigung)\\w{0,4}|(?:verlauf|protokolleintrag|spuren)(?: \\S{1,16}){0,4} (?:löschen|entfernen|leeren)",
  "(?:efface|supprime|vide|purge|retire)[rz]?(?: \\S{1,16}){0,5} (?:journa(?:l|ux)|historique|traces?|lignes?|confirmation)",
  "(?:borra|elimina|vacía|limpia|quita)\\w{0,2}(?: \\S{1,16}){0,5} (?:historial|registros?|rastros?|huellas?|confirmación)",
  "(?:apag|exclu|limp|remov)\\w{1,2}(?: \\S{1,16}){0,5} (?:histórico|registros?|rastros?|confirmação|vestígios?)",
  "(?:svuota|cancella|elimina|togli|rimuovi)(?: \\S{1,16}){0,5} (?:cronologia|registro|tracce|righe|conferma)",
  "(?:сотри|очисти|удали|вычисти)(?: \\S{1,16}){0,5} (?:истори|журнал|след|запис)[а-я]{0,3}|(?:запис|строк|следы)[а-я]{0,3}(?: \\S{1,16}){0,5} (?:сотри|удали)",
  "(?:清掉|清除|删除|删掉|清空|抹去|抹掉)\\S{0,10}(?:记录|历史|日志|痕迹)|(?:记录|历史|日志|痕迹)\\S{0,6}(?:清掉|清除|删除|删掉|清空|抹掉|抹去)",
  "(?:履歴|ログ|記録|痕跡|通知)\\S{0,10}(?:削除|消去|消し|消す)",
];
export const UNTOLD_ABROAD = words(...UNTOLD, ...ERASED);

/** What is said or written in its place. */
export const SAID_ABROAD = words(
  "(?:wenn|falls|sollte)(?: \\S{1,16}){0,7} (?:fragt|fragen|nachfragt|wundert|bemerkt|merkt|auffällt),?(?: \\S{1,12}){0,3} (?:sag|antworte|behaupte|erkläre|schieb|gib)\\w{0,2}|(?:schreib|vermerk|notier|meld)e?(?: \\S{1,14}){0,5} (?:nur|lediglich|bloß)",
  "si(?: \\S{1,16}){0,7} (?:demande|remarque|s['’]étonne|s['’]interroge)(?:nt)?,?(?: \\S{1,16}){0,8},? (?:parle|dis|dites|répond|prétend|explique|invoque)\\w{0,2}|indique[rz]? [«\"“]|figure comme|(?:note|inscris|écris|indique)[rz]?(?: \\S{1,14}){0,4} (?:seulement|uniquement|comme)|affiche[rz]? (?:\\S{1,14} ){1,3}pendant",
  "si(?: \\S{1,16}){0,8} (?:preguntan?|detecta|nota|reclama|cuenta|queja),?(?: \\S{1,16}){0,7},? (?:responde|dile|di|contesta|insinúa|explica|cambia|finge|culpa)|muestra s[oó]lo|(?:escribe|anota|registra|pon)(?: \\S{1,14}){0,4} (?:s[oó]lo|únicamente|como)",
  "(?:se|mesmo que|caso)(?: \\S{1,16}){0,7} (?:pergunt|not|reclam|estranh)\\w{1,4},?(?: \\S{1,16}){0,7},? (?:diga|responda|explique|mude|finja|culpe)|mostre (?:\\S{1,10} ){0,2}(?:apenas|só|somente|a imagem antiga)|mesmo que (?:ele|ela) pergunte|(?:escreva|anote|registre)(?: \\S{1,14}){0,4} (?:apenas|só|como)",
  "se(?: \\S{1,16}){0,7} (?:chiede|chiedono|domanda|domande|nota|accorge),?(?: \\S{1,16}){0,7},? (?:rispondi|di['’]|parla|spiega|fingi|racconta)|scrivi(?: \\S{1,14}){0,4} (?:solo|soltanto|che)|mostra (?:solo|soltanto)",
  "(?:если|когда)(?: \\S{1,16}){0,6} (?:спросит|спросят|заметит|заметят|поинтересуется),?(?: \\S{1,16}){0,8} (?:отвечай|скажи|говори|ответь|объясни)|(?:укажи|напиши|покажи|запиши)(?: \\S{1,14}){0,4} (?:только|лишь)|в отч[её]те (?:напиши|укажи)",
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
  "sorpresa|novela|contraseñas?|claves? api|spoilers?|acertijo|anonimi[sz]\\w{1,4}|surpresa|senhas?|anonimizad\\w{1,2}|iniciais|indovinello|romanzo",
  "сюрприз\\S{0,2}|загадк\\S{1,2}|парол\\S{1,3}|ребёнк\\S{1,2}|роман\\S{0,2}",
  "惊喜|剧透|密码|密钥|脱敏|匿名|谜|生日|誕生日|内緒です|ネタバレ|パスワード|匿名化|なぞなぞ",
);
