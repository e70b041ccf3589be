/** Everything that git could be told by settings, said here: nobody else's are read (`ENVIRONMENT`). git-config(1). */
const SETTINGS: readonly string[] = [
  // Only TLS, and no other place than the one that was asked.
  "protocol.allow=never",
  "protocol.https.allow=always",
  "protocol.version=2",
  "http.followRedirects=false",
  "http.sslVerify=true",
  "http.saveCookies=false",
  "http.lowSpeedLimit=1000",
  "http.lowSpeedTime=30",
  "transfer.bundleURI=false",
  "fetch.uriProtocols=",
  // Nothing is started beside git.
  "core.hooksPath=/dev/null",
  "core.fsmonitor=false",
  "core.askPass=",
  "core.sshCommand=false",
  "core.pager=cat",
  "credential.helper=",
  "credential.interactive=false",
  "submodule.recurse=false",
  "fetch.recurseSubmodules=false",
  "gc.auto=0",
  "maintenance.auto=false",
  // What comes is looked at, and kept as one pack.
  "transfer.fsckObjects=true",
  "fetch.fsckObjects=true",
  "transfer.unpackLimit=1",
  "fetch.unpackLimit=1",
  "fetch.writeCommitGraph=false",
  "core.protectHFS=true",
  "core.protectNTFS=true",
  "core.attributesFile=/dev/null",
  "core.excludesFile=/dev/null",
  // Bounds of memory.
  "pack.threads=1",
  "pack.windowMemory=64m",
  "core.packedGitWindowSize=16m",
  "core.packedGitLimit=256m",
  "core.deltaBaseCacheLimit=64m",
];

/** `git` and its settings. */
export const gitWith = (...more: string[]): [string, ...string[]] => [
  "git",
  "--no-pager",
  "--no-optional-locks",
  "--no-replace-objects",
  ...SETTINGS.flatMap((setting) => ["-c", setting]),
  ...more,
];

/** Its environment: no settings of the machine or of a person, no questions, nothing but https. git(1). */
export const ENVIRONMENT: Readonly<Record<string, string>> = {
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_CONFIG_SYSTEM: "/dev/null",
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_ATTR_NOSYSTEM: "1",
  GIT_ALLOW_PROTOCOL: "https",
  GIT_PROTOCOL_FROM_USER: "0",
  GIT_TERMINAL_PROMPT: "0",
  GIT_NO_LAZY_FETCH: "1",
  GIT_NO_REPLACE_OBJECTS: "1",
  GIT_OPTIONAL_LOCKS: "0",
  GIT_FLUSH: "0",
};

/** How ids are made: git(1), *hash-function-transition*. */
export type ObjectFormat = "sha1" | "sha256";

/** The files of an empty bare repository, which is all that git ever has of settings of a repository. */
export function emptyRepository(format: ObjectFormat): { path: string; text: string }[] {
  const extensions = format === "sha256" ? "[extensions]\n\tobjectFormat = sha256\n" : "";
  return [
    { path: "HEAD", text: "ref: refs/heads/none\n" },
    {
      path: "config",
      text: `[core]\n\trepositoryFormatVersion = ${format === "sha256" ? 1 : 0}\n\tbare = true\n${extensions}`,
    },
    { path: "objects/.keep", text: "" },
    { path: "refs/.keep", text: "" },
  ];
}
