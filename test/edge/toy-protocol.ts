import { findDownload, type ReadCtx, readBlob, RegistryError } from "@gaia/catalog";
import {
  type Area,
  type Asked,
  type Dialect,
  type PlainRoute,
  type Protocol,
  Refusal,
  type RefusalCode,
  sendArchive,
} from "@gaia/edge";

/** Every refusal of the edge, so that the compiler names one that is left out, and those of the domain that it says. */
const STATUS = {
  invalid_request: 400,
  unauthorized: 401,
  registry_closed: 401,
  forbidden: 403,
  quarantined: 403,
  not_found: 404,
  method_not_allowed: 405,
  package_too_large: 413,
  unsupported_media_type: 415,
  rate_limited: 429,
  internal: 500,
  unavailable: 503,
} as const satisfies Record<RefusalCode | "quarantined", number>;
const isSaid = (code: string): code is keyof typeof STATUS => Object.hasOwn(STATUS, code);

/** Errors in the toy's own words: a line of text. */
const dialect: Dialect = {
  refuse: (c, code) => c.body(`no: ${code}\n`, STATUS[code], { "content-type": "text/plain" }),
  onError(error, c) {
    const code = error instanceof RegistryError || error instanceof Refusal ? error.code : "internal";
    return c.body(`no: ${code}\n`, STATUS[isSaid(code) ? code : "internal"], { "content-type": "text/plain" });
  },
};

const area: Area = {
  at: "/toy",
  dialect,
  rates: { reading: "reads", writing: "writes" },
  bodyLimitBytes: 0,
  credentials: ["bearer", "basic"],
  challenge: 'Basic realm="toy"',
  refusesMalformed: true,
  refusesUnknownKeys: false,
  cacheControl: null,
};

/** A protocol as another package would bring it: an area and its routes. What it needs of the process is handed in. */
export function toyProtocol(given: { ctxOf(c: Asked): ReadCtx }): Protocol {
  const release: PlainRoute = {
    method: "GET",
    path: "/:name/:version",
    policy: { access: "anyone", cache: { keeps: "skill" } },
    async answer(c) {
      const ctx = given.ctxOf(c);
      const { name = "", version = "" } = c.req.param();
      // A protocol that gives out versions asks `ensureServed` first; this one is for what the edge does with any.
      const { sha256, versionId, fileName } = await findDownload(ctx, { name, version, archive: "tgz" });
      const file = { bytes: await readBlob(ctx, sha256), sha256, mediaType: "application/gzip", fileName };
      return sendArchive(c, file, { versionId, skill: name, client: "toy" });
    },
  };
  const upload: PlainRoute = {
    method: "PUT",
    path: "/:name/:version",
    policy: { access: "anyone", cache: "none" },
    answer: (c) => c.text(`${c.var.caller?.handle ?? "nobody"}\n`),
  };
  return { area, routes: [release, upload] };
}
