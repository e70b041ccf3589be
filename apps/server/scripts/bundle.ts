import { readFile } from "node:fs/promises";
import { fileURLToPath, pathToFileURL } from "node:url";
import { rolldown } from "rolldown";

// The build of this app: the sources as they are, in a few files. A start, of the process and of each thread, then neither resolves nor
// strips a thousand modules.

const SOURCES = new URL("../src/", import.meta.url);
const DIST = new URL("../dist/", import.meta.url);

const ENTRIES: Record<string, string> = {
  main: new URL("main.ts", SOURCES).pathname,
  "reading-thread": new URL("reading/reading-thread.ts", SOURCES).pathname,
  "analysing-thread": new URL("analysing/analysing-thread.ts", SOURCES).pathname,
  "counting-thread": new URL("analysing/counting-thread.ts", SOURCES).pathname,
  "highlighting-thread": new URL("highlighting/highlighting-thread.ts", SOURCES).pathname,
  "verifying-thread": new URL("verifying/verifying-thread.ts", SOURCES).pathname,
  "parse-thread": fileURLToPath(import.meta.resolve("@gaia/manifest/parse-thread")),
};

const THREAD = /new URL\("(?:\.\/)?([\w-]+-thread)\.ts", import\.meta\.url\)/g;
const HERE = "URL_OF_THE_BUILT_FILE";

/**
 * Files beside the sources stay there: `import.meta.url` goes on meaning the source, by its way from here. What a thread is started with
 * is built, and lies beside whoever starts it.
 */
const sourceUrls = {
  name: "source-urls",
  transform(code: string, id: string) {
    if (!id.startsWith("/") || id.includes("/node_modules/") || !code.includes("import.meta.url")) return null;
    const way = wayFromDist(pathToFileURL(id.replace(/\?.*$/, "")).pathname);
    return {
      code: code
        .replaceAll(THREAD, (_, thread: string) => {
          if (!(thread in ENTRIES)) throw new Error(`${id} starts ${thread}, which is not built`);
          return `new URL("./${thread}.js", ${HERE})`;
        })
        .replaceAll("import.meta.url", `new URL(${JSON.stringify(way)}, import.meta.url).href`)
        .replaceAll(HERE, "import.meta.url"),
      map: null,
    };
  },
};

function wayFromDist(path: string): string {
  const root = new URL("../../../", import.meta.url).pathname;
  if (!path.startsWith(root)) throw new Error(`${path} is not of this repository`);
  return `../../../${path.slice(root.length)}`;
}

/** What is loaded only by some processes, or finds files of its own beside itself, stays where it is. */
const EXTERNAL = [
  /^@gaia\/web$/,
  /^@electric-sql\//,
  /^@vscode\//,
  /^web-tree-sitter$/,
  /^piscina$/,
  /^shiki\//,
  /^bullmq$/,
  /^ioredis$/,
  /^pino$/,
  /^@aws-sdk\//,
  /^meilisearch$/,
  /^@sigstore\//,
  /^@cyclonedx\//,
];

const { version } = JSON.parse(await readFile(new URL("../package.json", import.meta.url), "utf8")) as {
  version: string;
};
const bundle = await rolldown({
  input: ENTRIES,
  platform: "node",
  external: EXTERNAL,
  plugins: [sourceUrls],
  // Only a warning by default: what is bundled then would fail where it is loaded.
  onLog: (level, log, handler) => handler(log.code === "UNRESOLVED_IMPORT" ? "error" : level, log),
});
await bundle.write({
  dir: DIST.pathname,
  format: "esm",
  banner: `// ${version}`,
  entryFileNames: "[name].js",
  chunkFileNames: "[name]-[hash].js",
});
