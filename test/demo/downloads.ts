import { type Db, skills, versions } from "@gaia/db";
import { addDownloads, settleRising } from "@gaia/registry";
import { eq } from "drizzle-orm";
import type { SampleSkill } from "./sample-skills.ts";

const DAYS = 35;
const DAY_MS = 86_400_000;

/**
 * Five weeks of downloads, straight into the demo's own database: the one thing that HTTP cannot make afterwards. A skill's versions have
 * their days one after the other, and what rises is counted anew.
 * @returns how many downloads were written
 */
export async function writeHistory(db: Db, samples: readonly SampleSkill[], now = Date.now()): Promise<number> {
  const rows = await db
    .select({ id: versions.id, name: skills.name, version: versions.version })
    .from(versions)
    .innerJoin(skills, eq(skills.id, versions.skillId));
  const ids = new Map(rows.map(({ id, name, version }) => [`${name}/${version}`, id]));
  let total = 0;
  for (let day = 0; day < DAYS; day += 1) {
    const date = new Date(now - (DAYS - day) * DAY_MS);
    const counts = new Map<number, number>();
    for (const sample of samples) {
      const version = sample.versions[Math.floor((day * sample.versions.length) / DAYS)];
      const id = ids.get(`${sample.name}/${version}`);
      const count = downloadsOn(sample, day, date.getUTCDay());
      if (id === undefined || count === 0) continue;
      counts.set(id, count);
      total += count;
    }
    await addDownloads(db, { counts, byClient: [], day: date.toISOString().slice(0, 10) });
  }
  await settleRising({ db, now: () => new Date(now) });
  return total;
}

/** From the first day's use to the last day's, a third of it at weekends, and no two days alike. */
function downloadsOn({ name, use: [first, last] }: SampleSkill, day: number, weekday: number): number {
  const share = weekday % 6 === 0 ? 0.35 : 1;
  const wobble = 0.8 + ((day * 7 + name.length * 5) % 11) / 25;
  return Math.round((first + ((last - first) * day) / (DAYS - 1)) * share * wobble);
}
