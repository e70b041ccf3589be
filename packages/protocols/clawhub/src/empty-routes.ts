import type { PlainRoute } from "@gaia/edge";
import { ClawhubError } from "./errors.ts";

const policy = { access: "anyone", cache: "none" } as const;

const answering = (path: string, answer: PlainRoute["answer"]): PlainRoute => ({ method: "GET", path, policy, answer });

const empty = (path: string): PlainRoute => answering(path, (c) => c.json({ items: [], nextCursor: null }));

/** What this registry does not hold: packages of plugins, and what others' catalogs list. */
export const EMPTY_ROUTES: readonly PlainRoute[] = [
  ...["/api/v1/packages", "/api/v1/code-plugins", "/api/v1/bundle-plugins", "/api/v1/plugins"].map(empty),
  answering("/api/v1/packages/search", (c) => c.json({ results: [] })),
  answering("/api/v1/packages/:package{.+}", () => {
    throw new ClawhubError(404, "Package not found");
  }),
  answering("/api/v1/skills-sh/*", () => {
    throw new ClawhubError(404, "This registry installs the skills that it holds itself.");
  }),
];
