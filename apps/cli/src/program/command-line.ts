import { Command } from "commander";
import type { ExitCode } from "../failures/exit-codes.ts";
import { VERSION } from "../failures/invocation.ts";
import { addCatalogVerbs } from "../verbs/catalog/catalog-rows.ts";
import { addInstallVerb, addPlaceVerbs, addVerifyVerbs } from "../verbs/installed/installed-rows.ts";
import { addCacheVerbs } from "../verbs/installed/cache-rows.ts";
import { addRunVerbs } from "../verbs/running/running-rows.ts";
import { addToolVerbs } from "../verbs/authoring/authoring-rows.ts";
import { addPublishVerbs } from "../verbs/release/publish-rows.ts";
import { addAuthorVerbs, addReleaseVerbs } from "../verbs/release/release-rows.ts";
import { addCommunityVerbs } from "../verbs/community/community-rows.ts";
import { addAccountVerbs, addKeyVerbs, addTokenVerbs } from "../verbs/account/account-rows.ts";
import { addAuditVerb } from "../verbs/account/audit-rows.ts";
import { addCollectionVerbs } from "../verbs/collection/collection-rows.ts";
import { addOrgVerbs, addTransferVerbs } from "../verbs/publisher/publisher-rows.ts";
import { addWebhookVerbs } from "../verbs/publisher/webhook-rows.ts";
import { addTrustVerbs, addLogVerbs } from "../verbs/log/log-rows.ts";
import { addAdminVerbs } from "../verbs/admin/admin-rows.ts";
import { addConfigVerbs } from "../verbs/config/config-rows.ts";
import { addCompletionVerbs } from "../verbs/completion/completion-rows.ts";
import { verbAdder } from "../verbs/command-verb.ts";
import { addGuide, PROGRAM } from "./verb-guide.ts";

/** The whole command line of `gaia`. `ended` is told the exit code of the verb that ran. Throws CommanderError for a usage error. */
export function gaiaCommand(ended: (code: ExitCode) => void): Command {
  const gaia = program("gaia");
  addVerbs(gaia.command("skill").description("work with skills and their registry").version(VERSION), ended);
  return gaia;
}

/** The same verbs as a program of its own, which the registry serves. */
export function gaiaSkillCommand(ended: (code: ExitCode) => void): Command {
  const skill = program("gaia-skill");
  addVerbs(skill, ended);
  return skill;
}

function program(name: string): Command {
  return new Command(name)
    .description("Skills for agents: find, install, verify, publish.")
    .exitOverride()
    .enablePositionalOptions()
    .version(VERSION)
    .showHelpAfterError("(add --help for what it takes)");
}

function addVerbs(skill: Command, ended: (code: ExitCode) => void): void {
  const verb = verbAdder(ended);
  skill.commandsGroup(PROGRAM).helpCommand(true);
  addCatalogVerbs(skill, verb);
  addInstallVerb(skill, verb);
  addPlaceVerbs(skill, verb);
  addVerifyVerbs(skill, verb);
  addCacheVerbs(skill, verb);
  addRunVerbs(skill, verb);
  addToolVerbs(skill, verb);
  addPublishVerbs(skill, verb);
  addAuthorVerbs(skill, verb);
  addReleaseVerbs(skill, verb);
  addCommunityVerbs(skill, verb);
  addAccountVerbs(skill, verb);
  addKeyVerbs(skill, verb);
  addTokenVerbs(skill, verb);
  addAuditVerb(skill, verb);
  addCollectionVerbs(skill, verb);
  addOrgVerbs(skill, verb);
  addTransferVerbs(skill, verb);
  addWebhookVerbs(skill, verb);
  addTrustVerbs(skill, verb);
  addLogVerbs(skill, verb);
  addAdminVerbs(skill, verb);
  addConfigVerbs(skill, verb);
  addCompletionVerbs(skill, verb);
  addGuide(skill);
}
