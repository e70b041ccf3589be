import { createHash, createHmac, generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

/** What a document of an issuer is answered with instead of itself. */
type Instead = { status?: number; headers?: Record<string, string>; body?: string };

type Claims = Record<string, unknown>;

/** An issuer of CI identities with real keys, on loopback; signs by hand, so that it can sign what no library would. */
export interface OidcIssuer {
  url: string;
  /** Every address that was asked for. */
  asked: string[];
  /** A token of these claims, by its key, unless told otherwise. */
  token(claims: Claims, header?: Claims, key?: KeyObject): string;
  /** The same with a header of the caller's, by HMAC over `secret`. */
  hmacToken(claims: Claims, header: Claims, secret: string): string;
  /** Its public key, PEM. */
  publicPem(): string;
  /** Takes another key from now on; documents are asked for by those who do not know it. */
  rotate(kid: string): void;
  /** Answers a path with something else. */
  instead: Map<string, Instead | ((request: IncomingMessage) => Instead)>;
  close(): Promise<void>;
}

const base64url = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url");
const newKey = () => generateKeyPairSync("rsa", { modulusLength: 2_048 });

export async function startOidcIssuer(): Promise<OidcIssuer> {
  // Made when it is needed: some only stand in the way.
  let made: ReturnType<typeof newKey> | null = null;
  const keys = () => (made ??= newKey());
  let kid = "one";
  const asked: string[] = [];
  const instead: OidcIssuer["instead"] = new Map();
  const server = createServer((request, response) => {
    const path = request.url ?? "";
    asked.push(path);
    const other = instead.get(path);
    const told = typeof other === "function" ? other(request) : other;
    if (told) return void response.writeHead(told.status ?? 200, told.headers).end(told.body ?? "");
    if (path === "/.well-known/openid-configuration") {
      return void response.end(JSON.stringify({ issuer: url, jwks_uri: `${url}/keys` }));
    }
    if (path === "/keys") {
      const jwk = { ...keys().publicKey.export({ format: "jwk" }), kid, alg: "RS256", use: "sig" };
      return void response.end(JSON.stringify({ keys: [jwk] }));
    }
    response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const unsigned = (claims: Claims, header: Claims) => `${base64url(header)}.${base64url(claims)}`;
  return {
    url,
    asked,
    instead,
    publicPem: () => keys().publicKey.export({ format: "pem", type: "spki" }) as string,
    token(claims, header = {}, key = keys().privateKey) {
      const text = unsigned(claims, { alg: "RS256", typ: "JWT", kid, ...header });
      return `${text}.${sign("sha256", Buffer.from(text), key).toString("base64url")}`;
    },
    hmacToken(claims, header, secret) {
      const text = unsigned(claims, header);
      return `${text}.${createHmac("sha256", secret).update(text).digest("base64url")}`;
    },
    rotate(next) {
      made = null;
      kid = next;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

let drawn = 0;

/** The number of a repository that nobody renamed. */
export const numberOf = (repository: string): string =>
  String(createHash("sha256").update(repository).digest().readUInt32BE(0));

/** What GitHub Actions says of a job that pushed a tag, unless told otherwise. */
export function githubClaims(issuer: OidcIssuer, audience: string, claims: Claims = {}): Claims {
  const now = Math.floor(Date.now() / 1_000);
  const repository = (claims["repository"] as string | undefined) ?? "acme/skills";
  drawn += 1;
  return {
    iss: issuer.url,
    aud: audience,
    sub: `repo:${repository}:ref:refs/tags/v1.0.0`,
    jti: `jti-${drawn}`,
    iat: now,
    nbf: now - 5,
    exp: now + 300,
    repository,
    repository_id: numberOf(repository),
    repository_owner: repository.split("/")[0],
    repository_owner_id: "65",
    workflow_ref: `${repository}/.github/workflows/release.yml@refs/tags/v1.0.0`,
    job_workflow_ref: `${repository}/.github/workflows/release.yml@refs/tags/v1.0.0`,
    event_name: "push",
    ref: "refs/tags/v1.0.0",
    sha: "a".repeat(40),
    run_id: "4711",
    ...claims,
  };
}

/** What GitLab says of a job that pushed a tag, unless told otherwise. */
export function gitlabClaims(issuer: OidcIssuer, audience: string, claims: Claims = {}): Claims {
  const now = Math.floor(Date.now() / 1_000);
  const path = (claims["project_path"] as string | undefined) ?? "acme/skills";
  drawn += 1;
  return {
    iss: issuer.url,
    aud: audience,
    sub: `project_path:${path}:ref_type:tag:ref:v1.0.0`,
    jti: `jti-${drawn}`,
    iat: now,
    exp: now + 300,
    project_path: path,
    project_id: "22",
    namespace_id: "72",
    ci_config_ref_uri: `${issuer.url.replace("http://", "")}/${path}//.gitlab-ci.yml@refs/tags/v1.0.0`,
    pipeline_source: "push",
    pipeline_id: "212",
    ref: "v1.0.0",
    sha: "b".repeat(40),
    ...claims,
  };
}
