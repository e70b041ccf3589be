import { afterAll, beforeAll, expect, test } from "vitest";
import { account, call, inspected, publish } from "../harness/api.ts";
import { describeWith } from "../harness/describe-with.ts";
import { githubClaims, type OidcIssuer, startOidcIssuer } from "../harness/oidc-issuer.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";
import { rowsOf } from "../harness/rows.ts";
import { sampleZip } from "../harness/samples.ts";
import { freshDatabase } from "../harness/services.ts";

await describeWith(
  "postgres",
  "in a database with Turkish collation, case counts as elsewhere (first week, B6)",
  () => {
    let github: OidcIssuer;
    let registry: TestRegistry;
    let ada: string;
    const api = (path: string) => `${registry.url}/api/v1${path}`;

    beforeAll(async () => {
      github = await startOidcIssuer();
      const turkish = "encoding 'UTF8' locale 'C.UTF-8' locale_provider icu icu_locale 'tr-TR'";
      const environment = {
        DATABASE_URL: await freshDatabase(turkish),
        OIDC_ISSUERS: `github=${github.url}`,
      };
      registry = await startTestRegistry({ withoutScanners: true, environment });
      ada = await account(registry.url, registry.adminToken, "ada");
    });
    afterAll(async () => {
      await registry.close();
      await github.close();
    });

    test("its own lower case is another one", async () => {
      expect(await rowsOf(registry, "SELECT lower('INFO') AS own, folded('INFO Äß') AS ours")).toEqual([
        { own: "ınfo", ours: "info äß" },
      ]);
    });

    test("a private skill is found by words in any case", async () => {
      const files = { name: "quiet", description: "Prints INVOICES and ÄPFEL of an IBAN." };
      expect((await publish(registry.url, ada, sampleZip(files), "?visibility=private")).status).toBe(201);
      await inspected(registry.url, "quiet", "1.0.0", ada);
      for (const query of ["invoices", "INVOICES", "Iban", "QUIET", "äpfel", "Äpfel iban"]) {
        const found = await call(api(`/search?q=${encodeURIComponent(query)}`), { token: ada });
        expect(
          found.body.hits.map(({ name }: { name: string }) => name),
          query,
        ).toEqual(["quiet"]);
      }
    });

    test("an invitation to an address is told to the account that has it", async () => {
      const created = await call(api("/admin/accounts"), {
        token: registry.adminToken,
        json: { handle: "iris", email: "IRIS@EXAMPLE.ORG" },
      });
      const iris: string = created.body.token;
      expect((await call(api("/publishers"), { token: ada, json: { handle: "acme" } })).status).toBe(201);
      const invited = await call(api("/publishers/acme/invitations"), {
        token: ada,
        json: { email: "iris@example.org", role: "publisher" },
      });
      expect(invited.status, JSON.stringify(invited.body)).toBe(201);
      const notices = await call(api("/notices"), { token: iris });
      expect(notices.body.items).toMatchObject([{ kind: "invited" }]);
      expect((await call(api(`/invitations/${invited.body.id}/accept`), { token: iris, json: {} })).status).toBe(200);
    });

    test("a workflow is trusted by its repository's name in any case, and once", async () => {
      const trust = (repository: string) =>
        call(api("/skills/indexing/trusted-publishers"), {
          token: ada,
          json: { issuer: github.url, repository, workflow: "release.yml" },
        });
      expect((await trust("ACME/INDEXING")).status).toBe(201);
      expect(await trust("acme/indexing")).toMatchObject({ status: 409, body: { code: "conflict" } });
      const { audience } = (await call(api("/trusted-publishing/audience"))).body;
      const token = github.token(githubClaims(github, audience, { repository: "acme/indexing" }));
      const exchanged = await call(api("/trusted-publishing/exchange"), {
        json: { token, skill: "indexing", publisher: "ada" },
      });
      expect(exchanged).toMatchObject({ status: 200, body: { skill: "indexing", publisher: "ada" } });
    });
  },
);
