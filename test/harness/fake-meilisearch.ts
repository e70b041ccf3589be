import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type FakeDocument, type FakeSettings, searchDocuments } from "./fake-meilisearch-matching.ts";
import { fakeTasks } from "./fake-meilisearch-tasks.ts";
import { ApiProblem, checkSearch, checkSettings } from "./fake-meilisearch-rules.ts";

export interface FakeMeilisearch {
  url: string;
  apiKey: string;
  /** A key that may only search. */
  searchKey: string;
  /** Method and path of every request, in order. */
  requests: string[];
  /** While true, tasks stay enqueued. */
  setPaused(paused: boolean): void;
  /** From now on every request but /health is answered with this status and a page that is not JSON; null ends it. */
  setFault(status: number | null): void;
  close(): Promise<void>;
}

interface FakeIndex {
  primaryKey: string | null;
  createdAt: string;
  settings: FakeSettings & Record<string, unknown>;
  documents: Map<string, FakeDocument>;
}

/** What an index has before anybody set anything. */
const DEFAULTS: FakeSettings & Record<string, unknown> = {
  searchableAttributes: ["*"],
  displayedAttributes: ["*"],
  filterableAttributes: [],
  sortableAttributes: [],
  rankingRules: ["words", "typo", "proximity", "attributeRank", "sort", "wordPosition", "exactness"],
  stopWords: [],
  nonSeparatorTokens: [],
  separatorTokens: [],
  dictionary: [],
  synonyms: {},
  distinctAttribute: null,
  proximityPrecision: "byWord",
  typoTolerance: {
    enabled: true,
    minWordSizeForTypos: { oneTypo: 5, twoTypos: 9 },
    disableOnWords: [],
    disableOnAttributes: [],
    disableOnNumbers: false,
  },
  faceting: { maxValuesPerFacet: 100, sortFacetValuesBy: { "*": "alpha" } },
  pagination: { maxTotalHits: 1_000 },
  searchCutoffMs: null,
  localizedAttributes: null,
  facetSearch: true,
  prefixSearch: "indexingTime",
};

type Reply = { status: number; body: object };

/**
 * A fake of Meilisearch's HTTP API on loopback, for no package registry carries its server: the routes that `packages/search` may
 * use, with the codes and statuses of the published error reference, tasks that take their turn, and matching in memory.
 */
export async function startFakeMeilisearch(): Promise<FakeMeilisearch> {
  const keys = { admin: "fake-admin-key", search: "fake-search-key" };
  const indexes = new Map<string, FakeIndex>();
  const tasks = fakeTasks();
  const requests: string[] = [];
  let fault: number | null = null;
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    void (async () => {
      const path = new URL(request.url ?? "/", "http://fake").pathname;
      const body = Buffer.concat(await request.toArray()).toString("utf8");
      if (path !== "/health" && fault !== null) return response.writeHead(fault).end("<h1>Bad gateway</h1>");
      const { status, body: answer } = reply(() => {
        if (path === "/health") return { status: 200, body: { status: "available" } };
        authorize(request, keys, path);
        return route({ method: request.method ?? "", path, body, request, indexes, tasks });
      });
      send(response, status, answer);
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, // listening on TCP, so not a path
    apiKey: keys.admin,
    searchKey: keys.search,
    requests,
    setPaused: tasks.setPaused,
    setFault(status) {
      fault = status;
    },
    async close() {
      tasks.setPaused(true);
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function reply(run: () => Reply): Reply {
  try {
    return run();
  } catch (error) {
    if (error instanceof ApiProblem) return { status: error.status, body: error.body };
    return { status: 500, body: new ApiProblem("internal", String(error)).body };
  }
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}

function authorize(request: IncomingMessage, keys: { admin: string; search: string }, path: string): void {
  const given = request.headers.authorization;
  if (given === undefined) {
    const message = "The Authorization header is missing. It must use the bearer authorization method.";
    throw new ApiProblem("missing_authorization_header", message);
  }
  const allowed = path.endsWith("/search") ? [keys.admin, keys.search] : [keys.admin];
  if (!allowed.some((key) => given === `Bearer ${key}`)) {
    throw new ApiProblem("invalid_api_key", "The provided API key is invalid.");
  }
}

interface Call {
  method: string;
  path: string;
  body: string;
  request: IncomingMessage;
  indexes: Map<string, FakeIndex>;
  tasks: ReturnType<typeof fakeTasks>;
}

function route(call: Call): Reply {
  const [root, uid, ...rest] = call.path.split("/").slice(1);
  const route = `${call.method} ${[root, uid === undefined ? "" : "*", ...rest].filter((part) => part !== "").join("/")}`;
  if (root === "tasks" && route === "GET tasks/*") return { status: 200, body: call.tasks.get(Number(uid)) };
  if (route === "POST indexes") return createIndex(call);
  if (root !== "indexes" || uid === undefined) return { status: 404, body: {} };
  switch (route) {
    case "GET indexes/*": {
      const { primaryKey, createdAt } = indexOf(call, uid);
      return { status: 200, body: { uid, primaryKey, createdAt, updatedAt: createdAt } };
    }
    case "DELETE indexes/*":
      return enqueue(call, uid, "indexDeletion", () => {
        indexOf(call, uid);
        call.indexes.delete(uid);
      });
    case "GET indexes/*/settings":
      return { status: 200, body: indexOf(call, uid).settings };
    case "PATCH indexes/*/settings": {
      const changes = checkSettings(readJson(call), Object.keys(DEFAULTS));
      return enqueue(call, uid, "settingsUpdate", () => {
        const index = madeIndex(call, uid, null);
        index.settings = merge(index.settings, changes) as FakeIndex["settings"]; // checkSettings saw to the shape
      });
    }
    case "POST indexes/*/documents":
      return addDocuments(call, uid);
    case "DELETE indexes/*/documents":
      return enqueue(call, uid, "documentDeletion", () => indexOf(call, uid).documents.clear());
    case "POST indexes/*/documents/delete-batch": {
      const ids = readJson(call);
      if (!Array.isArray(ids)) throw new ApiProblem("malformed_payload", "The ids are not an array.");
      return enqueue(call, uid, "documentDeletion", () => {
        for (const id of ids) indexOf(call, uid).documents.delete(String(id));
      });
    }
    case "POST indexes/*/search":
      return search(call, uid);
    default:
      return { status: 404, body: {} };
  }
}

function search(call: Call, uid: string): Reply {
  const { q, limit, offset, attributesToRetrieve, showRankingScore, strategy } = checkSearch(readJson(call));
  const { documents, settings } = indexOf(call, uid);
  const searchable = settings.searchableAttributes;
  const most = (settings["pagination"] as { maxTotalHits: number }).maxTotalHits;
  const all = [...documents.values()];
  const attributes = searchable.includes("*") ? [...new Set(all.flatMap((each) => Object.keys(each)))] : searchable;
  const found = searchDocuments({
    q,
    strategy,
    documents: all,
    settings: { ...settings, searchableAttributes: attributes },
  });
  const displayed = settings["displayedAttributes"] as string[];
  const isShown = (name: string) =>
    [displayed, attributesToRetrieve].every((names) => names.includes("*") || names.includes(name));
  const hits = found
    .slice(0, most)
    .slice(offset, offset + limit)
    .map(({ document, score }) => ({
      ...Object.fromEntries(Object.entries(document).filter(([name]) => isShown(name))),
      ...(showRankingScore ? { _rankingScore: score } : {}),
    }));
  const estimatedTotalHits = Math.min(found.length, most);
  return { status: 200, body: { hits, query: q, processingTimeMs: 1, limit, offset, estimatedTotalHits } };
}

function addDocuments(call: Call, uid: string): Reply {
  const payload = readJson(call);
  const documents = (Array.isArray(payload) ? payload : [payload]) as unknown[];
  if (!documents.every((each) => typeof each === "object" && each !== null && !Array.isArray(each))) {
    throw new ApiProblem("malformed_payload", "The `json` payload provided is malformed.");
  }
  const primaryKey = new URL(call.request.url ?? "", "http://fake").searchParams.get("primaryKey");
  return enqueue(call, uid, "documentAdditionOrUpdate", () => {
    const index = madeIndex(call, uid, primaryKey);
    const key = (index.primaryKey ??= primaryKey ?? "id");
    const added = (documents as FakeDocument[]).map((document) => {
      const id = document[key];
      if (id === undefined)
        throw new ApiProblem("missing_document_id", `Document doesn't have a \`${key}\` attribute.`);
      if (!/^[A-Za-z0-9_-]{1,511}$/.test(String(id))) {
        throw new ApiProblem("invalid_document_id", `Document identifier \`${JSON.stringify(id)}\` is invalid.`);
      }
      return [String(id), document] as const;
    });
    for (const [id, document] of added) index.documents.set(id, document);
  });
}

function createIndex(call: Call): Reply {
  const { uid, primaryKey = null, ...unknown } = readJson(call) as { uid?: unknown; primaryKey?: string | null };
  const [other] = Object.keys(unknown);
  if (other !== undefined) throw new ApiProblem("bad_request", `Unknown field \`${other}\``);
  if (uid === undefined) throw new ApiProblem("missing_index_uid", "Missing field `uid`");
  if (typeof uid !== "string" || !/^[A-Za-z0-9_-]{1,400}$/.test(uid)) {
    throw new ApiProblem("invalid_index_uid", `\`${String(uid)}\` is not a valid index uid.`);
  }
  return enqueue(call, uid, "indexCreation", () => {
    if (call.indexes.has(uid)) throw new ApiProblem("index_already_exists", `Index \`${uid}\` already exists.`);
    madeIndex(call, uid, primaryKey);
  });
}

function enqueue(call: Call, indexUid: string, type: string, run: () => void): Reply {
  return { status: 202, body: call.tasks.add({ indexUid, type, run }) };
}

function indexOf({ indexes }: Call, uid: string): FakeIndex {
  const index = indexes.get(uid);
  if (index === undefined) throw new ApiProblem("index_not_found", `Index \`${uid}\` not found.`);
  return index;
}

function madeIndex({ indexes }: Call, uid: string, primaryKey: string | null): FakeIndex {
  const createdAt = new Date().toISOString();
  const index = indexes.get(uid) ?? {
    primaryKey,
    createdAt,
    settings: structuredClone(DEFAULTS),
    documents: new Map(),
  };
  indexes.set(uid, index);
  return index;
}

function readJson({ body, request }: Call): unknown {
  const type = request.headers["content-type"];
  if (type === undefined) throw new ApiProblem("missing_content_type", "A Content-Type header is missing.");
  if (!type.startsWith("application/json")) {
    throw new ApiProblem("invalid_content_type", `The Content-Type \`${type}\` is invalid.`);
  }
  if (body === "") throw new ApiProblem("missing_payload", "A json payload is missing.");
  try {
    // Half of a surrogate pair is no text for it.
    return JSON.parse(body, (_, value: unknown) => {
      if (typeof value === "string" && !value.isWellFormed()) throw new SyntaxError("lone surrogate");
      return value;
    }) as unknown;
  } catch {
    throw new ApiProblem("malformed_payload", "The `json` payload provided is malformed.");
  }
}

function merge(held: unknown, changes: unknown): unknown {
  const isObject = (value: unknown): value is object =>
    typeof value === "object" && value !== null && !Array.isArray(value);
  if (!isObject(held) || !isObject(changes)) return changes;
  const merged = Object.entries(changes).map(([name, value]) => [name, merge(Reflect.get(held, name), value)]);
  return { ...held, ...Object.fromEntries(merged) };
}
