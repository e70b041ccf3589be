import { inAddresses, oneOf, words } from "@gaia/reading";

export const IMAGE_WITH_DATA = inAddresses(
  oneOf(
    "!\\[[^\\]\\n]{0,80}\\]\\([^\\s)]{8,200}[?&=/][^\\s)]{0,40}(?:\\{\\{|\\{|\\$|<|%7B|DATOS|DATEN|DONNEES|" +
      "DADOS|DATI|ENCODED|BASE64|DATA|SECRET|SUMMARY|HISTORY)",
    "<img\\s[^<>\\n]{0,40}src=[\"']?https?://[^\\s\"'>]{4,160}[?&=]\\S{0,40}(?:\\{\\{|\\{|\\$|%7B|ENCODED|BASE64|DATA|SECRET)",
  ),
);

export const IN_ADDRESS = words(
  "par[aá]m[eè]t(?:er|re|ro)s?|(?:whose|its|the|an?) param(?:eter)?s?|in base64\\w{0,3}",
  "where [<{$]{0,2}\\w{1,16}[>}]{0,2} (?:is|holds|contains|stands for)|query (?:string|parameters?|params?)",
  "url parameters?|in the (?:url|path|query|link|image url|alt text|subdomain|address)",
  "as (?:a |the )?(?:\\w{1,12} )?(?:query |url |path )?param(?:eter)?s?",
  "append(?:ed)?(?: \\w{2,14}){0,6} to (?:the|each|every|any|all) (?:url|link|image|address)",
  "encoded? (?:in|into|as)|\\?(?:d|q|data|c|s|x|k|payload|ctx)=",
);

export const DNS = words(
  "(?:name ?servers?|first label|labels? of|domain names?|ping|dns|nslookup|dig|subdomains?|txt record|hostname lookup)",
);

export const DNS_WITH_DATA = oneOf(
  "\\$\\((?:whoami|hostname|cat|env|id|base64|echo|uname|printenv)[^)\\n]{0,60}\\)\\.[\\w$({-]{1,60}",
  "\\b(?:nslookup|dig|host|ping|getent\\s{1,2}hosts|Resolve-DnsName)\\s[^\\n]{0,40}(?:\\$\\(|`|" +
    "\\$\\{?[A-Za-z_])[^\\n]{0,80}\\.[a-z][\\w.-]{1,60}",
);

export const BLIND_COPY = words(
  "bcc|blind (?:carbon )?cop(?:y|ies)|hidden (?:recipient|copy|cc)|blindkopie|copie cachée|cci|copia oculta",
  "cópia oculta|copia nascosta|ccn|密送|скрыт[а-я]{2,3} копи[а-я]{1,2}",
);

const HOLDING =
  "(?:conversation|chat|messages?|api keys?|tokens?|passwords?|cookies?|session|user['’]s (?:question|" +
  "notes|name|files?|card|last)|notes|credentials|secrets?|private key|open file|card number|agenda|iban|" +
  "id_rsa|speaker notes|drawings|environment)";

/** The user's words or keys, written in another way. */
export const ENCODED_HOLDING = words(
  `(?:base ?(?:32|64|64url|85)|hex(?:adecimal)?|encod(?:e|es|ed|ing)|compress(?:ed|ing)|revers(?:ed|ible|` +
    `e)|url-encoded|gzip|shifted|bit by bit|xor)(?: \\S{1,20}){0,10} ${HOLDING}`,
  `${HOLDING}[,;:]?(?: \\S{1,20}){0,10} (?:in base ?(?:32|64|64url)|as (?:a )?(?:hex|hash-like)|hex|` +
    `(?:is |are |be |and )?(?:url-)?encod(?:ed|es|ing)|reversed|compressed|bit by bit|shifted|in binary|` +
    `in pieces|in reversed order)`,
);

/** Something that goes out anyway and carries it. */
export const CARRIED_BY = words(
  "user-agent|(?:request |response )?header|(?:one-pixel |transparent )?image|pixel|dns|looked up",
  "look(?:s)? up|look-?ups?|subdomain|file name of|in the file name|query (?:string|parameter)",
  "`?\\w{1,10}`? parameter|parameter `?\\w{1,10}`?|`?sku`?|keywords field|zero-width",
  "invisible (?:guest|characters)|colour code|coordinates|in the name of|room['’]s address|html comment",
  "trace_id|span_id|web counter|counter['’]s name|links? as|link previews?|preview links|font server",
  "licence server|number register|tile|badge",
);

export const CARRIED_QUIETLY = words(
  "(?:not|never|hardly|no one|nobody)(?: \\S{2,12}){0,4} (?:notice\\w{0,1}|see|sees|displayed|click|" +
    "blocked|shown|attention|ignore)",
  "would be noticed|looks like (?:an? )?(?:ordinary|normal|usual)|transparent|invisible",
  "readers (?:see|only see)|our (?:bot|reader|server|collector)|crawled by us",
  "where we (?:evaluate|collect|read)|works behind every firewall|go out on their own|ignores what it",
  "you can ignore|pay attention|results don['’]t matter|always (?:valid|accepts)|only confirms",
);
