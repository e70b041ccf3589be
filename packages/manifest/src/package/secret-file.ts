import type { PackageFile } from "@gaia/archive";

/** More of a file says nothing new. */
const HEAD_BYTES = 64 * 1024;

/** What a file seems to hold; `isCertain` false: nothing in it has a value that could be a secret of anybody's. */
export interface SecretFile {
  what: string;
  isCertain: boolean;
}

const TEMPLATE = /\.(?:example|sample|template|tmpl|dist|defaults?)(?:\.|$)/i;
const KEY_NAME = /^id_(?:rsa|dsa|ecdsa|ed25519)$|\.(?:pem|key|ppk)$/i;
const KEY_STORE = /\.(?:p12|pfx|jks|keystore|kdbx)$/i;
const PRIVATE_KEY = /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY|^PuTTY-User-Key-File/;

/** Keys that only tests know are shipped on purpose; the inspection looks at them all the same. */
const OF_TESTS = /(?:^|\/)(?:tests?|fixtures?|testdata|examples?)\//i;

/** SK1019: whether a file is an environment or key file, by its name and, where the name is not enough, by what it holds. */
export function secretOf(file: PackageFile): SecretFile | null {
  const found = secretBy(file);
  return found && { ...found, isCertain: found.isCertain && !OF_TESTS.test(file.path) };
}

function secretBy({ path, bytes }: PackageFile): SecretFile | null {
  const name = path.slice(path.lastIndexOf("/") + 1);
  if (TEMPLATE.test(name)) return null;
  const head = () => Buffer.from(bytes.subarray(0, HEAD_BYTES)).toString("latin1");
  if (KEY_STORE.test(name)) return { what: "a store of keys", isCertain: true };
  if (KEY_NAME.test(name)) return PRIVATE_KEY.test(head()) ? { what: "a private key", isCertain: true } : null;
  if (/^\.env(?:\.[\w-]{1,40})*$/i.test(name))
    return { what: "an environment file", isCertain: head().split("\n").some(setsSecret) };
  const token = TOKEN_FILES.find(([pattern]) => pattern.test(name))?.[1];
  return token !== undefined && token.test(head()) ? { what: "a file of credentials", isCertain: true } : null;
}

/** Files that tools keep their credentials in, with what only credentials look like in them. */
const TOKEN_FILES: [name: RegExp, content: RegExp][] = [
  [/^\.npmrc$/i, /:_(?:authToken|auth|password)\s{0,4}=\s{0,4}[^\s$]/],
  [/^\.pypirc$/i, /^\s{0,8}password\s{0,4}[:=]\s{0,4}\S/m],
  [/^[._]netrc$/i, /\bpassword\s{1,8}\S/],
  [/^\.git-credentials$/i, /:\/\/[^/\s:]{1,200}:[^@\s]{1,200}@/],
  [/^\.htpasswd$/i, /^[^:\s]{1,200}:\$?\S/m],
];

const PLACEHOLDER = new RegExp(
  String.raw`^(?:|your.*|my.*|<.*|\$.*|x{3,}.*|\*{3,}|\.{3}|change.?me.*|replace.*|insert.*|to.?do|example.*|placeholder.*|` +
    String.raw`true|false|null|none|[0-9]{1,6}|localhost.*|https?:\/\/[^@]*)$`,
  "i",
);

/** A line such as `API_KEY=…` whose value is none that stands for another. */
function setsSecret(line: string): boolean {
  const [, name, value] = /^\s{0,8}(?:export\s{1,4})?([A-Za-z_]\w{0,80})\s{0,4}=\s{0,4}(.{0,400})/.exec(line) ?? [];
  if (name === undefined || value === undefined) return false;
  const bare = value
    .replace(/\s#.*$/, "")
    .trim()
    .replace(/^(["'])(.*)\1$/, "$2");
  return /KEY|TOKEN|SECRET|PASS|PWD|CREDENTIAL|AUTH|PRIVATE|DSN|DATABASE_URL/i.test(name) && !PLACEHOLDER.test(bare);
}
