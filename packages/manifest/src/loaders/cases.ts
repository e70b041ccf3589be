import { LOADER_IDS, type LoaderId, loaderOf } from "./loaders.ts";
import { notLoading } from "./spellings.ts";

/** Something in a package that not every loader takes as it is meant. */
export interface LoaderCase {
  /** As a row of docs/frameworks.md has it. */
  input: string;
  /** The sentence of a warning; `{}` is what was found. */
  says: string;
  /** They do not load the skill. */
  refuses: readonly LoaderId[];
  /** They load it, and do this to it. */
  changes?: Readonly<Partial<Record<LoaderId, string>>>;
  /** Nothing is lost: worth a note, and no warning. */
  isNote?: true;
  /** What is known beyond the loaders by name. */
  more?: string;
}

const OWN = "takes it for the skill's own";
const PYTHON = "gives the block as Python's text";

/** In the order in which they are said. A run that finds another loader adds its name to a row here. */
const LOADER_CASES = {
  "no-skill-md": {
    input: "no `SKILL.md` at the root",
    says: "There is no SKILL.md at the root.",
    refuses: LOADER_IDS.filter((id) => loaderOf(id).run !== null),
    changes: { openhands: "keeps every `.md` in the folder in each prompt" },
  },
  bom: {
    input: "a byte-order mark",
    says: "SKILL.md starts with a byte-order mark.",
    changes: {
      "kimi-cli": "describes it as `---`",
      openhands: "has no description of it",
      "openai-agents": "has no description of it",
    },
    refuses: [
      ...notLoading("bom"),
      ...(["adk-java", "adk-js", "bash-tool", "deepagents-js", "eino", "langchain4j"] as const),
    ],
  },
  "blank-after-fence": {
    input: "a blank after a `---` of the front matter",
    says: "A blank follows the --- of the front matter.",
    refuses: notLoading("blank-first", "blank-second"),
    changes: { cline: "shows the front matter as text, after the first `---`" },
  },
  "no-description": {
    input: "no description",
    says: "There is no description.",
    refuses: ["openclaw", "pi", "langchain4j"],
  },
  "numeric-description": {
    input: "a number without quotes as description",
    says: "The description is a number without quotes.",
    refuses: notLoading("number"),
    changes: { haystack: "gives a number" },
  },
  "long-description": {
    input: "a description of more than 1,024 bytes",
    says: "The description has {} bytes, more than 1,024.",
    refuses: ["adk-go"],
  },
  "empty-body": {
    input: "nothing after the front matter",
    says: "There is nothing after the front matter.",
    refuses: ["cline", "agentskills-core", "langchain4j"],
  },
  "name-folder": {
    input: "a name that differs from the folder's",
    says: "The name {} differs from its folder.",
    refuses: [
      ...(["openhands", "adk-js", "adk-python", "agent-framework"] as const),
      ...(["agentskills-core", "agno", "crewai", "pydantic-ai-skills"] as const),
    ],
  },
  "unknown-keys": {
    input: "a key at the top level that Agent Skills does not name (`version`, `tools`)",
    says: "Agent Skills does not name {}.",
    refuses: ["adk-go", "adk-java", "agno"],
  },
  "tools-mappings": {
    input: "`tools` at the top level as a list of mappings",
    says: "tools is a list of mappings.",
    refuses: ["droid"],
  },
  "nested-metadata": {
    input: "`metadata` with a mapping or a list in it",
    says: "{} no text.",
    refuses: ["adk-go", "crewai"],
    changes: {
      openhands: PYTHON,
      "agent-framework": "leaves the block out",
      deepagents: PYTHON,
      "deepagents-js": "gives the block as `[object Object]`",
      "fast-agent": PYTHON,
      spring: "takes its keys for the skill's own",
    },
  },
  "unquoted-metadata": {
    input: "a number, `true` or `false` without quotes below `metadata`",
    says: "{} no text.",
    refuses: ["crewai"],
    changes: { deepagents: "reads `1.10` as `1.1`" },
  },
  "empty-metadata": {
    input: "`metadata:` with nothing in it",
    says: "metadata is there and empty.",
    refuses: ["adk-js", "adk-python", "agno"],
  },
  "allowed-tools-text": {
    input: "`allowed-tools` as text, as Agent Skills has it",
    says: "allowed-tools is a text.",
    refuses: ["adk-go", "agentskills-core", "agno"],
  },
  "allowed-tools-list": {
    input: "`allowed-tools` as a list",
    says: "allowed-tools is a list.",
    refuses: ["adk-js", "adk-python", "agent-framework"],
    changes: { "fast-agent": "loses it" },
  },
  compatibility: {
    input: "`compatibility`, as Agent Skills has it",
    says: "compatibility is there.",
    refuses: ["agentskills-core"],
  },
  "nested-name": {
    input: "a key `name` or `description` at another depth",
    says: "{} stands deeper down too, and who reads by lines takes the last one.",
    refuses: [],
    changes: { langchain4j: `${OWN}, two blanks below \`metadata\``, spring: `${OWN}, wherever it stands` },
  },
  "three-dashes": {
    input: "three dashes inside the front matter",
    says: "Three dashes stand inside the front matter.",
    refuses: [],
    changes: {
      "adk-js": "ends it there",
      "adk-python": "ends it there",
      "agentskills-core": "ends it there",
      spring: "ends it there",
    },
  },
  "many-lines": {
    input: "a description on more than one line, or below `>` or `|`",
    says: "The description takes more than one line.",
    refuses: [],
    changes: { langchain4j: "shows `>`, or the first line alone", spring: "shows `>`" },
  },
  "command-insertion": {
    input: "`` !`command` `` in the body",
    says: "The body has a command to be inserted.",
    refuses: [],
    changes: { openhands: "runs it when the skill is invoked" },
  },
  "second-skill": {
    input: "a second `SKILL.md` further down",
    says: "{} is a second SKILL.md.",
    refuses: [],
    changes: {
      kilo: "lists it as a skill",
      "agent-framework": "hides it",
      camel: "lists it as a skill",
      haystack: "hides it",
      "pydantic-ai-skills": "hides it",
      spring: "lists it as a skill",
    },
  },
  "python-beside": {
    input: "a `.py` file beside `SKILL.md`",
    says: "{} lies beside SKILL.md.",
    refuses: [],
    changes: {
      "agent-framework": "offers it as a script to run",
      "pydantic-ai-skills": "offers it as a script to run",
    },
    isNote: true,
  },
  "other-folders": {
    input: "files outside `scripts/`, `references/` and `assets/`",
    says: "{} outside scripts/, references/ and assets/.",
    refuses: [],
    changes: { "adk-python": "cannot reach them", agno: "cannot reach them" },
    isNote: true,
  },
  escapes: {
    input: "an escape or a comment in the line of the description",
    says: "The line of the description has an escape or a comment.",
    refuses: [],
    changes: {
      langchain4j: "shows it as it is written",
      "openai-agents-js": "shows it as it is written",
      spring: "shows it as it is written",
    },
    isNote: true,
  },
  "flow-yaml": {
    input: "a mapping or a list in braces or brackets",
    says: "{} is written in braces or brackets.",
    refuses: [],
    more: "none that was run; the reference validator refuses it",
  },
} as const satisfies Record<string, LoaderCase>;

export type LoaderCaseId = keyof typeof LOADER_CASES;

export const LOADER_CASE_IDS = Object.keys(LOADER_CASES) as LoaderCaseId[];

export const loaderCaseOf = (id: LoaderCaseId): LoaderCase => LOADER_CASES[id];
