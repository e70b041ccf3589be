import type { components } from "@gaia/client";

type Shapes = components["schemas"];
type Skill = Shapes["Skill"];

const DAY_MS = 86_400_000;

/** How a skill is used: forty days of downloads, one skill that needs it, and what happened to it. */
export function fakeUse(skill: Skill): Record<string, unknown> {
  const end = Date.parse("2026-05-30T00:00:00.000Z");
  const downloads: Shapes["SkillDownloads"] = {
    name: skill.name,
    total: skill.downloads,
    days: Array.from({ length: 90 }, (_, at) => ({
      day: new Date(end - (89 - at) * DAY_MS).toISOString().slice(0, 10),
      count: at < 50 ? 0 : (at * 7) % 23,
    })),
  };
  const dependents: Shapes["Dependents"] = {
    items: [
      {
        name: "trip-planner",
        publisher: "bob",
        version: "2.0.0",
        security_tier: "community",
        downloads: 40,
        range: "^1.0.0",
        optional: false,
      },
    ],
    total: 1,
  };
  const event = { version: skill.version, from: null, to: null, by: "publisher", reason: null } as const;
  const history: Shapes["SkillHistory"] = {
    name: skill.name,
    items: [
      // What its publisher writes, so that hostile text is tried here, too.
      { ...event, at: "2026-05-05T09:12:00.000Z", version: "1.2.4", event: "yank", reason: skill.description },
      {
        ...event,
        at: "2026-05-04T09:12:00.000Z",
        event: "tier",
        from: "experimental",
        to: "community",
        by: "registry",
      },
      { ...event, at: "2026-05-03T09:12:00.000Z", event: "publish" },
    ],
  };
  return {
    [`/skills/${skill.name}/downloads`]: downloads,
    [`/skills/${skill.name}/dependents`]: dependents,
    [`/skills/${skill.name}/history`]: history,
  };
}
