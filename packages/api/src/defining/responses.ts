import { z } from "@hono/zod-openapi";
import { Problem, SemVer, Handle, Visibility, text } from "./values.ts";

const problem = (description: string) => ({
  description,
  content: { "application/problem+json": { schema: Problem } },
});

const PROBLEMS = {
  400: problem("The request is malformed."),
  401: problem("No token, or one that is unknown, expired or revoked."),
  403: problem("Not allowed."),
  404: problem("No such thing, or not for you."),
  409: problem("It conflicts with what is there."),
  410: problem("It was purged."),
  413: problem("Larger than the limit that the detail names."),
  415: problem("A media type that this address does not take."),
  422: problem("The content was refused; `errors` lists every reason."),
  429: problem("Too many requests; `Retry-After` says how long to wait."),
  503: problem("A door of the registry is shut; try again."),
} as const;

export type ProblemStatus = keyof typeof PROBLEMS;

/** The problem answers of these statuses. What follows from a route's shape and access is not named: see `defineRoute`. */
export function problems<Status extends ProblemStatus>(...statuses: Status[]) {
  // Object.fromEntries forgets which keys it was given.
  return Object.fromEntries(statuses.map((status) => [status, PROBLEMS[status]])) as Pick<typeof PROBLEMS, Status>;
}

/** A JSON answer of the given shape. */
export const json = <Schema extends z.ZodType>(schema: Schema, description: string) => ({
  description,
  content: { "application/json": { schema } },
});

const binary = z.string().openapi({ type: "string", format: "binary" });

/** An archive as bytes. */
export const archiveBytes = {
  description: "The canonical archive. `Repr-Digest` and `ETag` carry its SHA-256.",
  content: { "application/zip": { schema: binary }, "application/gzip": { schema: binary } },
};

/** A part of it (`Range`, and `If-Range` with its ETag): for a download that broke off. */
export const archiveRange = { ...archiveBytes, description: "The range of it that was asked for." };

/** A file of a package as bytes. */
export const fileBytes = {
  description: "The file. `Repr-Digest` and `ETag` carry its SHA-256.",
  content: { "application/octet-stream": { schema: binary } },
};

/** The parts of a form that publish takes. */
export const packageForm = z.object({ package: binary }).openapi("PackageForm");

/** The bodies that publish takes. Most generated clients send the first alone, and a form takes either archive. */
export const packageBody = {
  required: true,
  content: {
    "multipart/form-data": { schema: packageForm },
    "application/zip": { schema: binary },
    "application/gzip": { schema: binary },
  },
};

/** The same route for the router: a body that the handler streams itself must not be parsed before it. */
export function streamingBody<Route extends { request: { body?: unknown } }>(
  route: Route,
): Omit<Route, "request"> & { request: Omit<Route["request"], "body">; isStreamed: true } {
  const { body: _, ...request } = route.request;
  // TypeScript does not follow a rest of a generic.
  return { ...route, request, isStreamed: true } as ReturnType<typeof streamingBody<Route>>;
}

/** A version for a manifest that says none. */
export const givenVersion = {
  version: SemVer.optional().openapi({ description: "the version; a manifest that says another is refused" }),
  default_version: SemVer.optional().openapi({
    description: "the version of a manifest that says none; one that says any keeps its own",
  }),
};

/** What a request for a new version takes, published at once or staged. */
export const newVersionRequest = {
  query: z.object({
    ...givenVersion,
    publisher: Handle.optional().openapi({ description: "when the account has several" }),
    visibility: Visibility.optional().openapi({
      param: {
        description:
          "of a new skill, as the registry's operator chose unless it is said; one that is there has to have it already (409)",
      },
    }),
    mirrored_from: text(1_000)
      .min(1)
      .optional()
      .openapi({
        param: {
          description:
            "from where an admin of the registry took what is not its publisher's own; only admins may say so. Versions of one skill " +
            "come from one place (409 `name_taken`)",
        },
      }),
    mirrored_path: text(1_000)
      .min(1)
      .optional()
      .openapi({ param: { description: "where it lies there; with `mirrored_from` alone" } }),
  }),
  body: packageBody,
};
