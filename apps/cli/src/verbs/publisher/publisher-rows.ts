import { type Role, ROLES } from "@gaia/policy";
import { Argument, type Command, Option } from "commander";
import type { AddVerb } from "../command-verb.ts";

// Commander lets no verb run without its arguments; of more than one the type does not know it.
const yes = ["-y, --yes", "do not ask"] as const;

/** `org create|members|role|remove|leave|invite|invitations|accept|decline|withdraw`. */
export function addOrgVerbs(skill: Command, verb: AddVerb): void {
  const org = skill.command("org").description("organisations and who belongs to them");
  verb(org, "create <handle>", "make an organisation, which is mine", async (session, _options, [handle]) =>
    (await import("./org.ts")).createOrg(session, { handle }),
  );
  verb(org, "members <handle>", "show who belongs to it", async (session, _options, [handle]) =>
    (await import("./org.ts")).listMembers(session, { handle }),
  );
  verb(org, "role <handle> <account>", "give a member another role", async (session, _options, words) => {
    const [handle, account = "", role] = words;
    // The choices of the argument are the roles.
    return (await import("./org.ts")).changeRole(session, { handle, account, role: role as Role });
  }).addArgument(new Argument("<role>", "owner, admin (members, keys) or publisher (releases)").choices(ROLES));
  verb<{ yes?: boolean }>(
    org,
    "remove <handle> <account>",
    "end a membership, and every right that it gave",
    async (session, options, [handle, account = ""]) =>
      (await import("./org.ts")).removeMember(session, { handle, account, ...options }),
  ).option(...yes);
  verb<{ yes?: boolean }>(org, "leave <handle>", "end my own membership", async (session, options, [handle]) =>
    (await import("./org.ts")).leaveOrg(session, { handle, ...options }),
  ).option(...yes);
  addInvitationVerbs(org, verb);
}

function addInvitationVerbs(org: Command, verb: AddVerb): void {
  verb<{ role: Role }>(
    org,
    "invite <handle> <account|email>",
    "invite somebody; they accept within seven days",
    async (session, { role }, [handle, whom = ""]) =>
      (await import("./org.ts")).inviteMember(session, { handle, whom, role }),
  ).addOption(new Option("--role <role>", "what they will be").choices(ROLES).default("publisher"));
  verb(
    org,
    "invitations [handle]",
    "what I was invited to, or whom an organisation invited",
    async (session, _options, words: string[]) =>
      (await import("./org.ts")).listInvitations(session, { handle: words[0] }),
  );
  for (const answer of ["accept", "decline"] as const)
    verb(
      org,
      `${answer} <invitation-id>`,
      answer === "accept" ? "join the organisation that invited me" : "decline an invitation",
      async (session, _options, [id]) => (await import("./org.ts")).answerInvitation(session, { id, answer }),
    );
  verb(
    org,
    "withdraw <handle> <invitation-id>",
    "take an invitation back",
    async (session, _options, [handle, id = ""]) =>
      (await import("./org.ts")).withdrawInvitation(session, { handle, id }),
  );
}

/** `transfer offer|list|accept|decline|withdraw`. */
export function addTransferVerbs(skill: Command, verb: AddVerb): void {
  const transfer = skill.command("transfer").description("skills that go to another publisher");
  verb<{ to: string; yes?: boolean }>(
    transfer,
    "offer <name>",
    "offer a skill to another publisher",
    async (session, options, [name]) => (await import("./transfer.ts")).offerTransfer(session, { name, ...options }),
  )
    .requiredOption("--to <handle>", "whose it shall be")
    .option(...yes);
  verb<{ publisher?: string }>(
    transfer,
    "list",
    "what my publishers offered and were offered",
    async (session, options) => (await import("./transfer.ts")).listTransfers(session, options),
  ).option("--publisher <handle>", "only this publisher's");
  const WORDS = {
    accept: "take an offered skill over",
    decline: "decline it",
    withdraw: "take an offer back",
  } as const;
  for (const decision of ["accept", "decline", "withdraw"] as const)
    verb(transfer, `${decision} <transfer-id>`, WORDS[decision], async (session, _options, [id]) =>
      (await import("./transfer.ts")).decideTransfer(session, { id, decision }),
    );
}
