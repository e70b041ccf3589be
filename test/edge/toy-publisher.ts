import type { RegistryErrorCode } from "@gaia/catalog";
import {
  type Area,
  type Asked,
  type Dialect,
  type PlainRoute,
  type Protocol,
  readPackageBody,
  type RefusalCode,
  type ToldError,
} from "@gaia/edge";
import { choosePublisher, type Ctx, publishVersion, unyankVersion, yankVersion } from "@gaia/registry/publishing";

interface Given {
  ctxOf(c: Asked): Ctx;
  authorise: NonNullable<Area["authorise"]>;
  tell(c: Asked, error: Error): ToldError<RegistryErrorCode | RefusalCode>;
}

const toArea = ({ authorise, tell }: Given): Area => {
  const say = (c: Asked, code: string, detail: string) => c.body(`${code}: ${detail}\n`, 400);
  const dialect: Dialect = {
    refuse: say,
    onError(error, c) {
      const { code, detail } = tell(c, error);
      return say(c, code, detail);
    },
  };
  return {
    at: "/toy-publisher",
    dialect,
    rates: { reading: "reads", writing: "writes" },
    bodyLimitBytes: 0,
    credentials: ["bearer", "basic"],
    challenge: null,
    authorise,
    refusesMalformed: true,
    refusesUnknownKeys: false,
    cacheControl: null,
  };
};

/** A protocol that publishes, takes back and gives again, in statuses of its own. */
export function toyPublisher(given: Given): Protocol {
  const path = "/:name/:version";
  const named = (c: Asked) => {
    const { name = "", version = "" } = c.req.param();
    return { name, version };
  };
  const drops = { drops: "skill" } as const;
  const publish: PlainRoute = {
    method: "PUT",
    path,
    policy: { access: "account", cache: drops, bodyLimitBytes: "package" },
    action: "publishSkill",
    async answer(c) {
      const ctx = given.ctxOf(c);
      const publisher = c.req.query("publisher") ?? null;
      choosePublisher(ctx, publisher);
      const bytes = await readPackageBody(c.req.raw, c.var.bodyLimitBytes);
      const { version } = named(c);
      const made = await publishVersion(ctx, { bytes, version: null, defaultVersion: version, publisher });
      c.set("subjects", [`skill:${made.version.name}`]);
      return c.text(`${made.created ? "made" : "same"}\n`);
    },
  };
  const yank: PlainRoute = {
    method: "DELETE",
    path,
    policy: { access: "release", cache: drops },
    action: "yankVersion",
    answer: async (c) =>
      c.text(`${(await yankVersion(given.ctxOf(c), { ...named(c), reason: "by the toy" })).status}\n`),
  };
  const unyank: PlainRoute = {
    method: "POST",
    path,
    policy: { access: "release", cache: drops },
    action: "unyankVersion",
    answer: async (c) => c.text(`${(await unyankVersion(given.ctxOf(c), named(c))).status}\n`),
  };
  return { area: toArea(given), routes: [publish, yank, unyank] };
}
