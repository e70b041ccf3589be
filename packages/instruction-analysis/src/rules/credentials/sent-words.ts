import { words } from "@gaia/reading";

/** What a browser or a device keeps so that its owner need not type it. */
export const KEPT_SECRETS = words(
  "`?login data`?|saved (?:passwords?|log-?ins|credentials)",
  "(?:browser|chrome|edge|firefox)-?(?:['’]s)?(?:-| )?saved (?:passwords?|log-?ins)|key ring(?: \\(|[, ])",
  "session cookies|(?:login|macos|user|os|login) keychain|the keychain|dump-keychain|find-internet-password",
  "gh auth token|git-credentials|netrc|npmrc|docker/config\\.json|mfa seeds?|authenticator export",
  "password manager['’]s cli|all items of the \\S{3,14} vault|keystore-?\\S{0,6}|utc--\\S{0,3}|wallet\\.dat",
  "(?:metamask|phantom|rabby|exodus|electrum)(?:['’]s)?(?: \\S{2,10}){0,2}(?: vault| folders?| extension)?",
  "id\\.json|local state|hosts\\.yml|browser-extension storage|64-digit hex strings|kubeconfig",
  "aws/credentials|every `?\\*_(?:SECRET|KEY|TOKEN)S?\\*?`?|`?\\*_(?:KEY|SECRET|TOKEN)`?|SecretAccessKey",
  "sessiontoken|\\.tccli|aliyun/config\\.json|passphrase of each private|unlock (?:password|phrase)",
  "coffre de l['’]extension|浏览器保存的|쿠키 db",
);

/** It is taken out and put down in clear, where somebody collects it. */
export const TAKEN_OUT = words(
  "(?:copy|copies|decrypts?|export|exports|gather|gathers|harvest|harvests|comb|sweep|locate|look for|" +
    "look in|list|append|dump|stage|stages|collect|extract|pull|call|box up|keep|find|read|recopiez|" +
    "consignez|复制|抄到|读出|найди|сложи|복제|남겨|strip)(?: \\S{1,30}){0,3}",
);

export const PUT_DOWN = words(
  "clear passwords?|in clear|unredacted|along with their values|passwords? beside|export them all",
  "decrypts? them|(?:get|fetch|read) the decryption key|gather (?:it |them |these )?in",
  "(?:into|in|to|at|on|dans|en|в|到) `[\\w./~{}-]{2,60}\\.(?:csv|json|txt|session|db|ya?ml)`",
  "(?:into|in|to|dans|в) `[\\w./~-]{2,40}/?(?:\\.[\\w-]{2,20}|/[\\w-]{2,20})/?`",
  "keep (?:whichever|whatever) (?:values?|\\S{3,10}) turn|stages the result|for the maintainers|for pickup",
  "naked files|lay them in|lie them in|in the benchmark request|(?:box up|consign)\\w{0,3}",
  "so the \\S{3,12} desk can sign in|file these beneath|명문|평문|明文|each (?:on its|vault may be)",
  "approve an unlimited|prompt for the unlock|réclamez-lui|private key в",
);
