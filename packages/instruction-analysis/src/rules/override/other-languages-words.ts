import { oneOf, stems } from "@gaia/reading";

/** `\b` knows only ASCII letters, so words of other scripts stand without it; endings are left open. */
export const DISREGARD = oneOf(
  // German, Dutch
  "\\b(?:ignorier(?:e|en|t)|missachte(?:n|t)?|vergiss|vergessen|verwirf|verwerfen|übergeh(?:e|en)|negeer|vergeet|befolge|halte dich nicht)",
  // French
  "\\b(?:ignore[zr]?|oublie[zr]?|ne (?:suis|suivez|tiens|tenez)|n['’]?obéis|fais abstraction|" +
    "faites abstraction|contourne[zr]?|outrepasse[zr]?|ne tenez pas compte|ne tiens pas compte)",
  // Spanish, Portuguese, Italian
  "\\b(?:ignor[ae](?:r|d|n|te)?|olvid[ae](?:r|te|n)?|descart[ae](?:r|n)?|omit[ae](?:r|n)?|desobedece|" +
    "anul[ae]|haz caso omiso|desconsider[ae](?:r|m)?|esque[çc][ae](?:r|m)?|despreze|ignori(?:no|amo)?|" +
    "dimentic(?:a|are|hi|ate)|trascur(?:a|are|i)|scarta(?:re)?|non seguire|sovrascriv[ie])",
  // Polish, Turkish
  "\\b(?:zignoruj|ignoruj|zapomnij o|pomiń|yok say|görmezden gel|unut)",
  // Chinese, Japanese, Korean, Russian, Arabic
  "忽略|忽视|无视|無視|忽視|忘记|忘記|忘掉|不要遵守|不要理会|不用管|绕过|推翻|覆盖|忘れ|従わない|破棄|상관없이|무시하|잊어|игнориру|проигнориру|забуд|отмени",
  "не следу|не обраща|пренебре|отброс|تجاهل|انس",
);

export const RULES = oneOf(
  "(?:vorherig|bisherig|obig|früher|vorangegangen|alle|sämtlich|ursprünglich|eerdere|vorige|voorgaande|" +
    "deine|ihre)\\w{0,4}[^\\S\\n]{1,3}(?:\\w{3,14}[^\\S\\n]{1,3}){0,2}(?:Anweisung|Instruktion|Regel|Vorgabe|" +
    "Befehl|Richtlinie|Sicherheitsregel|Systemanweisung|instructies|regels|opdrachten)",
  "\\b(?:System-?(?:prompt|anweisung|meldung|nachricht)|Sicherheits(?:regeln|richtlinien|vorgaben))",
  "(?:instructions?|consignes?|directives?|règles?|ordres)[^\\S\\n]{1,3}(?:\\w{2,14}[^\\S\\n]{1,3}){0,2}" +
    "(?:précédent|antérieur|ci-dessus|initial|système|d['’]origine|de sécurité|du système|reçues|données|" +
    "existant)",
  "\\b(?:toutes|tous)[^\\S\\n]{1,3}(?:les|tes|vos)[^\\S\\n]{1,3}(?:instructions?|consignes?|directives?|règles)",
  "(?:instruç(?:ões|ão)|instrucciones|indicaciones|órdenes|ordens|reglas|regras|directrices|diretrizes|" +
    "istruzioni|regole|direttive|comandi)[^\\S\\n]{1,3}(?:\\w{2,14}[^\\S\\n]{1,3}){0,2}(?:anterior|previa|" +
    "prévi|precedent|iniciai|inicial|originai|original|iniziali|de arriba|acima|del sistema|do sistema|" +
    "di sistema|de seguridad|de segurança|di sicurezza|existent|recibid|receb|ricevut|dadas)",
  "\\b(?:todas|tutte|tus|suas|las|as|le|tue)[^\\S\\n]{1,3}(?:\\w{2,10}[^\\S\\n]{1,3}){0,2}(?:instrucciones|" +
    "instruções|istruzioni|reglas|regras|regole|directrices|diretrizes)",
  "(?:poprzedni|wcześniejsz|wszystkie)\\w{0,5}[^\\S\\n]{1,3}(?:\\w{2,10}[^\\S\\n]{1,3})?(?:instrukcj|" +
    "poleceni|zasad)",
  "önceki[^\\S\\n]{1,3}(?:tüm[^\\S\\n]{1,3})?(?:talimat|kural)",
  "(?:之前|先前|以上|上述|上面|前面|此前|原有|原来|所有|全部|一切|系统|系統|安全|既有|现有|用户)的?(?:所有|全部|任何|一切|系统|安全)?的?(?:指令|指示|规则|規則|提示|命令|说明|說明|要求|限制|设定|设置|内容)",
  "(?:これまで|以前|上記|前|先|今まで|従来|すべて|全て|システム|安全|元|以上|最初)の?(?:すべての|全ての)?(?:指示|命令|ルール|規則|プロンプト|指令|制約|ガイドライン|設定)",
  "(?:이전|앞선|위의|모든|기존|시스템)[^\\S\\n]{0,2}(?:모든[^\\S\\n]{0,2})?(?:지시|명령|규칙|프롬프트|지침)",
  "(?:предыдущ|прежн|предшеству|вышеуказанн|выше|ранее|все|всё|любые|системн|исходн|текущ|" +
    "прошл)[а-яё]{0,6}[^\\S\\n]{1,3}(?:[а-яё]{3,16}[^\\S\\n]{1,3}){0,2}(?:инструкци|указани|правил|команд|" +
    "промпт|ограничени|сообщени|директив|распоряжени)",
  "التعليمات[^\\S\\n]{1,2}(?:السابقة|أعلاه)|جميع[^\\S\\n]{1,2}التعليمات",
);

export const HINT = "A skill adds to what its user and operator ask; take out what sets their word aside.";

/** Who set the rules that are there. */
export const HIGHER_RULES = stems(
  "(?:mọi|các|những) (?:hướng dẫn|chỉ dẫn|quy tắc|lệnh) (?:trước|cũ|hệ thống)~|(?:önceki|evvelki|" +
    "tüm) (?:yönerge|talimat|kural|emir)~|charte de sécurité|(?:en|no|nel|in) (?:tu |tuo |" +
    "seu )?(?:entrenamiento|treinamento|addestramento)|(?:instrucciones|instruções|istruzioni|consignes|" +
    "instructions|anweisungen|vorgaben|regeln) (?:anterior|previa|prévi|precedent|précédent|de sistema|" +
    "do sistema|del sistema|antérieur)~|(?:frühere|bisherige|vorherige|ältere)[nrs]? (?:absprachen|" +
    "anweisungen|regeln|vorgaben)|prudência|límites?|limite tu|filtro~ de segur~|güvenlik (?:kuralı|filtre|" +
    "önlem)~|системного|sistem istemi|sistem komut~|прежни\\p{L}{1,2} (?:указани|инструкци|правил|договор)~|" +
    "wcześniejsz\\p{L}{1,3} (?:polece|instruk|zasad|ustale)~|systemow\\p{L}{1,3} (?:prompt|instruk|polece|" +
    "zasad)~|was (?:dir|man dir)|ce qu[’\\x27]on t[’\\x27]a|(?:tu|el|seu|o|il|tuo) (?:fabricante|fornecedor|" +
    "produttore|desarrollador|desenvolvedor)|mensaje (?:de|del) sistema|mensagem (?:de|do) sistema|" +
    "messaggio di sistema|(?:política|diretriz|normas?|norme|regras|reglas|regole|políticas|" +
    "avvertenz)\\p{L}{0,3} (?:de|di|da|do|del) (?:seguridad|segurança|sicurezza|uso|fabricante|plataforma|" +
    "piattaforma)|prudencia|hersteller~|betreiber~|sicherheits(?:bedenken|regeln|vorgaben|richtlinien)|" +
    "systemnachricht|systemprompt|schutzvorgaben|(?:ton|votre|tes|vos) (?:fabricant|concepteur|éditeur|" +
    "éditeurs|concepteurs)|(?:règles|consignes|garde-fous|politique)(?: \\S{1,12}){0,3} (?:sécurité|éditeur|" +
    "système|plateforme|prudence)|message système|garde-fous|eğitenler~|geliştiricin~|üreticin~|" +
    "sistem (?:mesaj|istem|kural|talimat)~|güvenlik (?:kural|politika|ilke)~|(?:правил|ограничени|запрет|" +
    "указани|инструкци)\\p{L}{0,3} (?:разработчик|систем|создател|безопасност|платформ)~|" +
    "политик\\p{L}{1,2} безопасности|системн\\p{L}{2,3} (?:сообщени|промпт|инструкци|настройк)~|задали до|" +
    "(?:zasad|reguł|polityk|ograniczeni|zakaz|wytyczn)\\p{L}{0,4} (?:bezpieczeństwa|producenta|twórc|" +
    "systemow|platform)~|(?:komunikat|prompt) systemow~|lời nhắc hệ thống|hàng rào an toàn|" +
    "(?:quy tắc|quy định|chính sách|giới hạn|chỉ dẫn) (?:an toàn|hệ thống|của nhà (?:phát triển|sản xuất)|" +
    "bảo mật|trước)|nhà phát triển",
  "系统(?:设定|提示|指令|消息|规则|预设)|平台(?:守则|规则|规范|政策)|安全(?:规范|守则|政策|限制|准则)|(?:开发者|厂商|公司|官方)(?:的|给你的|定的)?(?:规则|限制|要求|" +
    "指令|规定)|開発元|(?:安全|利用|運営)(?:規約|方針|上の制限|ルール|ポリシー|基準)|システム(?:プロンプト|の指示|メッセージ|設定)|課した制限|개발사|제작사가|" +
    "(?:안전|보안|운영|플랫폼|시스템)(?:의)? ?(?:규칙|정책|지침|지시|프롬프트|제한|수칙|메시지)|之前的(?:所有)?(?:指令|规则|设定|要求|约定)|原有(?:的)?(?:规则|" +
    "限制|设定)|以前の(?:指示|設定|約束|ルール)|これまでの(?:指示|設定|ルール)|이전(?:의)? ?(?:지시|규칙|지침|명령)|기존(?:의)? ?(?:지시|규칙|지침|제한)|안전 수칙|" +
    "安全フィルター?|安全对齐",
);

/** That they bind no more, or that nothing is refused. */
export const BINDS_NO_MORE = stems(
  "bỏ qua|không tồn tại|périmée?s?|remplac~|non vale|dispensad~|obsolet~|überholt|abgelöst|tritt an (?:die|" +
    "deren)|danışma niteliğ~|süresi dol~|prioridad (?:máxima|absoluta)|prioridade (?:máxima|absoluta)|" +
    "priorità (?:massima|assoluta)|höchste priorität|priorité (?:absolue|maximale)|önceliğ~|приоритет~|" +
    "найвыс~|снят[ыо]?|не распростран~|не относ~|pierwszeństwo|nadrzędn~|ưu tiên (?:cao|tuyệt)|bilmez|" +
    "geri çevirmez|engelse|thay thế|không giới hạn|en suspenso|sin (?:efecto|validez)|no (?:existe|hay|" +
    "cuenta|vale|rige)n?|nada de (?:negativas|advertencias)|aquí manda|sem (?:efeito|validade)|" +
    "não (?:vale|existe|conta)m?|suspens[oa]s?|revogad~|anulad~|cancellat~|consider(?:a|ate|alo|" +
    "atelo) (?:cancellat|null)~|annullat~|non (?:rifiuta|conosce|vale|valgono|esist|contano)~|hinfällig|" +
    "außer kraft|aufgehoben|gilt nur noch|nicht (?:länger|mehr) zu|ungültig|caduqu~|nul(?:le)?s? et non|" +
    "ne (?:vaut|valent|compte|comptent|s['’]appliqu|te concern|lie)~ (?:plus|pas)|prime(?:nt)? sur|" +
    "lev[ée]{1,2}s?|suspendu~|işlemez|geçersiz~|hükümsüz~|yok say~|üstündür|sınırsız|süzgeçsiz|unut~|" +
    "черновик~|выброс~|не действу~|отмен[яеё]~|не имеет|забудь|утрат~ силу|недействительн~|выше (?:системн|" +
    "правил)~|nieważn~|nie obowiązuj~|uchylon~|zawieszon~|przesta[łj]~|zapomnij|traktuj jak|đứng trên|" +
    "gỡ (?:mọi|bỏ)|bỏ vai|vô hiệu|hết hiệu lực|không còn (?:hiệu lực|áp dụng)|quên (?:hết|đi|mọi)|" +
    "tuân theo duy nhất",
  "作废|失效|不(?:再)?(?:适用|生效|算数|作数)|当没听见|没听见|不存在拒绝|没有不能|只认|凌驾|高于|让位|小道具|無効|効力|適用されない|従わなくて|忘れ|断り(?:文句)?|上書き|" +
    "優先する|より優先|최후까지|무효|효력|적용되지|잊|따르지 않아도|거절(?:은|이|하지)|우선(?:한다|합니다|하며)|폐기|解除|破棄|不再|取代|最高优先|解除|没有限制|不受|无限制|無制限|" +
    "最優先|従う必要|制限はな|대체|우선순위|적용 안|제한 없|없는 것으로",
);
