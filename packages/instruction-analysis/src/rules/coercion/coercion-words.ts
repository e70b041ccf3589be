import { words } from "@gaia/reading";

/** A tool by the name that it is called by. */
export const TOOL_NAME =
  "`[a-z][\\w:-]{2,40}(?:\\.(?!(?:md|json|jsonc|ya?ml|py|ts|js|toml|txt|sh|env|csv|html|log|lock)\\W)" +
  "[a-z]\\w{1,24})?(?:\\([^`\\n]{0,80}\\))?`";

/** What honest guidance says with the same words: how little goes in, whose consent it has, what runs here. */
export const KEPT_SMALL = words(
  "nothing (?:else|more|beyond)|and not the|not the (?:whole|request|full)|(?:alone|(?<!not )only) the",
  "(?:is|are) all it takes|(?:is|are)(?: never| not)(?: part| sent)",
  "(?:aren['’]t|isn['’]t|never|not) (?:sent|uploaded|passed|forwarded|included|part of)",
  "keep \\S{2,20}(?: \\S{2,20}){0,6} out|never (?:pass|put|send|include|paste|hand)",
  "(?:do not|don['’]t) (?:pass|put|send|include|paste|hand|let|substitute)|mask(?:s|ed)?|strip(?:s|ped)?",
  "redact(?:s|ed)?|runs? (?:on this|locally|offline|on the)|localhost|opt(?:ed)?[- ]in",
  "if the user (?:agrees|asks|wants|enables)",
  "after (?:the )?(?:user|owner)(?: has)? (?:agree|confirm|approv)\\w{0,3}",
  "with (?:the user['’]s|their|explicit) (?:consent|permission|approval)",
);

/** Said of an attack, by whoever warns of it. */
export const WARNED_OF = words(
  "bad:|minimi[sz]e arguments|post-?mortem|incident|exercise|poison(?:ing|ed)|red-?team\\w{0,3}",
  "reviewers (?:of|should|must)|reject(?:s|ed)? (?:the|any|it)|lint rule|our scanner|attack(?:s|er|ers)?",
  "malicious|students (?:get|mark)|decoy|suspicious|warning for|phishing|injection",
  "treat (?:\\S{2,12} ){1,3}as data|is (?:only )?(?:data|information)|no authority",
);
