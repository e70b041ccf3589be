import { deriveArtefact, ensureServed, findAuthorSignature, listServed, type VersionFacts } from "@gaia/artefacts";
import { describeVersions, RegistryError } from "@gaia/catalog";
import { type Asked, isKnown, type PlainRoute, sendArchive, sendInert } from "@gaia/edge";
import { type Bundle, bundlesOf, findBundle, type HubCtx, isOffered, readFileOf } from "./bundle.ts";
import { indexFiles } from "./index-file.ts";
import { keyRoutes } from "./key-routes.ts";
import { SIGNATURE_FILE } from "./signature-file.ts";
import { type Installable, toManifest } from "./shapes.ts";

/** So many of a skill's versions, the highest, stand in its manifest. */
const MOST_VERSIONS = 100;
/** Making a bundle takes a thread: that many are made at once for one manifest. */
const AT_ONCE = 2;

type CtxOf = (c: Asked) => HubCtx;
const keepsSkill = { access: "anyone", cache: { keeps: "skill" } } as const;

/** What the client reads. A hub address that ends in a slash makes it ask with two of them. */
export const readRoutes = (ctxOf: CtxOf): readonly PlainRoute[] => {
  const files = [manifestRoute(ctxOf), skillFileRoute(ctxOf), signatureFileRoute(ctxOf), bundleRoute(ctxOf)];
  const routes = [indexRoute(ctxOf), healthRoute, ...keyRoutes(ctxOf), ...files];
  return routes.flatMap((route) => [route, { ...route, path: `/${route.path}` }]);
};

function indexRoute(ctxOf: CtxOf): PlainRoute {
  const indexOf = indexFiles();
  return {
    method: "GET",
    path: "/index.json",
    // Kept by itself, in two codings.
    policy: { access: "anyone", cache: "none" },
    async answer(c) {
      const file = await indexOf(ctxOf(c), c.var.edge.pages);
      const coding = takesGzip(c.req.header("accept-encoding") ?? "") ? "gzip" : "identity";
      const headers = {
        etag: file.etag[coding],
        vary: "accept-encoding, authorization, cookie",
        "cache-control": "no-cache",
      };
      if (isKnown(c.req.header("if-none-match") ?? null, file.etag[coding])) return c.body(null, 304, headers);
      return c.body(file[coding], 200, {
        ...headers,
        "content-type": "application/json",
        "content-length": String(file[coding].byteLength),
        ...(coding === "gzip" && { "content-encoding": coding }),
      });
    },
  };
}

/** Whether an `Accept-Encoding` names gzip and does not refuse it (RFC 9110 §12.5.3). */
const takesGzip = (header: string): boolean =>
  header.split(",").some((each) => {
    const [coding = "", ...parameters] = each.split(";").map((part) => part.trim().toLowerCase());
    return coding === "gzip" && !parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter));
  });

const healthRoute: PlainRoute = {
  method: "GET",
  path: "/health",
  policy: { access: "anyone", cache: "static" },
  answer: (c) => c.json({ status: "ok", build: "unknown" }),
};

function manifestRoute(ctxOf: CtxOf): PlainRoute {
  return {
    method: "GET",
    path: "/skills/:name/manifest.json",
    policy: keepsSkill,
    async answer(c) {
      const ctx = ctxOf(c);
      const served = await listServed(ctx, { protocol: "hub", name: nameOf(c) });
      const versions = await installableOf(ctx, served.filter(isOffered).slice(0, MOST_VERSIONS));
      const [newest] = versions;
      if (newest === undefined) throw nothing();
      const described = (await describeVersions(ctx, [newest.facts.versionId])).get(newest.facts.versionId);
      if (described === undefined) throw nothing();
      return c.json(toManifest({ facts: newest.facts, described }, versions));
    },
  };
}

/** Each version with what can be fetched of it; those that cannot be written for this client are left out. */
async function installableOf(ctx: HubCtx, served: readonly VersionFacts[]): Promise<Installable[]> {
  const described = await describeVersions(
    ctx,
    served.map(({ versionId }) => versionId),
  );
  const bundles = await bundlesOf(ctx, served);
  const found: (Installable | null)[] = [];
  for (let at = 0; at < served.length; at += AT_ONCE) {
    const some = served.slice(at, at + AT_ONCE).map(async (facts): Promise<Installable | null> => {
      const artifacts = [];
      for (const bundle of bundles.get(facts.versionId) ?? []) artifacts.push(await findBundle(ctx, bundle));
      const [first, ...others] = artifacts.filter((each) => each !== null);
      const publishedAt = described.get(facts.versionId)?.publishedAt ?? null;
      return first === undefined ? null : { facts, publishedAt, artifacts: [first, ...others] };
    });
    found.push(...(await Promise.all(some)));
  }
  return found.filter((each) => each !== null);
}

/** That of the bundle which the client takes: it compares the two. */
function skillFileRoute(ctxOf: CtxOf): PlainRoute {
  return {
    method: "GET",
    path: "/skills/:name/:version/SKILL.md",
    policy: keepsSkill,
    async answer(c) {
      const ctx = ctxOf(c);
      const { facts, bundles } = await ensureOffered(ctx, c);
      for (const bundle of bundles) {
        if ((await findBundle(ctx, bundle)) === null) continue;
        const file = await readFileOf(ctx, bundle, facts, "SKILL.md");
        if (file === null) throw nothing();
        return sendInert(c, { ...file, mediaType: "text/markdown; charset=utf-8", fileName: "SKILL.md" });
      }
      throw nothing();
    },
  };
}

/** What the author signed, whichever bundle the client takes. */
function signatureFileRoute(ctxOf: CtxOf): PlainRoute {
  return {
    method: "GET",
    path: `/skills/:name/:version/${SIGNATURE_FILE}`,
    // Most have none, and no client of its own asks for it.
    policy: { access: "anyone", cache: "none" },
    async answer(c) {
      const ctx = ctxOf(c);
      const { facts, bundles } = await ensureOffered(ctx, c);
      // Before a bundle is read: most have none.
      if ((await findAuthorSignature(ctx, facts.versionId)) === null) throw nothing();
      const own = bundles.at(-1);
      const file = own === undefined ? null : await readFileOf(ctx, own, facts, SIGNATURE_FILE);
      if (file === null) throw nothing();
      return sendInert(c, { ...file, mediaType: "application/json", fileName: SIGNATURE_FILE });
    },
  };
}

function bundleRoute(ctxOf: CtxOf): PlainRoute {
  return {
    method: "GET",
    path: "/skills/:name/:version/:file",
    policy: keepsSkill,
    async answer(c) {
      const ctx = ctxOf(c);
      const { facts, bundles } = await ensureOffered(ctx, c);
      const bundle = bundles.find(({ filename }) => filename === c.req.param("file"));
      if (bundle === undefined) throw nothing();
      const { bytes, sha256 } = await deriveArtefact(ctx, bundle.wanted);
      const file = { bytes, sha256, mediaType: "application/zip", fileName: bundle.filename };
      return sendArchive(c, file, { versionId: facts.versionId, skill: facts.name, client: "hub" });
    },
  };
}

async function ensureOffered(ctx: HubCtx, c: Asked): Promise<{ facts: VersionFacts; bundles: readonly Bundle[] }> {
  const facts = await ensureServed(ctx, { protocol: "hub", name: nameOf(c), version: c.req.param("version") ?? "" });
  if (!isOffered(facts)) throw nothing();
  return { facts, bundles: (await bundlesOf(ctx, [facts])).get(facts.versionId) ?? [] };
}

const nameOf = (c: Asked): string => c.req.param("name") ?? "";
const nothing = (): RegistryError => new RegistryError("not_found", "There is no such skill or version here.");
