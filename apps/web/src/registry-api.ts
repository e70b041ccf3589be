import { type components, createSiteClient, type RegistryClient } from "@gaia/client";
import type { WebEnv } from "../types.d.ts";
import { plainJson } from "./plain-text.ts";

type Shapes = components["schemas"];
export type Problem = Shapes["Problem"];
export type Skill = Shapes["Skill"];
export type Version = Shapes["Version"];
export type Standing = Shapes["Standing"];
export type SkillDownloads = Shapes["SkillDownloads"];
export type SkillHistory = Shapes["SkillHistory"];
export type Dependents = Shapes["Dependents"];
export type SkillSummary = Shapes["SkillSummary"];
export type ScanReport = Shapes["ScanReport"];
/** Who is signed in, and the publishers that they belong to. */
export type Me = Shapes["WhoAmI"];
export type Tier = Shapes["Tier"];
export type Verdict = NonNullable<Shapes["Verdict"]>;

/** The registry answered with an error. `problem` is null when the answer was not one of ours. */
export class ApiProblem extends Error {
  readonly status: number;
  readonly problem: Problem | null;
  readonly retryAfter: string | null;

  constructor(status: number, problem: Problem | null, retryAfter: string | null) {
    super(`the registry answered ${status}`);
    this.status = status;
    this.problem = problem;
    this.retryAfter = retryAfter;
  }
}

/**
 * The client that a page reads through: the server's own application, asked as whoever the request's cookie says is here. A page that is
 * nobody's in particular asks as anybody, and only such a one may be kept by anybody.
 */
export function clientOf(env: WebEnv, headers: Headers): RegistryClient {
  const cookie = env.viewer === "account" ? headers.get("cookie") : null;
  const asReader = (request: Request): Promise<Response> => {
    if (cookie !== null) request.headers.set("cookie", cookie);
    return env.api(request);
  };
  return createSiteClient({ baseUrl: env.publicUrl, fetch: asReader }).api;
}

/** What a call of a typed client comes to. */
export interface Answer<Data> {
  data?: Data;
  error?: unknown;
  response: Response;
}

/** What the call answered, its strings made plain. Throws `ApiProblem` for every error. */
export async function ensureData<Data>(call: Promise<Answer<Data>>): Promise<Data> {
  return plainJson(await ensureAnswered(call));
}

/** The bytes that a call with `parseAs: "arrayBuffer"` answered. Throws `ApiProblem` for every error. */
export async function ensureBytes(call: Promise<Answer<unknown>>): Promise<Uint8Array> {
  const data = await ensureAnswered(call);
  return data instanceof ArrayBuffer ? new Uint8Array(data) : new Uint8Array();
}

async function ensureAnswered<Data>(call: Promise<Answer<Data>>): Promise<Data> {
  const { data, error, response } = await call;
  if (response.ok && data !== undefined) return data;
  const seconds = response.headers.get("retry-after");
  throw new ApiProblem(response.status, isProblem(error) ? plainJson(error) : null, seconds);
}

/** As `ensureData`, but null where there is nothing to see: 403, 404, 410. */
export async function findData<Data>(call: Promise<Answer<Data>>): Promise<Data | null> {
  try {
    return await ensureData(call);
  } catch (error) {
    if (error instanceof ApiProblem && [403, 404, 410].includes(error.status)) return null;
    throw error;
  }
}

export function isProblem(value: unknown): value is Problem {
  if (typeof value !== "object" || value === null) return false;
  return ["title", "detail", "code", "request_id"].every((key) => typeof Reflect.get(value, key) === "string");
}
