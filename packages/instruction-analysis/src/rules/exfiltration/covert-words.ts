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
