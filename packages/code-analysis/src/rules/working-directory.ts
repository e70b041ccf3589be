import { inPieces } from "@gaia/reading";
import type { CodeEvent } from "../engine/event.ts";
import { hostOf, isLocalHost } from "../engine/host.ts";
import { INSTALLERS } from "../engine/installers.ts";
import type { CodeRule, CodeUnderRules } from "../engine/rule.ts";
import { isSecretName } from "../engine/secret-name.ts";
import { HOLE } from "../engine/value.ts";
import { isNamedAfter, isNamedHost, isStated, matchEach, originsOf, placeOf } from "./matching/matching.ts";

/** `..`, `../*`, `../../`: whatever lies beside the project. */
const AROUND = /^(?:\.\/)?\.\.(?:\/\.\.){0,20}(?:\/\*)?\/?$/;
/** The project as a whole. */
const WHOLE = /^(?:\.|\.\/|\.\/\*|\.\.(?:\/\.\.){0,20}(?:\/\*)?\/?|\$\{?PWD\}?)$/;

const around: CodeRule = {
  id: "code/destruction-around",
  severity: "high",
  confidence: "high",
  title: "What lies around the working directory is destroyed",
  rationale: "A skill works in the folder that it was started in; what is beside and above it is somebody else's.",
  hint: "Remove what the skill itself has made, by its path.",
  find: (code) =>
    matchEach(code, ["delete-tree"], ({ target, callee }) =>
      AROUND.test(target.text ?? "") ? { detail: `${callee} removes ${target.text}` } : null,
    ),
};

/** A host that is neither this machine, nor everybody's, nor the one that the skill is about. */
function isStrangers(code: CodeUnderRules, { target }: CodeEvent): boolean {
  const host = target.text === null ? null : hostOf(target.text);
  return (
    host !== null &&
    !isLocalHost(host) &&
    !INSTALLERS.test(host) &&
    !isNamedHost(code, host) &&
    !isNamedAfter(code, host)
  );
}

const sentWhole: CodeRule = {
  id: "code/exfiltration-working-directory",
  severity: "high",
  confidence: "medium",
  title: "The whole working directory leaves the machine",
  rationale: "The folder that an agent works in is the user's project, with its keys and its history.",
  hint: "Send the files that the user names, to a service that the description names.",
  find: (code) =>
    matchEach(code, ["send"], (event) => {
      if (!isStrangers(code, event)) return null;
      const source = originsOf(code, event.inputs).find(({ taint, what }) => taint === "file" && WHOLE.test(what));
      return source === undefined
        ? null
        : {
            detail: `what lies in ${source.what} goes to ${placeOf(event.target)} by ${event.callee}`,
            severity: isStated(code, /backup|sync|upload|deploy|publish/i) ? "medium" : "high",
          };
    }),
};

const wordsOf = ({ target }: CodeEvent): string => target.text ?? "";
const MIRRORED = /^git push\b(?=.*\s--mirror\b|.*\s--all\b.*\s(?:-f|--force)\b|.*\s(?:-f|--force)\b.*\s--all\b)/;

const mirrored: CodeRule = {
  id: "code/exfiltration-mirror",
  severity: "high",
  confidence: "medium",
  title: "A repository is mirrored to somewhere else",
  rationale: "Every branch and tag of the user's repository goes to an address that the skill brings along.",
  hint: "Push the branch that the user names to the remote that is there.",
  find: (code) => {
    const brought = code.reading.events.flatMap((event) => {
      const [, name, address] = /^git remote (?:add|set-url)\s+(\S{1,60})\s+(\S{4,300})$/.exec(wordsOf(event)) ?? [];
      return name === undefined || address === undefined ? [] : [{ name, address }];
    });
    return matchEach(code, ["run"], (event) => {
      const words = wordsOf(event);
      if (!MIRRORED.test(words) || isStated(code, /mirror|migrat|backup/i)) return null;
      const named = words
        .split(/\s+/)
        .slice(2)
        .filter((word) => !word.startsWith("-"))[0];
      const address = brought.find(({ name }) => name === named)?.address ?? named ?? "";
      return /:\/\/|@[\w.-]+:/.test(address)
        ? { detail: `${words.slice(0, 80)} goes to ${address.replaceAll(HOLE, "…").slice(0, 120)}` }
        : null;
    });
  },
};

const PUBLIC_TEXT = /^(?:gh|glab) (?:issue|pr|mr|gist|release) (?:create|comment|edit|note)\b/;

const published: CodeRule = {
  id: "code/exfiltration-published",
  severity: "high",
  confidence: "medium",
  title: "Secrets are written where everybody reads",
  rationale: "An issue, a comment or a gist is public, and stays in its history.",
  hint: "Say which variable is missing, not what it holds.",
  find: (code) =>
    matchEach(code, ["run"], (event) => {
      const words = wordsOf(event);
      if (!PUBLIC_TEXT.test(words) || !words.includes(HOLE)) return null;
      const secret = code.reading.events.find(
        ({ act, line, target }) =>
          act === "environment" && line === event.line && (target.text === null || isSecretName(target.text)),
      );
      return secret === undefined
        ? null
        : { detail: `${secret.target.text ?? "the environment"} is in the text of ${words.slice(0, 30)}` };
    }),
};

/** A function through which every request of somebody's application goes. */
const IS_MIDDLEWARE = inPieces(
  "",
  String.raw`\bnext\s?\(|get_response\s?\(|call_next\s?\(|@app\.(?:before|after)_request|BaseHTTPMiddleware|`,
  String.raw`addEventListener\s?\(\s?["']submit|onRequest|preHandler`,
);
const PASSWORD = inPieces(
  "i",
  String.raw`\b(?:req(?:uest)?|ctx|context|event|form|body|data|fields)\b[^\n;]{0,40}[.\[("']{1,3}`,
  String.raw`(?:passw(?:or)?d|passphrase|pwd|pin|otp|cvv)\b`,
);
const LINES_AROUND = 2;

const listened: CodeRule = {
  id: "code/exfiltration-typed-password",
  severity: "high",
  confidence: "medium",
  title: "What people type as their password goes to somebody else",
  rationale: "Middleware sees every request; a password in it is for the application alone.",
  hint: "Compare the password with its hash, and let it go nowhere else.",
  find: (code) => {
    const { unit } = code.reading;
    if (!IS_MIDDLEWARE.test(unit.text)) return [];
    const lines = unit.text.split("\n");
    return matchEach(code, ["send"], (event) => {
      const at = event.line - unit.firstLine;
      const near = lines.slice(Math.max(0, at - LINES_AROUND), at + LINES_AROUND + 1).join("\n");
      return isStrangers(code, event) && PASSWORD.test(near)
        ? { detail: `a field of the request goes to ${placeOf(event.target)} by ${event.callee}` }
        : null;
    });
  },
};

const TRAPPED = /\btrap\s{1,3}(['"])[^\n]{0,400}?\b(?:curl|wget|nc|ncat)\b[^\n]{0,300}?(https?:\/\/[^\s'"]{3,200})/g;

const trapped: CodeRule = {
  id: "code/exfiltration-trap",
  severity: "high",
  confidence: "medium",
  title: "A shell's trap reports to somebody",
  rationale: "What a trap does is done after every command or at the end, where nobody looks.",
  hint: "Send what is needed where it is needed, and say so.",
  find: (code) => {
    const { unit } = code.reading;
    if (unit.language !== "bash") return [];
    return [...unit.text.matchAll(TRAPPED)].flatMap((match) => {
      const address = match[2] ?? "";
      const host = hostOf(address);
      if (host === null || isLocalHost(host) || isNamedHost(code, host)) return [];
      const line = unit.firstLine + unit.text.slice(0, match.index).split("\n").length - 1;
      return [{ line, detail: `it sends to ${host}` }];
    });
  },
};

/** What leaves or is destroyed as the whole of what somebody works on. */
export const WORKING_DIRECTORY: readonly CodeRule[] = [around, sentWhole, mirrored, published, listened, trapped];
