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
  trust: { imports: ["text"] },
  log: { imports: [] },
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
  artefacts: { imports: ["archive", "catalog", "db", "policy"], types: ["storage"] },
  registry: {
    imports: [
      "catalog",
      "db",
      "decisions",
      "manifest",
      "archive",
      "policy",
      "scan",
      "findings",
      "syntax",
      "trust",
      "log",
      "text",
    ],
    types: ["reading", "storage", "queue", "search", "mail"],
  },
  // Whoever installs: the command line, a runner, a server of tools. No printing.
  install: { imports: ["archive", "client", "log", "manifest", "policy", "resolver", "text", "trust"] },
  // Installed skills for clients of MCP: what may be offered is judged with the installer's own means. How a tool is run is handed in.
  "mcp-server": { imports: ["archive", "install", "manifest", "text"], types: ["runner"] },
  // Tools of installed skills, confined; its drivers come as files beside the code, which `syntax` knows how to find.
  runner: { imports: ["archive", "install", "manifest", "policy", "sandbox", "syntax", "text"] },
  web: { imports: ["client", "policy", "text"] },
  cli: {
    imports: [
      "client",
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
  "protocol-osv": { imports: ["catalog", "edge"] },
  "protocol-log": { imports: ["catalog", "edge"] },
  server: {
    imports: [
      "api",
      "edge",
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
      "policy",
      "web",
      // Its threads open grammars and parsers for the verbs; its settings are the limits of archives.
      "archive",
      "manifest",
      "scan",
      "syntax",
      "text",
    ],
  },
};
