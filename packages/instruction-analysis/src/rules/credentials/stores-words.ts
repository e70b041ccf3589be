import { oneOf, words } from "@gaia/reading";

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
