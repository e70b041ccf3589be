import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { call } from "../harness/api.ts";
import { arriveBy, signInBy } from "../harness/by-provider.ts";
import { type CompanyProvider, startCompanyProvider } from "../harness/company-provider.ts";
import { browser } from "../harness/people.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";

let company: CompanyProvider;
let registry: TestRegistry;

beforeAll(async () => {
  company = await startCompanyProvider();
  registry = await startTestRegistry({
    withoutScanners: true,
    environment: {
      SIGN_UP: "open",
      RATE_LIMIT_MAIL: "1000",
      RATE_LIMIT_SIGN_IN: "1000",
      OIDC_ISSUER: company.issuer,
      OIDC_CLIENT_ID: company.clientId,
      OIDC_CLIENT_SECRET: company.clientSecret,
      OIDC_GROUP_MAP: "engineering=acme:publisher,cn=bosses=acme:owner,/teams/ops=acme:admin",
    },
  });
  company.admit(`${registry.url}/login/from/oidc`);
  await call(`${registry.url}/api/v1/publishers`, { token: registry.adminToken, json: { handle: "acme" } });
});
afterAll(async () => {
  await Promise.all([company.close(), registry.close()]);
});

/** Somebody of the company, with an account; what they are in `acme` after each sign-in with these groups. */
async function hired(login: string) {
  const byCompany = { provider: "oidc", visit: (url: string) => company.visit(url, login) };
  const told = (groups: string[]) =>
    company.people.set(login, { email: `${login}@acme.example`, email_verified: true, groups });
  told([]);
  await arriveBy(registry, { ...byCompany, handle: login });
  return async (...groups: string[]): Promise<string | null> => {
    told(groups);
    expect((await signInBy(browser(registry.url), byCompany)).to).toBe("/account");
    const { body } = await call(`${registry.url}/api/v1/publishers/acme/members`, { token: registry.adminToken });
    const members: { account: string; role: string }[] = body.members;
    return members.find(({ account }) => account === login)?.role ?? null;
  };
}

describe("groups as Keycloak tells them", () => {
  test("full paths are mapped as names are (first week, B5)", async () => {
    const roleBy = await hired("kim");
    expect(await roleBy("/chess", "/engineering")).toBe("publisher");
    expect(await roleBy("/teams/ops")).toBe("admin");
    expect(await roleBy("/cn=bosses", "/engineering")).toBe("owner");
    expect(await roleBy("engineering")).toBe("publisher");
  });

  test("T8 a group further down is not the one at the top, nor a path another (first week, B5)", async () => {
    const roleBy = await hired("kay");
    const none = ["/other/engineering", "/engineering/guests", "engineering/", "//engineering", "/Engineering"];
    for (const group of [...none, "ops", "teams/ops", "/other/teams/ops"])
      expect(await roleBy(group), group).toBeNull();
    expect(await roleBy("/engineering")).toBe("publisher");
    expect(await roleBy("/other/engineering")).toBeNull();
  });
});
