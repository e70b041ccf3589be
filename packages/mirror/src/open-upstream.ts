import { shownLine } from "@gaia/text";
import { readJson, toAddress } from "./upstream/reading.ts";
import { clawhubUpstream, readClawhubPage } from "./sources/clawhub.ts";
import { discoveryUpstream, readDiscoveryIndex } from "./sources/discovery.ts";
import { findRepository, gitUpstream, isGitAddress } from "./sources/git.ts";
import { hubUpstream, readHubIndex } from "./sources/hub.ts";
import type { Upstream, UpstreamDoor } from "./upstream/upstream.ts";
import { UpstreamError } from "./upstream/upstream-error.ts";

/** Where an upstream lies, and which protocol it speaks there. */
export interface FoundUpstream {
  kind: "hub" | "clawhub" | "discovery" | "git";
  /** Without a slash behind. */
  base: string;
}

/**
 * Which protocol an address speaks: git (`git+https:`), else of those that say most first: an Agent Hub there or at `/hub` below it, an
 * index of Agent Skills discovery, a ClawHub there or where the origin's `/.well-known/clawhub.json` says.
 * @throws UpstreamError `not_an_upstream`; `unreachable` when nothing at all answers
 */
export async function findUpstream(door: UpstreamDoor, address: string): Promise<FoundUpstream> {
  // Its fragment says which commit, and it speaks nothing else.
  if (isGitAddress(address)) return { kind: "git", base: await findRepository(door, address) };
  const url = URL.parse(address);
  if (url === null) throw new UpstreamError("not_an_upstream", `${shownLine(address, 200)} is no address.`);
  url.search = "";
  url.hash = "";
  const base = url.href.replace(/\/+$/, "");
  const tries: readonly (() => Promise<FoundUpstream | null>)[] = [
    async () => ((await readHubIndex(door, base)) === null ? null : { kind: "hub", base }),
    async () => ((await readHubIndex(door, `${base}/hub`)) === null ? null : { kind: "hub", base: `${base}/hub` }),
    async () => ((await readDiscoveryIndex(door, base)) === null ? null : { kind: "discovery", base }),
    async () => clawhubAt(door, base),
    async () => {
      const said = await readJson(door, new URL("/.well-known/clawhub.json", base).href, door.limits.detailBytes);
      const named = toAddress(said?.["apiBase"] ?? said?.["registry"], base)?.replace(/\/+$/, "");
      return named === undefined ? null : clawhubAt(door, named);
    },
  ];
  const failures: UpstreamError[] = [];
  for (const attempt of tries) {
    try {
      const found = await attempt();
      if (found !== null) return found;
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error;
      failures.push(error);
    }
  }
  const unreachable = failures.find(({ code }) => code === "unreachable");
  if (unreachable !== undefined) throw unreachable;
  const shown = shownLine(base, 200);
  throw new UpstreamError(
    "not_an_upstream",
    `${shown} is neither an Agent Hub, nor a ClawHub, nor has it an index of Agent Skills discovery.`,
  );
}

async function clawhubAt(door: UpstreamDoor, base: string): Promise<FoundUpstream | null> {
  const page = await readClawhubPage(door, base, { cursor: null, limit: 1 });
  return page === null ? null : { kind: "clawhub", base };
}

/** The reader of an upstream that was found, now or before. */
export function openUpstream(door: UpstreamDoor, { kind, base }: FoundUpstream): Upstream {
  if (kind === "git") return gitUpstream(door, base);
  if (kind === "hub") return hubUpstream(door, base);
  return kind === "clawhub" ? clawhubUpstream(door, base) : discoveryUpstream(door, base);
}
