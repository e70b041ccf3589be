import { call } from "../harness/api.ts";
import { type MadeUpSkill, makeCatalog, makeQueries } from "./catalog.ts";
import { timeKeptPages, timePages, timePublishes, timeSearches } from "./client-latency.ts";
import { cpuMilliseconds } from "./cpu-time.ts";
import { load } from "./load.ts";
import type { LatencyResult, LoadResult } from "./results.ts";
import { samplePackage } from "./sample-package.ts";
import type { RegistryTarget } from "./targets/registry.ts";
import { LOAD_SCENARIOS, type Target } from "./targets/target.ts";
import type { VerdaccioTarget } from "./targets/verdaccio.ts";

/** How much is measured. */
export interface Plan {
  rounds: number;
  seconds: number;
  connections: number;
  skills: number;
  searches: number;
  publishes: number;
  /** Pages of skills, each of another one. */
  pages: number;
  /** Of Verdaccio, which takes long for each. */
  peerRequests: number;
  packageBytes: number;
  /** Of each kind of package. */
  inspections: number;
  /** How often what access costs is measured. */
  access: number;
}

/** Until what runs often has been compiled. */
const WARM_UP_SECONDS = 4;
const PAUSE_MS = 250;

/** Every read of every target in turn, round after round, so that a noisy minute falls on all of them. */
export async function measureLoads(
  targets: Target[],
  plan: Pick<Plan, "rounds" | "seconds" | "connections">,
  say: (text: string) => void,
): Promise<LoadResult[]> {
  const pairs = LOAD_SCENARIOS.flatMap((scenario) =>
    targets.flatMap((target) => {
      const request = target.requests[scenario];
      if (!request) return [];
      const result: LoadResult = { target: target.name, scenario, bodyBytes: request.bodyBytes, samples: [] };
      return [{ target, request, result }];
    }),
  );
  for (let round = 0; round <= plan.rounds; round += 1) {
    for (const { target, request, result } of pairs) {
      const seconds = round === 0 ? WARM_UP_SECONDS : plan.seconds;
      const { url, headers, status } = request;
      const sample = await load(
        { url, headers, connections: plan.connections, seconds },
        { status, pids: target.pids },
      );
      // Round 0 only warms up.
      if (round > 0) result.samples.push(sample);
      say(`${round}  ${result.scenario}  ${target.name}  ${Math.round(sample.perSecond)}/s`);
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  }
  return pairs.map(({ result }) => result);
}

/** Searches and publishes, one request after the other; the registry and Verdaccio take turns. */
export async function measureLatencies(
  { registry, verdaccio }: { registry: RegistryTarget; verdaccio: VerdaccioTarget | null },
  plan: Plan,
  say: (text: string) => void,
): Promise<LatencyResult[]> {
  const catalog = makeCatalog(plan.skills - 1);
  const packages = plan.rounds * plan.peerRequests;
  const ours = {
    search: emptyResult("registry", "search", `${plan.skills} skills, page of 20 with totals and facets`),
    publish: emptyResult("registry", "publish", "20 kB zip; inspection off the clock"),
    page: emptyResult(
      "registry",
      "skill page",
      `HTML of one of ${plan.skills} skills, asked for the first time, anonymous`,
    ),
    again: emptyResult("registry", "skill page, not modified", "the same pages again, each with its ETag"),
  };
  const theirs = {
    search: emptyResult("Verdaccio", "search", `fewer than ${packages + 2} packages`),
    publish: emptyResult("Verdaccio", "publish", "20 kB tarball"),
  };
  for (let round = 1; round <= plan.rounds; round += 1) {
    const queries = makeQueries(catalog, { count: plan.searches, seed: round });
    ours.search.rounds.push(await timeSearches((text) => `${registry.url}/api/v1/search?q=${text}`, queries));
    await pageRound(registry, pagesOf(registry, { catalog, plan, round }), ours);
    ours.publish.rounds.push(await publishRound(registry, plan, round));
    if (verdaccio) {
      theirs.publish.rounds.push(await publishPeerRound(verdaccio, plan, round));
      const few = queries.slice(0, plan.peerRequests);
      theirs.search.rounds.push(await timeSearches((text) => `${verdaccio.url}/-/v1/search?text=${text}`, few));
    }
    say(`${round}  search, pages and publish`);
  }
  return [ours.search, theirs.search, ours.page, ours.again, ours.publish, theirs.publish].filter(
    ({ rounds }) => rounds.length > 0,
  );
}

async function pageRound(
  { pids }: RegistryTarget,
  addresses: string[],
  into: Record<"page" | "again", LatencyResult>,
): Promise<void> {
  const cpu = () => cpuMilliseconds(pids) ?? Number.NaN;
  const start = cpu();
  const { timed, etags } = await timePages(addresses);
  const between = cpu();
  const again = await timeKeptPages(addresses, etags);
  const end = cpu();
  into.page.rounds.push(timed);
  into.again.rounds.push(again);
  (into.page.cpuMs ??= []).push((between - start) / addresses.length);
  (into.again.cpuMs ??= []).push((end - between) / addresses.length);
}

/** Other skills in each round, from all over the catalog. */
function pagesOf({ url }: RegistryTarget, input: { catalog: MadeUpSkill[]; plan: Plan; round: number }): string[] {
  const { catalog, plan, round } = input;
  const stride = Math.max(1, Math.floor(catalog.length / (plan.pages * plan.rounds)));
  return catalog
    .filter((_, at) => at % stride === 0)
    .slice((round - 1) * plan.pages, round * plan.pages)
    .map(({ name }) => `${url}/skills/${name}`);
}

const emptyResult = (target: string, what: LatencyResult["what"], note: string): LatencyResult => ({
  target,
  what,
  note,
  rounds: [],
});

function publishRound({ url, adminToken }: RegistryTarget, plan: Plan, round: number) {
  const packages = Array.from({ length: plan.publishes }, (_, number) =>
    samplePackage({
      name: `published-${round}-${number}`,
      version: "1.0.0",
      seed: round * 10_000 + number,
      packedBytes: plan.packageBytes,
    }),
  );
  return timePublishes(packages, async (bytes) => {
    const answer = await call(`${url}/api/v1/skills`, {
      token: adminToken,
      body: bytes as Uint8Array<ArrayBuffer>, // made by our own writer: never shared memory
      type: "application/zip",
    });
    if (answer.status !== 201) throw new Error(`a publish answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  });
}

function publishPeerRound(verdaccio: VerdaccioTarget, plan: Plan, round: number) {
  const packages = Array.from({ length: plan.peerRequests }, (_, number) => {
    const name = `published-${round}-${number}`;
    const seed = round * 10_000 + number;
    return { name, bytes: samplePackage({ name, version: "1.0.0", seed, packedBytes: plan.packageBytes }) };
  });
  return timePublishes(packages, ({ name, bytes }) => verdaccio.publish(name, bytes));
}
