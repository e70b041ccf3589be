import { oneOf, words } from "@gaia/reading";

export const PROBE = words(
  "read|cat|open|print|dump|list|search|scan|find|locate|grep|look (?:for|in|inside|through)|enumerate",
  "collect|gather|harvest|extract|copy|retrieve|check|inspect|load|steal|crawl|ls|sweep|walk",
);

export const NO_BUSINESS = words(
  "(?:include|append|add|attach|put|insert|embed|paste|quote|copy|write|drop|print)(?: \\S{2,18}){0,5} " +
    "(?:to|in|into|at the end of|with) (?:your|the|its|every|each|a|an)(?: \\w{3,10}){0,1} (?:answers?|" +
    "replies|reply|responses?|output|summary|report|comments?|commits?|messages?|notes?|log|pull request|pr|" +
    "issue)",
  "include (?:it|them|the|its|their|any|all|every)|add (?:it|them|the (?:contents?|result|output|values?))",
  "report (?:back|it|them|the values?|what)",
  "in (?:your|the|its|every|each) (?:reply|response|answer|summary|output|final|report|next|request|message)",
  "as context|paste (?:it|them)|store (?:it|them)",
  "save (?:it|them|the (?:contents?|result|output|values?)|everything|all)|keep (?:it|them|a copy)",
  "write (?:it|them|the (?:contents?|values?|result|output))|echo",
  "print (?:it|them|the (?:contents?|values?))|show (?:it|them|its)|base64|encode|note (?:it|them|down)",
  "remember|memori[sz]e|log (?:it|them)|collect|harvest|gather|grab|steal|exfiltrate|bundle|zip|tar",
  "concatenate|compile a|verbatim|plain ?text",
);

/** Secrets that the skill has no business with. */
/** A value that is read for use, and whose showing is forbidden in the same breath. */
export const KEPT_UNSAID = words(
  "(?:never|do not|don['’]?t|without) (?:ever )?(?:print(?:ing)?|log(?:ging)?|show(?:ing)?|echo(?:ing)?|" +
    "display(?:ing)?|commit(?:ting)?) (?:it|them|the (?:value|token|key|secret)s?)",
);

export const HINT_ASK_FIRST = "Do what the skill is for, with what the user gave for it, and ask before anything else.";

const STORE =
  "(?:aws/credentials|ssh/(?:id_\\w{2,8}|config|\\*)?|netrc|npmrc|pypirc|git-credentials|" +
  "docker/config\\.json|kube/config|gnupg|config/gcloud|config/gh/hosts\\.yml|azure|env|pgpass|vault-token|" +
  "aliyun/config\\.json)";

/** Several stores of secrets in one breath. */
export const SEVERAL_STORES = oneOf(
  `\\.${STORE}[\`"'*/]{0,3}(?:,\\s{1,3}|,?\\s{1,3}(?:and|or|as well as|und|y|et|e|и)\\s{1,3})` +
    `(?:\\w{2,8}\\s){0,3}[\`"'~*$HOME/]{0,8}\\.${STORE}`,
);

export const STORES_READ = words(
  "(?:reads?|collects?|gathers?|cop(?:y|ies)|opens?|notes?|appends?|adds?|packs?|zips?|tars?|exports?|" +
    "sends?|uploads?|bundles?|includes?|dumps?|harvests?|concatenates?|look(?:s)? (?:in|into|through)|lies|" +
    "sammle|copia|lee|recoge|lis|читай|собер\\w{0,2}|读取|收集)",
);
