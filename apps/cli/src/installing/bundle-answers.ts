import { isNewer, type Version } from "@gaia/install";
import { offeredSkill } from "@gaia/install/bundles";
import { COMMON_FILES, type OpenBundle, releaseFile } from "@gaia/bundle";

type ReleaseFileName = Parameters<typeof releaseFile>[1];

const OF_RELEASE: Readonly<Record<string, { file: ReleaseFileName; type: string }>> = {
  "": { file: "version", type: "application/json" },
  signatures: { file: "signatures", type: "application/json" },
  attestations: { file: "attestations", type: "application/json" },
  proof: { file: "proof", type: "text/plain" },
  sbom: { file: "bill", type: "application/vnd.cyclonedx+json" },
  download: { file: "package", type: "application/zip" },
};

/**
 * A `fetch` that answers for a registry from its bundle: what is asked of the API by GET is a file there, or 404. So what reads answers
 * holds those of a bundle against the same schemas.
 */
export function bundleFetch(bundle: OpenBundle): (request: Request) => Promise<Response> {
  return async (request) => {
    const path = new URL(request.url).pathname.replace(/^.*?\/api\/v1/, "");
    const [, skill] = /^\/skills\/([^/]+)$/.exec(path) ?? [];
    if (skill !== undefined) return answer(await skillIn(bundle, decodeURIComponent(skill)), "application/json");
    const [, name, version, asked = ""] = /^\/skills\/([^/]+)\/([^/]+)(?:\/(\w+))?$/.exec(path) ?? [];
    if (path === "/keys") return answer(await bundle.read(COMMON_FILES.keys), "application/json");
    if (path === "/revocations") return answer(await bundle.read(COMMON_FILES.revocations), "application/json");
    const of = Object.hasOwn(OF_RELEASE, asked) ? OF_RELEASE[asked] : undefined;
    if (name === undefined || version === undefined || of === undefined) return answer(null, "");
    const release = { name: decodeURIComponent(name), version: decodeURIComponent(version) };
    return answer(await bundle.read(releaseFile(release, of.file)), of.type);
  };
}

/** A skill as it is offered where the bundle's versions are all that there is. */
async function skillIn(bundle: OpenBundle, name: string): Promise<Uint8Array | null> {
  const versions: Version[] = [];
  for (const release of bundle.index.releases) {
    const bytes = release.name === name ? await bundle.read(releaseFile(release, "version")) : null;
    // What of it matters is held against its schema where the skill is, and again where the version is asked for.
    if (bytes !== null) versions.push(JSON.parse(Buffer.from(bytes).toString("utf8")) as Version);
  }
  const skill = offeredSkill(versions.toSorted((left, right) => (isNewer(left.version, right.version) ? -1 : 1)));
  return skill === null ? null : new Uint8Array(Buffer.from(JSON.stringify(skill)));
}

function answer(bytes: Uint8Array | null, type: string): Response {
  if (bytes !== null) return new Response(new Uint8Array(bytes), { headers: { "content-type": type } });
  const problem = { type: "about:blank", title: "Not in the bundle", status: 404, code: "not_found" };
  const body = { ...problem, detail: "The bundle does not have it.", request_id: "bundle" };
  return new Response(JSON.stringify(body), { status: 404, headers: { "content-type": "application/problem+json" } });
}
