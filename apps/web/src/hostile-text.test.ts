import { describe, expect, it } from "vitest";
import type { WebEnv } from "../types.d.ts";
import { fakeApi, fakeRegistry, fakeSkill, fakeSummary, searchResult } from "../test/fake-api.ts";
import { fakeScan } from "../test/fake-judgement.ts";
import { HOSTILE } from "../test/hostile-text.ts";
import { fetch as web } from "./index.tsx";

const HERE = "https://skills.example";
const envOf = (answers: Record<string, unknown>, more: Partial<WebEnv> = {}): WebEnv => ({
  api: fakeApi(answers),
  publicUrl: HERE,
  ...more,
});
const get = (path: string, env: WebEnv, headers: Record<string, string> = {}) =>
  web(new Request(`${HERE}${path}`, { headers }), env);
const text = async (path: string, env: WebEnv) => (await get(path, env)).text();

const PAGES = [
  "/",
  "/search?q=web",
  "/publishers/ada",
  "/collections/ada/tools",
  "/skills/web-search",
  "/skills/web-search/1.3.0",
].concat(["tools", "versions", "files", "scan", "trust", "reviews"].map((tab) => `/skills/web-search?tab=${tab}`));

describe("X1 hostile text in every field", () => {
  it.each(HOSTILE)("%s", async (payload) => {
    const skill = fakeSkill({
      display_name: payload,
      description: payload,
      author: payload,
      license: payload,
      homepage: payload,
      repository: "javascript:alert(1)",
      status_reason: payload,
      deprecated: { message: payload, replacement: null, since: "2026-05-03T09:13:00.000Z" },
      claimed_tier: payload,
      security_tier: "experimental",
      verdict_reason: payload,
      tags: [payload],
      readme: payload,
      permissions: {
        declared: [payload, `network:read:${payload}`],
        inferred: [{ permission: payload, evidence: [{ file: payload, line: 1 }] }],
      },
      tools: [
        {
          name: payload,
          description: payload,
          input_schema: {
            properties: {
              [payload]: { type: payload, description: payload, default: payload, enum: [payload], pattern: payload },
            },
          },
        },
      ],
      requirements: {
        python: payload,
        model: payload,
        context: payload,
        hardware: { [payload]: payload },
        env_vars: [payload],
        dependencies: [payload],
        node_dependencies: [payload],
        skills: [{ name: payload, version: payload }],
      },
      signatures: [{ kind: "sigstore", signer: payload, status: "valid", verified_at: payload }],
      diagnostics: [
        {
          code: payload,
          title: payload,
          severity: "warning",
          message: payload,
          hint: payload,
          file: payload,
          line: 1,
          column: 1,
        },
      ],
      passed_over: [{ version: payload, reason: payload }],
      release_digest: payload,
      content_digest: payload,
    });
    const finding = {
      rule: payload,
      scanner: payload,
      severity: "high" as const,
      category: payload,
      file: payload,
      line: 3,
      message: payload,
      hint: payload,
      snippet: payload,
      weight: null,
      also: [payload],
    };
    const scanner = {
      name: payload,
      version: payload,
      status: "unscanned" as const,
      reason: payload,
      rules_digest: payload,
      duration_ms: 1,
    };
    const scan = fakeScan({
      reason: payload,
      scanners: [scanner],
      findings: [finding],
      cleared: { by: payload, reason: payload, at: payload },
    });
    const hit = fakeSummary({
      display_name: payload,
      description: payload,
      tags: [payload],
      publisher: payload,
      permissions: [payload],
      permissions_declared: true,
    });
    const facets = {
      tier: { [payload]: 1 },
      format: { [payload]: 1 },
      tag: { [payload]: 1 },
      permission: { [payload]: 1 },
    };
    const registry = {
      ...fakeRegistry(skill, scan),
      "/search": searchResult([hit], { facets, next_cursor: payload }),
      "/skills/web-search/1.3.0/files": { files: [{ path: payload, sha256: payload, size_bytes: 1 }] },
    };
    const env = envOf(registry);
    for (const path of [
      ...PAGES,
      `/search?q=${encodeURIComponent(payload)}&tag=${encodeURIComponent(payload)}`,
      `/skills/${encodeURIComponent(payload.replaceAll("/", ""))}`,
    ]) {
      const html = await text(path, env);
      const tags = [...html.matchAll(/<([a-z!?][^\s>]*)((?:[^>"]|"[^"]*")*)>/gi)];
      for (const [whole, name = "", rest = ""] of tags) {
        expect(name, whole).not.toMatch(
          /^(img|iframe|object|embed|base|style|math|video|template|textarea|noscript|xmp)$/i,
        );
        // What is left of a tag once its quoted values are taken out can hold no handler and no address.
        expect(rest.replace(/="[^"]*"/g, ""), whole).not.toMatch(/\bon[a-z]+|=/i);
        const href = / href="([^"]*)"/.exec(rest)?.[1];
        if (href !== undefined) expect(href, whole).toMatch(/^(\/(?!\/)|https?:\/\/|#main$|mailto:)/);
      }
      expect(html.match(/<script/gi)).toHaveLength(1);
      expect(html).not.toContain("\u0000");
    }
  });

  it("X3 bidirectional overrides and invisible letters never reach a page", async () => {
    const skill = fakeSkill({
      display_name: "safe\u202Etxt.exe",
      description: "a\u2066b\u200bc",
      readme: "x\u202Ey `\u202E`",
      // Its own, because a rendered read-me is kept by it.
      release_digest: `sha256:${"f".repeat(64)}`,
    });
    const html = await text("/skills/web-search", envOf(fakeRegistry(skill)));
    expect(html).not.toMatch(/[\u200b\u202e\u2066]/);
    expect(html).toContain("safe\uFFFDtxt.exe");
  });
});
