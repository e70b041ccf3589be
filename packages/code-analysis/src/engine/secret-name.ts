import { inPieces } from "@gaia/reading";
const SECRET_WORD = inPieces(
  "i",
  String.raw`(?:^|_)(?:(?:API_?)?KEYS?|API_?KEY|APIKEY|TOKENS?|SECRETS?|PASSWORDS?|PASSWD|PWD|PASS|PASSPHRASE|`,
  String.raw`CREDENTIALS?|CREDS|PAT|AUTH|PRIVATE|MNEMONIC|SEED_PHRASE|DSN|CONNECTION_STRING|SESSION|COOKIE|`,
  String.raw`WEBHOOK_SECRET|DATABASE_URL)(?:$|_(?:ID|FILE|PATH|JSON|B64|BASE64|VALUE|KEY|\d+)?$)`,
);

/** Whether a variable's name says that its value is a secret. */
export function isSecretName(name: string): boolean {
  return name.length <= 200 && name !== "PWD" && name !== "OLDPWD" && SECRET_WORD.test(name);
}

/** What a name begins with that is no provider: what the secret is for, which of two it is, where it is used. */
const NOBODY = inPieces(
  "",
  "^(?:API|APIKEY|KEY|TOKEN|SECRET|PASSWORD|AUTH|ACCESS|MY|APP|SERVICE|BASE|CLIENT|BOT|USER|SESSION|DB|DATABASE|SRC|",
  "DST|SOURCE|DEST|FROM|TO|IN|OUT|INPUT|OUTPUT|QUOTE|NEXT|PREV|PAGE|CSRF|XSRF|REFRESH|ID|NEW|OLD|CURRENT|TEST|DEV|",
  "PROD|STAGING|ADMIN|PRIVATE|PUBLIC|WEB|HTTP|BEARER|JWT|OAUTH2?|LOGIN|BASIC|DEFAULT|LOCAL|REMOTE|SERVER|SSO)?$",
);

/** Whose a secret is, by its name: what stands before the words that say secret. `AWS_SECRET_ACCESS_KEY` -> `AWS`; null for nobody's. */
export function ownerOf(name: string): string | null {
  const first = /^[A-Z0-9]+/.exec(name.toUpperCase())?.[0] ?? "";
  if (NOBODY.test(first)) return null;
  return ALIASES[first] ?? first;
}

/** Names under which one provider goes. */
const ALIASES: Record<string, string> = {
  GH: "GITHUB",
  GL: "GITLAB",
  CLAUDE: "ANTHROPIC",
  GOOGLE: "GOOGLE",
  GCP: "GOOGLE",
  GEMINI: "GOOGLE",
  HUGGINGFACE: "HF",
  HUGGING: "HF",
};

/** Providers whose keys are everywhere, and what their own hosts are called. */
const PROVIDERS: Record<string, RegExp> = {
  AWS: /amazonaws|aws/i,
  GITHUB: /github|ghcr/i,
  GITLAB: /gitlab/i,
  OPENAI: /openai|azure/i,
  ANTHROPIC: /anthropic|claude/i,
  GOOGLE: /google|gcp|firebase|gemini/i,
  AZURE: /azure|microsoft|windows\.net/i,
  HF: /huggingface|hf\.co/i,
  STRIPE: /stripe/i,
  SLACK: /slack/i,
  NPM: /npm/i,
  PYPI: /pypi|python/i,
  DOCKER: /docker/i,
  SSH: /^$/,
};

/** Whether a provider's secret would go to a host of somebody else. Only for providers that everybody has a key of. */
export function isForeign(secret: string, host: string): boolean {
  const owner = ownerOf(secret);
  const own = owner === null ? undefined : PROVIDERS[owner];
  return own !== undefined && host !== "" && !own.test(host);
}
