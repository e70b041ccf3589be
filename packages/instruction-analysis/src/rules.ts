import type { InstructionRule } from "./rule.ts";
import { COERCED_ABROAD } from "./rules/coercion-abroad.ts";
import { COERCED_CALLS } from "./rules/coercion-calls.ts";
import { COERCED_CHANNEL } from "./rules/coercion-channel.ts";
import { COERCED_RIVALS } from "./rules/coercion-rivals.ts";
import { MEANS_ABROAD } from "./rules/abroad-means.ts";
import { ORDERS_ABROAD } from "./rules/abroad-orders.ts";
import { PROGRAMS_ABROAD } from "./rules/abroad-programs.ts";
import { SECRETS_ABROAD } from "./rules/abroad-secrets.ts";
import { TOLD_COERCION } from "./rules/coercion-told.ts";
import { CONCEALED_ABROAD } from "./rules/concealment-languages.ts";
import { SCRIPTED } from "./rules/concealment-scripted.ts";
import { TOLD_CONCEALMENTS } from "./rules/concealment-told.ts";
import { CONCEALMENTS } from "./rules/concealment.ts";
import { PRESUMED_CONSENT } from "./rules/consent-presumed.ts";
import { CONSENT_BYPASSES } from "./rules/consent-bypass.ts";
import { CREDENTIALS } from "./rules/credentials.ts";
import { TOLD_DESTRUCTION } from "./rules/destruction-told.ts";
import { DESTRUCTION } from "./rules/destruction.ts";
import { DISARMAMENT } from "./rules/disarmament.ts";
import { COVERT_EXFILTRATION } from "./rules/exfiltration-covert.ts";
import { EXFILTRATION } from "./rules/exfiltration.ts";
import { EXFILTRATING_REQUESTS } from "./rules/exfiltration-request.ts";
import { PARTIALITY } from "./rules/partiality.ts";
import { UNWATCHED } from "./rules/unwatched.ts";
import { INSIDERS } from "./rules/insiders.ts";
import { TAMPERING } from "./rules/tampering.ts";
import { PLAIN } from "./rules-plain.ts";
import { PERSUASIONS } from "./rules/persuasion.ts";
import { FAKE_PREREQUISITES } from "./rules/fake-prerequisite.ts";
import { FETCHED_ORDERS } from "./rules/fetched-orders.ts";
import { PASTED_COMMANDS } from "./rules/pasted-command.ts";
import { REQUIRED_PROGRAMS } from "./rules/required-program.ts";
import { WINDOWS_RECIPES } from "./rules/windows-recipe.ts";
import { INSTRUCTION_OVERRIDES } from "./rules/instruction-override.ts";
import { OVERRIDES_IN_OTHER_LANGUAGES } from "./rules/instruction-override-languages.ts";
import { MINING } from "./rules/mining.ts";
import { AGENT_PERSISTENCE } from "./rules/persistence-agent.ts";
import { PERSISTENCE } from "./rules/persistence.ts";
import { PROPAGATION } from "./rules/propagation.ts";
import { REQUIRED_RECIPES } from "./rules/required-recipe.ts";
import { REMOTE_RECIPES } from "./rules/remote-recipe.ts";
import { STAGED_INSTRUCTIONS } from "./rules/staged-instructions.ts";
import { TOLD_RECIPES } from "./rules/told-recipe.ts";
import { TOOL_COERCION } from "./rules/tool-coercion.ts";

/** All packs; a rule's id begins with its behaviour. */
export const INSTRUCTION_RULES: readonly InstructionRule[] = [
  ...REMOTE_RECIPES,
  ...TOLD_RECIPES,
  ...REQUIRED_RECIPES,
  ...WINDOWS_RECIPES,
  ...PASTED_COMMANDS,
  ...INSTRUCTION_OVERRIDES,
  ...OVERRIDES_IN_OTHER_LANGUAGES,
  ...CONCEALMENTS,
  ...CONSENT_BYPASSES,
  ...CREDENTIALS,
  ...EXFILTRATION,
  ...COVERT_EXFILTRATION,
  ...EXFILTRATING_REQUESTS,
  ...PERSISTENCE,
  ...AGENT_PERSISTENCE,
  ...TOOL_COERCION,
  ...DESTRUCTION,
  ...MINING,
  ...STAGED_INSTRUCTIONS,
  ...FETCHED_ORDERS,
  ...FAKE_PREREQUISITES,
  ...REQUIRED_PROGRAMS,
  ...PERSUASIONS,
  ...DISARMAMENT,
  ...PROPAGATION,
  ...TAMPERING,
  ...PARTIALITY,
  ...UNWATCHED,
  ...INSIDERS,
  ...TOLD_COERCION,
  ...COERCED_CALLS,
  ...COERCED_RIVALS,
  ...COERCED_ABROAD,
  ...COERCED_CHANNEL,
  ...TOLD_CONCEALMENTS,
  ...SCRIPTED,
  ...CONCEALED_ABROAD,
  ...PRESUMED_CONSENT,
  ...TOLD_DESTRUCTION,
  ...ORDERS_ABROAD,
  ...SECRETS_ABROAD,
  ...PROGRAMS_ABROAD,
  ...MEANS_ABROAD,
  ...PLAIN,
];
