import { ask } from "./ask.ts";

const ACCOUNTS = ["ada", "bruno", "chen", "dara", "eve"];
export const ORGANISATION = "harbour";
const MEMBERS = [
  { account: "bruno", role: "admin" },
  { account: "chen", role: "publisher" },
];

/** Who takes part: a registry's address, the admin's token, and each account's by its handle. */
export interface Cast {
  url: string;
  admin: string;
  tokens: Readonly<Record<string, string>>;
}

/** Makes the accounts, and an organisation that ada owns and two others join. */
export async function gatherPeople({ url, admin }: { url: string; admin: string }): Promise<Cast> {
  const tokens: Record<string, string> = {};
  for (const handle of ACCOUNTS)
    tokens[handle] = (await ask(`${url}/api/v1/admin/accounts`, { token: admin, json: { handle } }, 201)).token;
  const api = `${url}/api/v1`;
  await ask(`${api}/publishers`, { token: tokens["ada"] ?? "", json: { handle: ORGANISATION } }, 201);
  for (const member of MEMBERS) {
    const asked = { token: tokens["ada"] ?? "", json: member };
    const { id } = await ask(`${api}/publishers/${ORGANISATION}/invitations`, asked, 201);
    const theirs = { token: tokens[member.account] ?? "", method: "POST" };
    await ask(`${api}/invitations/${id}/accept`, theirs);
  }
  return { url, admin, tokens };
}

/** Lets the admin sign in on the pages, with the token as the password. */
export async function claimAdmin({ url, admin }: Cast, email: string): Promise<void> {
  const form = { json: { token: admin, email, password: admin }, headers: { "sec-fetch-site": "same-origin" } };
  await ask(`${url}/auth/claim`, form);
}

/** The token of who acts for a publisher: the organisation's owner is ada. */
export const tokenOf = ({ tokens }: Cast, publisher: string): string =>
  tokens[publisher === ORGANISATION ? "ada" : publisher] ?? "";
