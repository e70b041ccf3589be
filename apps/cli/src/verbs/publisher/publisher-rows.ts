import { type Role, ROLES } from "@gaia/policy";
import { Argument, type Command, Option } from "commander";
import { addGroup, type AddVerb } from "../command-verb.ts";

// Commander lets no verb run without its arguments; of more than one the type does not know it.
const yes = ["-y, --yes", "do not ask"] as const;

/** `org create|members|role|remove|leave|invite|invitations|accept|decline|withdraw`. */
export function addOrgVerbs(skill: Command, verb: AddVerb): void {
  const org = addGroup(skill, {
    line: "org",
    description: "organisations and who belongs to them",
    example: "org members acme",
  });
  verb(
    org,
    { line: "create <handle>", description: "make an organisation, which is mine", example: "org create acme" },
    async (session, _options, [handle]) => (await import("./org.ts")).createOrg(session, { handle }),
  );
  verb(
    org,
    { line: "members <handle>", description: "show who belongs to it", example: "org members acme" },
    async (session, _options, [handle]) => (await import("./org.ts")).listMembers(session, { handle }),
  );
  verb(
    org,
    {
      line: "role <handle> <account>",
      asks: ([handle, account, role]) =>
        `Make ${account} ${role} of ${handle}: what they may do there changes at once.`,
      description: "give a member another role",
      example: "org role acme ada admin",
    },
    async (session, _options, words) => {
      const [handle, account = "", role] = words;
      // The choices of the argument are the roles.
      return (await import("./org.ts")).changeRole(session, { handle, account, role: role as Role });
    },
  ).addArgument(new Argument("<role>", "owner, admin (members, keys) or publisher (releases)").choices(ROLES));
  verb<{ yes?: boolean }>(
    org,
    {
      line: "remove <handle> <account>",
      description: "end a membership, and every right that it gave",
      example: "org remove acme ada",
    },
    async (session, options, [handle, account = ""]) =>
      (await import("./org.ts")).removeMember(session, { handle, account, ...options }),
  ).option(...yes);
  verb<{ yes?: boolean }>(
    org,
    { line: "leave <handle>", description: "end my own membership", example: "org leave acme" },
    async (session, options, [handle]) => (await import("./org.ts")).leaveOrg(session, { handle, ...options }),
  ).option(...yes);
  addInvitationVerbs(org, verb);
}

function addInvitationVerbs(org: Command, verb: AddVerb): void {
  verb<{ role: Role }>(
    org,
    {
      line: "invite <handle> <account|email>",
      description: "invite a person; they accept within seven days",
      example: "org invite acme ada --role admin",
    },
    async (session, { role }, [handle, whom = ""]) =>
      (await import("./org.ts")).inviteMember(session, { handle, whom, role }),
  ).addOption(new Option("--role <role>", "what they will be").choices(ROLES).default("publisher"));
  verb(
    org,
    {
      line: "invitations [handle]",
      description: "what I was invited to, or whom an organisation invited",
      example: "org invitations acme",
    },
    async (session, _options, words: string[]) =>
      (await import("./org.ts")).listInvitations(session, { handle: words[0] }),
  );
  for (const answer of ["accept", "decline"] as const)
    verb(
      org,
      {
        line: `${answer} <invitation-id>`,
        description: answer === "accept" ? "join the organisation that invited me" : "decline an invitation",
        example: { accept: "org accept INVITATION-ID", decline: "org decline INVITATION-ID" }[answer],
      },
      async (session, _options, [id]) => (await import("./org.ts")).answerInvitation(session, { id, answer }),
    );
  verb(
    org,
    {
      line: "withdraw <handle> <invitation-id>",
      description: "take an invitation back",
      example: "org withdraw acme INVITATION-ID",
    },
    async (session, _options, [handle, id = ""]) =>
      (await import("./org.ts")).withdrawInvitation(session, { handle, id }),
  );
}

/** `transfer offer|list|accept|decline|withdraw`. */
export function addTransferVerbs(skill: Command, verb: AddVerb): void {
  const transfer = addGroup(skill, {
    line: "transfer",
    description: "skills that go to another publisher",
    example: "transfer list",
  });
  verb<{ to: string; yes?: boolean }>(
    transfer,
    {
      line: "offer <name>",
      description: "offer a skill to another publisher",
      example: "transfer offer web-search --to acme",
    },
    async (session, options, [name]) => (await import("./transfer.ts")).offerTransfer(session, { name, ...options }),
  )
    .requiredOption("--to <handle>", "whose it shall be")
    .option(...yes);
  verb<{ publisher?: string }>(
    transfer,
    { line: "list", description: "what my publishers offered and were offered", example: "transfer list" },
    async (session, options) => (await import("./transfer.ts")).listTransfers(session, options),
  ).option("--publisher <handle>", "only this publisher's");
  const WORDS = {
    accept: "take an offered skill over",
    decline: "decline it",
    withdraw: "take an offer back",
  } as const;
  for (const decision of ["accept", "decline", "withdraw"] as const)
    verb(
      transfer,
      {
        line: `${decision} <transfer-id>`,
        ...(decision === "accept" && {
          asks: ([id]: string[]) => `Take over the skill of transfer ${id}: it is yours to answer for.`,
        }),
        description: WORDS[decision],
        example: {
          accept: "transfer accept TRANSFER-ID",
          decline: "transfer decline TRANSFER-ID",
          withdraw: "transfer withdraw TRANSFER-ID",
        }[decision],
      },
      async (session, _options, [id]) => (await import("./transfer.ts")).decideTransfer(session, { id, decision }),
    );
}
