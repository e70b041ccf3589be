/**
 * The arrows between the rooms (docs/ARCHITECTURE.md). `types` may be imported with `import type` only.
 */
export const ARROWS: Record<string, { imports: string[]; types?: string[] }> = {
  // What a text hides: one table, for whoever shows or refuses text.
  text: { imports: [] },
  syntax: { imports: [] },
  // Code is read by one set of grammars, bounded in one place; where a fence opens and closes is said once.
  manifest: { imports: ["archive", "policy", "resolver", "syntax", "text"], types: ["findings"] },
  // What authors' tools need of manifests and a registry does not.
  authoring: { imports: ["manifest", "syntax"], types: ["archive"] },
  archive: { imports: ["text"] },
  resolver: { imports: ["text"] },
  policy: { imports: ["text"] },
  findings: { imports: ["text"], types: ["archive", "policy"] },
  reading: { imports: ["findings", "syntax"], types: ["archive"] },
  "code-analysis": { imports: ["findings", "reading", "syntax"], types: ["policy"] },
  wording: { imports: ["findings", "reading", "syntax"] },
  "instruction-analysis": { imports: ["findings", "policy", "reading", "wording"] },
  scan: {
    imports: ["findings", "reading", "code-analysis", "instruction-analysis", "syntax", "text"],
    types: ["archive", "policy"],
  },
  // Its tokenizer takes memory: who counts does so in a thread.
  "context-cost": { imports: [], types: ["archive"] },
  trust: { imports: ["text"] },
  log: { imports: [] },
  // The form of a file that carries skills to where no network is; who signed it is verified by who reads it.
  bundle: { imports: ["archive"] },
  // HTTP, and nothing of skills: what ties it to the domain is handed in.
  edge: { imports: ["text"] },
  sandbox: { imports: [], types: ["archive"] },
  storage: { imports: [] },
  queue: { imports: [] },
  mail: { imports: [] },
  // What a column holds is said in the words of the room that they are from.
  db: { imports: [], types: ["findings", "manifest", "policy", "trust"] },
  client: { imports: [] },
  search: { imports: ["db"] },
  // A decision is written once, and salted there alone.
  decisions: { imports: ["db", "log"], types: ["trust"] },
  // What bounds a token is judged in the words of those who are bounded by it.
  identity: { imports: ["db", "decisions", "policy", "text"] },
  // What is shown, and to whom: it reads, and whatever writes may ask it.
  catalog: {
    imports: ["archive", "db", "findings", "log", "manifest", "policy", "resolver", "trust"],
    types: ["search", "storage"],
  },
  // What clients of other protocols read: made of a release, kept by digest.
  artefacts: { imports: ["archive", "catalog", "db", "policy"], types: ["manifest", "storage"] },
  // Upstreams are read here; how an address is asked is handed in.
  mirror: { imports: ["archive", "text"] },
  registry: {
    imports: [
      "bundle",
      "catalog",
      "db",
      "decisions",
      "manifest",
      "mirror",
      "archive",
      "policy",
      "scan",
      "findings",
      "syntax",
      "trust",
      "log",
      "text",
    ],
    types: ["context-cost", "reading", "storage", "queue", "search", "mail"],
  },
  // Whoever installs: the command line, a runner, a server of tools. No printing.
  install: { imports: ["archive", "bundle", "client", "log", "manifest", "policy", "resolver", "text", "trust"] },
  // Skills in a commit: git hands out objects, confined.
  "git-source": { imports: ["archive", "manifest", "sandbox", "text"] },
  // Installed skills for clients of MCP: what may be offered is judged with the installer's own means. How a tool is run is handed in.
  "mcp-server": { imports: ["archive", "install", "manifest", "text"], types: ["runner"] },
  // Tools of installed skills, confined; its drivers come as files beside the code, which `syntax` knows how to find.
  runner: { imports: ["archive", "install", "manifest", "policy", "sandbox", "syntax", "text"] },
  web: { imports: ["client", "policy", "text"] },
  cli: {
    imports: [
      "bundle",
      "client",
      "git-source",
      "install",
      "mcp-server",
      "authoring",
      "manifest",
      "archive",
      "policy",
      "scan",
      "findings",
      "syntax",
      "trust",
      "log",
      "sandbox",
      "runner",
      "text",
    ],
  },
  // The registry's own API: `/api/v1` and `/auth`.
  api: {
    imports: ["edge", "catalog", "registry", "identity", "db", "manifest", "policy", "storage", "text", "trust"],
  },
  // A client's protocol: edge and what is read, and verbs of what is written by their subpaths; never another protocol.
  "protocol-apm": { imports: ["artefacts", "catalog", "edge", "policy", "registry"] },
  "protocol-osv": { imports: ["catalog", "edge"] },
  "protocol-discovery": { imports: ["artefacts", "catalog", "edge"] },
  "protocol-log": { imports: ["catalog", "edge"] },
  "protocol-clawhub": { imports: ["artefacts", "catalog", "edge", "identity", "policy", "registry", "text"] },
  "protocol-hub": { imports: ["artefacts", "catalog", "edge", "registry"] },
  server: {
    imports: [
      "api",
      "edge",
      "protocol-apm",
      "protocol-clawhub",
      "protocol-hub",
      "protocol-discovery",
      "protocol-log",
      "protocol-osv",
      "catalog",
      "registry",
      "identity",
      "db",
      "storage",
      "queue",
      "search",
      "mail",
      "log",
      "trust",
      "sandbox",
      "git-source",
      "mirror",
      "policy",
      "web",
      // Its threads open grammars and parsers for the verbs; its settings are the limits of archives.
      "archive",
      "context-cost",
      "manifest",
      "scan",
      "syntax",
      "text",
    ],
  },
};
