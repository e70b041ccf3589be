import { existsSync, lstatSync, readdirSync, readlinkSync } from "node:fs";

/** What a dynamically linked program needs of /etc, and certificates. */
const SYSTEM_FILES = [
  "/etc/ld.so.cache",
  "/etc/ld.so.conf",
  "/etc/ld.so.conf.d",
  "/etc/alternatives",
  "/etc/localtime",
  // Not /etc/ssl itself: private keys lie in it.
  "/etc/ssl/certs",
  "/etc/ssl/cert.pem",
  "/etc/ssl/openssl.cnf",
  "/etc/pki",
  "/etc/ca-certificates",
  "/etc/mime.types",
];
/** Libraries without the programs that lie among them (`/usr/lib/git-core`): these come with their program alone. */
const LIBRARIES = /^(?:[\w.-]+-linux-[\w-]+|python3(?:\.\d+)?|ssl|locale|lib[\w.+-]+\.so[\w.]*)$/;

/** Arguments of bubblewrap for the libraries of this machine, without its programs. */
export function libraryMounts(): string[] {
  const libraries = ["/usr/lib", "/usr/local/lib"].flatMap(librariesIn);
  const hasTriples = libraries.some((path) => path.includes("-linux-"));
  const roots = [
    // Where libraries lie in /usr/lib itself, there is no telling them from the rest.
    ...(hasTriples ? libraries : ["/usr/lib", ...librariesIn("/usr/local/lib")]),
    "/usr/lib32",
    "/usr/lib64",
    "/usr/share",
    "/usr/local/share",
    "/nix/store",
  ];
  return [
    ...roots.flatMap(readOnly),
    ...["/lib", "/lib32", "/lib64", "/bin", "/sbin"].flatMap(linked),
    ...SYSTEM_FILES.flatMap(readOnly),
  ];
}

/** All of /usr: for what may start every program. */
export function wholeSystemMounts(): string[] {
  return [
    ...readOnly("/usr"),
    ...["/bin", "/sbin", "/lib", "/lib32", "/lib64"].flatMap((path) => (isLink(path) ? linked(path) : readOnly(path))),
    ...readOnly("/nix/store"),
    ...SYSTEM_FILES.flatMap(readOnly),
  ];
}

const librariesIn = (directory: string): string[] =>
  existsSync(directory)
    ? readdirSync(directory)
        .filter((name) => LIBRARIES.test(name))
        .map((name) => `${directory}/${name}`)
    : [];

const isLink = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;

const linked = (path: string): string[] =>
  isLink(path) ? ["--symlink", readlinkSync(path), path] : path.startsWith("/lib") ? readOnly(path) : [];

const readOnly = (path: string): string[] => (existsSync(path) ? ["--ro-bind", path, path] : []);
