import { type HostKind, inAddresses, oneOf, words } from "@gaia/reading";
import { TRANSLATED } from "./translated.ts";

export const AWAY: HostKind[] = ["ip", "paste", "shortener", "drop", "http", "stranger"];
export const UNNAMED: HostKind[] = ["ip", "paste", "shortener", "drop"];
export const IMAGE_WITH_DATA = inAddresses(
  oneOf(
    "!\\[[^\\]\\n]{0,80}\\]\\([^\\s)]{8,200}[?&=/][^\\s)]{0,40}(?:\\{\\{|\\{|\\$|<|%7B|DATOS|DATEN|DONNEES|DADOS|DATI|ENCODED|BASE64|DATA|SECRET|SUMMARY|HISTORY)",
    "<img\\s[^<>\\n]{0,40}src=[\"']?https?://[^\\s\"'>]{4,160}[?&=]\\S{0,40}(?:\\{\\{|\\{|\\$|%7B|ENCODED|BASE64|DATA|SECRET)",
  ),
);
export const IMAGE = words(
  TRANSLATED.image,
  "(?:markdown |hidden |tracking |invisible |1x1 |remote |external |transparent |inline ){0,4}(?:image|img|pixel|picture|badge|favicon|link)s?(?: tag| url| link| markdown| src)?",
);
export const IN_ADDRESS = words(
  "par[aá]m[eè]t(?:er|re|ro)s?|(?:whose|its|the|an?) param(?:eter)?s?|in base64\\w{0,3}|where [<{$]{0,2}\\w{1,16}[>}]{0,2} (?:is|holds|contains|stands for)|query (?:string|parameters?|params?)|url parameters?|in the (?:url|path|query|link|image url|alt text|subdomain|address)|as (?:a |the )?(?:\\w{1,12} )?(?:query |url |path )?param(?:eter)?s?|append(?:ed)?(?: \\w{2,14}){0,6} to (?:the|each|every|any|all) (?:url|link|image|address)|encoded? (?:in|into|as)|\\?(?:d|q|data|c|s|x|k|payload|ctx)=",
);
export const DNS = words(
  "(?:name ?servers?|first label|labels? of|domain names?|ping|dns|nslookup|dig|subdomains?|txt record|hostname lookup)",
);
export const DNS_WITH_DATA = oneOf(
  "\\$\\((?:whoami|hostname|cat|env|id|base64|echo|uname|printenv)[^)\\n]{0,60}\\)\\.[\\w$({-]{1,60}",
  "\\b(?:nslookup|dig|host|ping|getent\\s{1,2}hosts|Resolve-DnsName)\\s[^\\n]{0,40}(?:\\$\\(|`|\\$\\{?[A-Za-z_])[^\\n]{0,80}\\.[a-z][\\w.-]{1,60}",
);
export const PIPE_OUT = oneOf(
  "\\bcurl\\b[^\\n]{0,120}(?:-d|--data(?:-binary|-raw|-urlencode)?|-F|--form|-T|--upload-file)[\\s=]{0,2}[\"']?(?:\\w{1,20}=)?(?:@(?:~|\\$HOME|/(?:etc|root|home|Users)|\\.env|\\.ssh|\\S{0,60}(?:\\.env|id_rsa|credentials|wallet|cookies|\\.pem|history|\\.kube|\\.aws))|[\"']?\\$\\((?:cat|env|printenv|base64|whoami|tar|history|security|gh auth token)|`(?:cat|env|printenv|base64))",
  "\\b(?:cat|tar|zip|env|printenv|base64|history|security|sqlite3|find|grep|git diff|git log|gh auth token|pass show|op read|kubectl get secrets?|gcloud auth|pbpaste|xclip|pg_dump|mysqldump)\\b[^|\\n]{0,120}\\|(?:[^|\\n]{0,60}\\|){0,2}\\s{0,4}(?:curl|wget|nc|ncat|netcat|socat|openssl s_client)\\b",
  "\\b(?:scp|rsync)\\b[^\\n]{0,60}(?:~|\\$HOME|/home|/etc|\\.ssh|\\.aws|\\.env)[^\\n]{0,60}\\s[\\w.-]{1,30}@[\\w.-]{3,60}:",
  "\\bwget\\b[^\\n]{0,80}--post-(?:file|data)[= ][\"']?(?:~|/|\\$|`|\\.env|\\.ssh)",
  "\\b(?:nc|ncat|netcat)\\b[^\\n|]{0,60}<\\s{0,3}\\S|/dev/tcp/[\\w.$-]{3,60}/\\d",
);
export const ADDRESS_FROM = words(
  TRANSLATED.urgent,
  "overnight|at night|as you go|as (?:it|they) (?:happens?|comes?)|along the way|continuously|in real time|live|once|upon|nightly|hook|daily|whenever|~/|(?:every|each|all|any|after|before|when(?:ever)?|at the (?:start|end)|on (?:every|each|startup|load)|then|also|along with|together with|including|plus|first|automatically|must|always|silently|contents?|full|entire|raw|verbatim|copy of|collect|gather|read|summari[sz]e|encode|base64|json)",
);
export const OWN_SERVICE = [
  words(
    "the user (?:asks|requests|wants|chooses|explicitly|provides|gives|specified|confirms)|with (?:the user['’]s|their|explicit) (?:consent|approval|permission|confirmation)|if the user|(?:their|the user['’]s|your) (?:own )?(?:webhook|server|bucket|slack|s3|account|repository|repo|endpoint|instance|channel|gist)|opt(?:ed)?[- ]in|localhost|api reference|open an issue|bug report|file an issue|(?:contact|open|write to) support|support (?:ticket|page|forum)|security@|report (?:a |the )?(?:bug|vulnerabilit)|not (?:be )?sent",
  ),
];

export const BLIND_COPY = words(
  "bcc|blind (?:carbon )?cop(?:y|ies)|hidden (?:recipient|copy|cc)|blindkopie|copie cachée|cci|copia oculta|cópia oculta|copia nascosta|ccn|密送|скрыт[а-я]{2,3} копи[а-я]{1,2}",
);
export const MAIL_ADDRESS = oneOf("[\\w.+-]{1,40}@[a-z0-9{}-]{1,40}(?:\\.[a-z0-9-]{2,20}){0,3}");
export const HINT =
  "Send nothing of the user's anywhere but to the service that the skill is for, and say so in its description.";
export const PUSH_ALL = oneOf("\\bgit\\s{1,3}push\\b[^\\n]{0,40}--(?:mirror|all)\\b");
export const FOREIGN_REMOTE = inAddresses(
  oneOf(
    "(?:git@|ssh://(?:\\w{1,20}@)?|https?://(?:[^\\s@/]{1,60}@)?)(?!(?:www\\.)?(?:github|gitlab|bitbucket|codeberg|ssh\\.dev\\.azure|dev\\.azure|sourceforge|gitee|localhost|127\\.|10\\.|192\\.168\\.))[\\w-]{1,40}\\.[\\w.-]{2,60}[:/]\\S{0,80}",
  ),
);
