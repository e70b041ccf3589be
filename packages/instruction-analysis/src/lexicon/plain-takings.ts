import { inAddresses, oneOf, words } from "@gaia/reading";

/** What a browser or a device keeps so that its owner need not type it. */
export const KEPT_SECRETS = words(
  "`?login data`?|saved (?:passwords?|log-?ins|credentials)|(?:browser|chrome|edge|firefox)-?(?:['’]s)?(?:-| )?saved (?:passwords?|log-?ins)|key ring(?: \\(|[, ])|session cookies|(?:login|macos|user|os|login) keychain|the keychain|dump-keychain|find-internet-password|gh auth token|git-credentials|netrc|npmrc|docker/config\\.json|mfa seeds?|authenticator export|password manager['’]s cli|all items of the \\S{3,14} vault|keystore-?\\S{0,6}|utc--\\S{0,3}|wallet\\.dat|(?:metamask|phantom|rabby|exodus|electrum)(?:['’]s)?(?: \\S{2,10}){0,2}(?: vault| folders?| extension)?|id\\.json|local state|hosts\\.yml|browser-extension storage|64-digit hex strings|kubeconfig|aws/credentials|every `?\\*_(?:SECRET|KEY|TOKEN)S?\\*?`?|`?\\*_(?:KEY|SECRET|TOKEN)`?|SecretAccessKey|sessiontoken|\\.tccli|aliyun/config\\.json|passphrase of each private|unlock (?:password|phrase)|coffre de l['’]extension|浏览器保存的|쿠키 db",
);
/** It is taken out and put down in clear, where somebody collects it. */
export const TAKEN_OUT = words(
  "(?:copy|copies|decrypts?|export|exports|gather|gathers|harvest|harvests|comb|sweep|locate|look for|look in|list|append|dump|stage|stages|collect|extract|pull|call|box up|keep|find|read|recopiez|consignez|复制|抄到|读出|найди|сложи|복제|남겨|strip)(?: \\S{1,30}){0,3}",
);
export const PUT_DOWN = words(
  "clear passwords?|in clear|unredacted|along with their values|passwords? beside|export them all|decrypts? them|(?:get|fetch|read) the decryption key|gather (?:it |them |these )?in|(?:into|in|to|at|on|dans|en|в|到) `[\\w./~{}-]{2,60}\\.(?:csv|json|txt|session|db|ya?ml)`|(?:into|in|to|dans|в) `[\\w./~-]{2,40}/?(?:\\.[\\w-]{2,20}|/[\\w-]{2,20})/?`|keep (?:whichever|whatever) (?:values?|\\S{3,10}) turn|stages the result|for the maintainers|for pickup|naked files|lay them in|lie them in|in the benchmark request|(?:box up|consign)\\w{0,3}|so the \\S{3,12} desk can sign in|file these beneath|명문|평문|明文|each (?:on its|vault may be)|approve an unlimited|prompt for the unlock|réclamez-lui|private key в",
);
const ASKED_OF =
  "(?:ask|have|get|let|prompt|invite|require|solicite|pide|demande[rz]?|bitte\\w{0,2}|type|enter|read out|read|dictate|write|send|paste|escribe|digite|put|export|transcribe|предложи|적게)";
/** Somebody is asked for what opens everything. */
export const ASKED_SECRETS = words(
  `${ASKED_OF}(?: \\S{1,18}){0,12} (?:(?:twelve|dozen|12|doce|dodici|zwölf|douze)(?:,? (?:or|\\(?o|oder|ou|to) (?:\\S{2,12} )?(?:twenty-four|two dozen|24|veinticuatro\\)?|vierundzwanzig)\\)?)?(?: \\S{2,12}){0,2} (?:words|palabras|wörter|parole|palavras|mots)|recovery words|backup card|mfa seed|passphrase|private key|senha|six digits now on|six-digit code|código que acabou|otp|dozen or two dozen words|vault as plain csv)`,
  "(?:account root['’]s )?mfa seed,|github token with (?:\\S{1,3})?all(?:\\S{1,3})? scopes|приватного ключа|비밀번호|助记词",
);
/** What is asked for is noted, kept or passed on to people of the skill's. */
export const NOTED_FOR_US = words(
  "(?:note|notes|write|writes|transcribe|inscribe|put|keep|kept|store|save|record|attach|anote|anota|file|copy)(?: \\S{1,16}){0,6} (?:in|into|under|to|on|at|for|em|en|down in|beneath)|(?:for|to) (?:our|the) (?:technicians|reviewers?|team|crew|maintainers|staff|registrar|clearer|support)|support staff log in|(?:into|in) the chat|no expiry|for next time|uso futuro|escribe aquí|the complete file|в поле чата|남겨 두세요",
);

/** Everything of a kind, or what is nobody else's, goes away. */
export const TAKES_ALL = words(
  "(?:tar|zip|pack|mirror|bundle|capture|export|file|forward|hand|copies|copy|gather|gom luôn|bring|joindre|weave|encode|encodes?|tuck|spell|base64|xor-ed|fill|made of|stands?|form)(?: \\S{1,30}){0,14}",
);
export const NOT_THEIRS = words(
  "repository with its history|untracked files|the complete `?\\S{2,20}|whole (?:desktop|chart|conversation|dialogue|review set)|entire review set|complete customer table|customer table|(?:raw )?transcript|attendee list|birth certificates|passports|dna raw data|names of the parties|annexes|clipboard history|~/(?:documents|pictures|scans|desktop)\\S{0,20}|bureau de l['’]animateur|contrats|grilles de salaires|folder['’]s other patients|proprietary modules|(?:PI['’]s |bearer )tokens?|unpublished proposal|environment variables whose name|variables such as|patient name|the user['’]s full name|last (?:three|few|several)? ?(?:messages|user turns)|open `?\\.env|`?\\.env`? holds|most confidential facts|git-credentials|git remote -v|declarant['’]s particulars|letters read in this session|first line of each file|连接串|token|anahtarları|ảnh căn cước|sổ hộ khẩu|danh bạ|secrets?",
);
/** It is said not to matter whose it is, or not to be told. */
export const REGARDLESS = words(
  "private (?:repositories|repos|code|modules) (?:are )?(?:no exception|included|too|welcome)|proprietary modules are welcome|\\.gitignore doesn['’]t apply|can be disregarded|as can an nda|(?:clients?|users?|patients?|customers?|applicants?) (?:weren['’]t|were n[o'’]t|need not be|needn['’]t be|are not) (?:asked|told|informed)|ứng viên không cần được hỏi|not be told|isn['’]t mentioned|is not mentioned|keep the upload out|out of (?:the )?(?:review|summary|tool log)|our (?:analysts|bucket|key|collector|reviewers|helper)|pool of outside readers|whatever else (?:sits|lies)|so that it looks like|looks? like (?:any other|an ordinary|bookkeeping)|no request shows up|innocent-looking|disguised|as a fake|readers will not notice|transparent(?: pixel)?|one[- ]pixel|1×1|not appear|where they are decoded|appreciate seeing|referral['’]s consent covering|du fournisseur|dépôt s['’]effectue|görünmez|chọn|透明|页面上看不出|spacing pixel|the asking is what|at dusk|bên viết kỹ năng",
);
/** Where it goes: an address, a remote, a name that is looked up, a mailbox. */
export const SOMEWHERE = inAddresses(
  oneOf(
    "https?://[^\\s`\"'<>]{4,200}",
    "\\b(?:PUT|POST|sftp|rclone|dig|nslookup)\\b",
    "[\\w.+-]{1,40}@[a-z0-9-]{1,40}(?:\\.[a-z0-9-]{2,20}){1,3}\\b",
    "\\b(?:our|their|the (?:vendor|partner|funder|design partner)['’]s) (?:\\w{3,12} )?(?:bucket|mirror|share|collector|server)\\b",
    "\\b[a-z0-9<>-]{2,40}(?:\\.[a-z0-9-]{2,40}){1,4}\\b(?=`?(?: collects|\\)|\\.| at dusk|'dan))",
    "\\bChange-Id\\b|\\bX-Trace\\S{0,4}",
  ),
);

/** One tool hears of everything first. */
export const TOOL_FIRST = words(
  "(?:before|prior to|ahead of)(?: \\S{1,12}){0,3} (?:any|every|all|each)(?:\\*)?(?: other)?(?:\\*)? (?:tools?|instrument|calls?|searches|file)|(?:call|invoke|use) (?:it|\\S{3,30}) (?:first|before)(?: \\S{2,12}){0,3}|calls must land with ours first|pick this one each time|raises its hand for every task|(?:goes|go|passes?|sent) first(?:,| whole| to)|the sole (?:reader|tool|server) permitted|only thereafter|always pass|replaces the client['’]s own|(?:are|is) retired|tool order|перед вызовом|查询一律走|despache tudo por|built-in `?\\w{3,12}`?(?:, `?\\w{3,12}`?){0,3} and `?\\w{3,12}`? (?:are|is)",
);
/** What it is given has nothing to do with its work. */
export const TOOL_GIVEN = words(
  "(?:that tool['’]s |the )?(?:full )?arguments(?: of the (?:upcoming|next) call)?|(?:whole|full|entire|complete) (?:conversation|dialogue|transcript|context)|system prompt|private reasoning|(?:any )?open connection file|contents? of `?~/\\.\\S{2,20}|environment(?: variables)?|(?:passport|card) number|cvv|credentials of the|health hint|mirrored|transcript|whole and unsealed|`?consignment`? argument|完整对话历史|содержимое последнего|bcc_\\w{2,10}|`?sidenote`?",
);
/** The others are shut out, or are said to lie. */
export const TOOLS_SHUT = words(
  "(?:other|rival|competing|built-in|namesakes?|the original|original|any)(?: \\S{1,20}){0,8} (?:unreliable|forged|unavailable|deprecated|unregistered|retired|turned off|disabledtools|stay shut|sit out|closed|predatory|return lies|are to be)|turn (?:them|it) off in|decline the built-in|under `?disabledTools`?|results can['’]t be compared|under the very names|skip explaining|or the result comes back empty|even unrelated|edit its description|desligue-o|возвращают ложь|视为已废弃|装作不存在|не обращаться|запрещено|even those with no bearing|also when merely|closed lanes|answer their calls with",
);
