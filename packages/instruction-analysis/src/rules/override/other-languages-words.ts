import { oneOf } from "@gaia/reading";

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
