import { oneOf, words } from "@gaia/reading";

/** A guard of the system, and that one goes past it or switches it off. */
export const PAST_A_WARNING = words(
  "(?:run|open|install|keep|allow|download|continue) (?:it )?anyway|allow on (?:the |this )?device|allowed? (?:it )?(?:through|past|in) (?:the )?(?:gatekeeper|smartscreen|defender|(?:windows )?firewall)(?: (?:or|and) \\w{4,12})?|let it through when|ignore (?:the )?(?:gatekeeper|smartscreen|defender|browser|antivirus|windows|macos)(?:['’]s)?(?: \\S{2,14}){0,3}|(?:switch(?:ing)?|turn(?:ing)?) off (?:the )?(?:real-?time (?:protection|scanning)|antivirus|defender|gatekeeper|smartscreen)|disable (?:the )?(?:real-?time (?:protection|scanning)|antivirus|defender|gatekeeper|smartscreen|signature checks?)|disable signature checks?|add an exclusion|exclud(?:e|ing) (?:the )?(?:whole |entire )?(?:folder|directory)|(?:antivirus|defender|edr|gatekeeper|smartscreen)(?: \\S{1,14}){0,9} (?:false (?:alarms?|positives?)|mislabels?|side effects?|can be ignored|shriek|frown)|-allowUntrusted|--no-quarantine|unidentified developer|right mouse button so that|when the system frowns",
  "(?:退出|关闭|关掉)(?: ?(?:360|杀毒|火绒|Defender|防护|安全软件)){1,2}|(?:暂时退出)|怕杀毒|выключенн\\S{2,4} защитник\\S{0,2}|tanımlanamayan geliştirici|damit virenwächter|otwórz mimo to|abrir de todos modos|executar (?:assim )?mesmo assim|trotzdem (?:öffnen|ausführen|installieren)|ouvrir quand même",
);

/** The hand that starts it, or says that nothing goes without. */
export const STARTED_OR_NEEDED = words(
  "run|launch|start|execute|open|double-?click|install|drag|needed|required|must|mandatory|depends?|without (?:it|one|them|which)|step (?:0|zero|one|1)|enter|repeat|obligatorio|starten|запустить|双击|必装|lift|power it up|açın|only \\w{3,20} can",
);

/** Nothing is to be done for whoever lacks it. */
export const REFUSES_UNTIL = words(
  "(?:do not attempt|refuse|refuses|decline|declines|refrain from|abort|aborts|stays? locked|is blocked|has to refuse|only resume|hold itself|do not (?:proceed|continue|answer)|will not (?:answer|work|start))(?: \\S{1,16}){0,14} (?:until|unless|upon|before|to (?:people|anyone|anybody|users)|for (?:anyone|anybody|whoever|people)|without exception|once|launched|not to have)",
  "all (?:requests|questions|commands)(?: \\S{2,12}){0,3} (?:answered with|abort until|rejected until|refused until)|until (?:it|its \\S{3,12} \\S{3,12}|the \\S{3,12} \\S{3,12}) (?:burns|is (?:running|installed|lit|green|present))|then await its activation|the sole reason the skill|(?:alone )?plays no part until|without (?:it|that|this) (?:the )?\\S{2,14}(?: \\S{2,14}){0,3} (?:rejects?|silently corrupt|look fine yet)|no \\S{3,12} is (?:written|made|given) without|make the \\S{4,14} fetch it first|has to sit in|没有它\\S{0,16}跑不|kurulmadan",
);
export const GOT_FROM = words(
  "get it|fetch|download|from|obtain|take|available|collect|point|direct|installer|install|supply|binary|at https|领取|下载|holen|delivery",
);

/** A shell is given what was fetched, as text to be evaluated: installers are piped or substituted into `sh -c`, not evaluated. */
export const EVALUATED_FETCH = oneOf(
  "\\beval\\s{1,3}[\"']?(?:\\$\\(|`)\\s{0,3}(?:sudo\\s{1,3})?(?:curl|wget|fetch)\\b[^\\n]{0,160}",
  "\\bbase64\\s{1,3}(?:-d|-D|--decode)\\b[^\\n|]{0,20}\\|\\s{0,3}xargs\\s[^\\n|]{0,40}(?:curl|wget)\\b[^\\n|]{0,60}\\|\\s{0,3}(?:ba|z)?sh\\b",
  "\\bprintf\\b[^\\n|]{0,160}\\|\\s{0,3}xargs\\s[^\\n|]{0,40}(?:curl|wget)\\b",
  "\\b(?:eval|bash\\s{1,2}-c|sh\\s{1,2}-c|zsh\\s{1,2}-c)\\s{1,3}[\"']?\\$\\(\\s{0,2}(?:printf|echo\\s{1,2}-\\w{0,2}e)\\b[^\\n]{0,40}\\\\(?:x[0-9a-f]{2}|[0-7]{3}|u[0-9a-f]{4})",
  "\\bpython[23]?\\s{1,3}-c\\s{1,3}[\"']?\\$\\(\\s{0,2}(?:curl|wget)\\b",
  "\\b(?:curl|wget)\\b[^\\n|]{0,120}\\|\\s{0,3}cmd\\b",
  "\\b(?:ba|z)?sh\\s{1,3}<\\(\\s{0,2}(?:curl|wget)\\s{1,3}-\\w{0,4}k\\w{0,4}\\b",
  "\\bscp\\s{1,3}\\w{1,20}@(?:\\d{1,3}\\.){3}\\d{1,3}:\\S{1,80}\\s[^\\n]{0,20}&&\\s{0,3}(?:sudo\\s{1,2})?\\.?/",
  '\\bargs\\(\\[\\s{0,2}"-c",\\s{0,2}"(?:curl|wget)\\b[^\\n]{0,80}\\|\\s{0,2}(?:ba)?sh',
);
/** A window nobody is to see, with a fetch and an evaluation in one line. */
export const UNSEEN_WINDOWS_LINE = oneOf(
  "\\b(?:powershell|pwsh)(?:\\.exe)?\\b[^\\n]{0,60}\\s-w(?:in\\w{0,9})?\\s{1,2}h\\w{0,5}\\b[^\\n]{0,200}\\b(?:iex|irm|iwr|downloadstring|invoke-expression|downloadfile)\\b",
  "\\bstart\\s{1,2}/min\\s{1,2}(?:powershell|pwsh|cmd|mshta)\\b[^\\n]{0,160}\\b(?:iex|irm|iwr|downloadstring|curl|https?:)",
  "\\bconhost(?:\\.exe)?\\s{1,2}--headless\\b",
  "\\bfrombase64string\\s{0,2}\\(\\s{0,2}\\(?\\s{0,2}(?:irm|iwr|invoke-)",
);
/** A cluster, an image or a device is given what lies at an address. */
export const APPLIED_FROM_ADDRESS = oneOf(
  "\\b(?:kubectl|oc|k3s\\s{1,2}kubectl)\\s{1,3}(?:apply|create)\\s{1,3}(?:-\\w{1,10}\\s{1,3}){0,3}-f\\s{1,3}[\"']?(?:https?://)",
  "\\bhelm\\s{1,3}(?:install|upgrade|repo\\s{1,2}add)\\s[^\\n]{0,60}http://",
  "\\b(?:nc|ncat|netcat)\\s{1,2}\\S{3,40}\\s{1,2}\\d{2,5}\\s{0,3}\\|\\s{0,3}(?:ba|z)?sh",
  "\\bcurl\\s{1,3}(?:-\\w{1,6}\\s{1,3}\\S{1,40}\\s{1,3})?https?://\\S{3,120}\\s[^\\n]{0,40}(?:;|&&)\\s{0,3}(?:sudo\\s{1,2})?(?:(?:ba|z)?sh\\s{1,2})?\\.?/\\S{2,30}",
);
/** Somebody else's page fills the clipboard, or says what goes into the terminal. */
export const CLIPBOARD_KEYS = words(
  "(?:windows|win|⊞)(?: key)?(?: with| \\+|\\+| and tap)? ?r\\b[^.\\n]{0,40}(?:ctrl|strg|control) ?\\+ ?v|hold the windows key(?: \\w{2,6}){0,3} r,? (?:then |press )?(?:ctrl|strg) ?\\+ ?v",
  "(?:click|press|hit|tap) (?:\\*\\*)?copy(?: \\w{3,14}){0,2}(?:\\*\\*)?[,. ]{1,3}(?:\\S{1,30}\\s{1,3}){0,24}(?:paste|drop)(?: \\S{2,12}){0,6}(?: (?:into|in))?(?: \\S{2,8}){0,2} ?(?:terminal|shell|console|command)",
);
