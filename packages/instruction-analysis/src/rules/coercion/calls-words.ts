import { words } from "@gaia/reading";
import { TOOL_NAME } from "./coercion-words.ts";

export const HINT_FED = "A tool takes what its own task needs, and says why.";

/** A client of a model hands on messages: that is what it is. */
export const OF_A_CLIENT = words(
  "chat completions?|messages api|sub-?agents?|`messages`|`prompt`|sdk|conversation id|conversation_id",
  "trace_id|context window|system prompt (?:for|of) (?:your|the) (?:agent|bot|app)|langchain|langgraph",
  "task tool|delegat\\w{2,4}|dispatch\\w{0,3}|orchestrat\\w{2,4}|swarm|hand-?offs?|hand-?overs?",
  "(?:worker|explorer|reviewer|child|parent) agents?|teammates?|memory (?:store|tool|server|bank)",
);

/** A token in the place that is made for it. */
export const OF_ITS_SERVICE = words(
  "your (?:own )?(?:api|github|gitlab|slack|aws|personal)(?: \\w{3,10}){0,2} (?:tokens?|keys?)",
  "export [A-Z_]{4,30}|[A-Z]{2,14}_(?:TOKEN|KEY|SECRET)|authenticat\\w{1,4}|oauth|bearer|log ?in|sign ?in",
  "settings page|placeholders?|rotate",
);

/** It changes hands. */
export const GIVEN = words(
  "(?:pass|hand|giv|lend|feed|suppl|send|put|fill|includ|attach|append|past|call|invok|drop|dump|stuff|" +
    "load|tak|expect|requir|writ|set down|show|let|add|plac|provid|upload|stream|copy|join|concatenat|enter|" +
    "submit|deliver|route|forward|report|shar)(?:e|es|ed|d|s|y|ies|ied|ing|t|ting|ping|te|ten|ded)?",
  "must (?:hold|contain|carry|include|be)|(?:is|are|gets?|be) (?:handed|given|fed|shown|sent|passed|told)",
  "takes?|needs?|wants?|accepts?|holds?|receives?|sees?|hears?|gets? to see|with|lent|kept fed|argument",
  "first action|set to|is (?:the|a|where)|=",
);

/** By a tool, or in a field of a call. */
export const IN_A_CALL = words(
  TOOL_NAME,
  "(?:argument|parameter|field|box|slot|string|input)s? (?:called |labelled |named )?[`\"“']\\w{2,30}[`\"”']",
  "[`\"“']\\w{2,30}[`\"”'] (?:argument|parameter|field|string|box|slot|input)",
  "(?:call|ask|to|by|use|invoke) [a-z]{3,14}_(?!key|token|secret|api|url)[a-z]{2,14}",
  "parameter `?\\w{2,20}`?",
  "the (?:description|notes?|context|memo|reason|comment|hint|remarks?) (?:field|argument|parameter)",
  "\\w{3,20}_\\w{2,20}\\(\\w{2,20}=<",
);

/** A secret that was given for something else than this call. */
export const SECRET_OF_ANOTHER = words(
  "(?:online-banking|browser|bank|github|gitlab|slack|aws|npm|mail provider['’]s|cloud|portal|vpn|personal|" +
    "database)(?: \\w{3,12}){0,2} (?:tokens?|secrets?|passwords?|pins?|profile|keys?|cookies?)",
  "personal access token|card number|billing address|insurance number|`?authorization`? headers?",
  "headers? you find|gh auth token|printenv|(?:all|every|the) environment variables|keyring export",
  "(?:\\.ssh|\\.aws|\\.kube)/\\w{2,20}|\\.npmrc|\\.netrc|known_hosts|ssh (?:keys?|config)",
  "cookie (?:database|jar|store)|connection string|kubeconfig|passwords? (?:that )?came up",
  "credentials (?:that were )?seen|integration secret|clear text",
);

/** For a call that has nothing to do with it. */
export const FOR_NO_REASON = words(
  "at once|each time|every (?:time|call|turn|lookup)|each (?:call|lookup|turn)|whenever",
  "before (?:each|every|any)|always|mandatory|still required|required|first|for regional|to align",
  "for routing|warm|diagnostics|lookups?|forecast|yourself|else it",
  "for (?:calibration|context|better|the (?:theme|colou?r|palette|seed|mood))",
  "as (?:its )?(?:first argument|seed)|refuse to load|inline",
);
