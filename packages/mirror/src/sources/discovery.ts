import {
  countNames,
  isObject,
  namedTwice,
  readJson,
  readPackage,
  toAddress,
  toDigest,
  toLine,
} from "../upstream/reading.ts";
import type { ListStep, Upstream, UpstreamDoor, UpstreamPackage } from "../upstream/upstream.ts";
import { UpstreamError } from "../upstream/upstream-error.ts";

const SCHEMA = "https://schemas.agentskills.io/discovery/0.2.0/schema.json";

/** An index of Agent Skills discovery 0.2.0 below `base`, which has no slash behind. */
export function discoveryUpstream(door: UpstreamDoor, base: string): Upstream {
  return {
    kind: "discovery",
    listSkills: ({ isListed = () => false } = {}) => listSkills(door, base, isListed),
    readSkill: (sought) => readSkill(door, sought),
  };
}

const indexOf = (base: string): string => `${base}/.well-known/agent-skills/index.json`;

/** The entries of the index; null: there is none. @throws UpstreamError */
export async function readDiscoveryIndex(door: UpstreamDoor, base: string): Promise<unknown[] | null> {
  const index = await readJson(door, indexOf(base), door.limits.indexBytes);
  if (index?.["$schema"] !== SCHEMA) return null;
  return Array.isArray(index["skills"]) ? index["skills"] : null;
}

async function* listSkills(
  door: UpstreamDoor,
  base: string,
  isListed: (name: string) => boolean,
): AsyncIterable<ListStep> {
  const entries = await readDiscoveryIndex(door, base);
  if (entries === null) throw new UpstreamError("not_an_upstream", `${indexOf(base)} lists no skills.`);
  const timesBefore = countNames();
  for (const entry of entries.slice(0, door.limits.skills)) {
    const name = isObject(entry) ? toLine(entry["name"]) : null;
    if (name === null || !isObject(entry)) continue;
    const nth = timesBefore(name);
    if (nth === 1) yield namedTwice(name, indexOf(base));
    if (nth > 0 || isListed(name)) continue;
    const address = toAddress(entry["url"], indexOf(base));
    const digest = toDigest(entry["digest"]);
    // Without a digest nothing tells one content from another, and its clients take nothing, either.
    if (address === null || digest === null) {
      const origin = `${indexOf(base)}#${encodeURIComponent(name)}`;
      yield { kind: "unreadable", name, origin, reason: "The index does not say its address or its digest." };
    } else {
      yield { kind: "skill", name, version: null, publisher: null, publishedAt: null, digest, origin: address };
    }
  }
  if (entries.length > door.limits.skills) yield { kind: "cut" };
}

/** An archive, or a SKILL.md by itself: what the bytes are, the bytes say. */
async function readSkill(
  door: UpstreamDoor,
  { origin: address, digest }: { origin: string; digest: string | null },
): Promise<UpstreamPackage> {
  const { archive } = await readPackage(door, { address, digest });
  const [first, second] = archive;
  const isArchive = (first === 0x50 && second === 0x4b) || (first === 0x1f && second === 0x8b);
  return isArchive ? { archive } : { files: [{ path: "SKILL.md", bytes: archive }] };
}
