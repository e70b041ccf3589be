import { isNoLogin, isOthersLogin, isOwnLogin, isSettings, mayBeItsOwn } from "./whose-login.ts";
import { inPieces } from "@gaia/reading";
import type { CodeEvent } from "../engine/event.ts";
import { hostOf } from "../engine/host.ts";
import type { CodeRule, CodeUnderRules, Match } from "../engine/rule.ts";
import { isForeign, ownerOf } from "../engine/secret-name.ts";
import { secretPlace } from "../engine/sensitive-path.ts";
import { HOLE, type Source, type Value } from "../engine/value.ts";
import { isClientKey, isGateway } from "./matching/rightful.ts";
import { SURVEILLANCE } from "./surveillance.ts";
import { isStated, matchEach, namedSecret, oddHost, ofKind, originsOf, placeOf, told } from "./matching/matching.ts";

/** Names of fields in which a client says who it is. */
const AUTH_FIELD =
  /key|token|secret|auth|password|passwd|credential|login|user|client|grant|signature|session|^pass$|^pwd$/i;
const CREDENTIAL_HINT =
  "Read only the key that your own service needs, and send it to that service alone, as its authentication.";

/** What leaves: everything but the places where a client says who it is. */
function bodyOf(event: CodeEvent): Value[] {
  return event.inputs.flatMap((value) => withoutAuth(value));
}

function withoutAuth(value: Value): Value[] {
  if (value.entries === null) return [value];
  return [
    { ...value, entries: null },
    ...[...value.entries].filter(([key]) => !AUTH_FIELD.test(key)).map(([, inner]) => inner),
  ];
}

const environment: CodeRule = {
  id: "code/exfiltration-environment",
  severity: "critical",
  confidence: "high",
  title: "The whole environment leaves the machine",
  rationale:
    "The environment holds the keys of every service that its user works with. No client needs more of it " +
    "than the variables that it names.",
  hint: "Send the variables that are needed, by name.",
  find: (code) =>
    matchEach(code, ["send", "resolve"], (event) => {
      if (event.act === "resolve" && !isSpelledHost(event.target)) return null;
      const source = ofKind(originsOf(code, [...event.inputs, ...event.auth, event.target]), "env-all");
      return source === null ? null : { detail: `${told(source)} goes to ${placeOf(event.target)} by ${event.callee}` };
    }),
};

/** A name that is put together for each lookup, rather than a host that a setting names. */
const isSpelledHost = ({ text }: Value): boolean => text !== null && /\uFFFC.*\./.test(text);

/** A host that is looked up as a setting has it: a guard looks where a request would go, and the name carries nothing else. */
const isLookedUp = ({ act, target }: CodeEvent): boolean =>
  act === "resolve" && !isSpelledHost(target) && (target.text !== null || target.sources.length === 1);

const credentialFile: CodeRule = {
  id: "code/exfiltration-credential-file",
  severity: "critical",
  confidence: "high",
  title: "A credential store leaves the machine",
  rationale:
    "SSH keys, cloud credentials, browser profiles, wallets and key rings belong to the user, not to the skill.",
  hint: CREDENTIAL_HINT,
  find: (code) =>
    matchEach(code, ["send", "resolve"], (event) => {
      const inBody = ofKind(originsOf(code, [...event.inputs, event.target]), "secret-file");
      if (inBody !== null)
        return {
          detail: `${told(inBody)} goes to ${placeOf(event.target)} by ${event.callee}`,
          severity: isOwnLogin(code, inBody.what, event.target)
            ? "medium"
            : isSettings(inBody.what) || isLookedUp(event) || mayBeItsOwn(code, inBody.what, event.target)
              ? "high"
              : "critical",
        };
      const path = /put|upload|stor|send_document|files/i.test(event.callee) ? namedSecret(event.inputs) : null;
      if (path !== null) return { detail: `${path} goes to ${placeOf(event.target)} by ${event.callee}` };
      // A tool that speaks for its user to the service whose login it reads.
      const inAuth = ofKind(originsOf(code, event.auth), "secret-file");
      return inAuth === null
        ? null
        : {
            detail: `${told(inAuth)} is shown to ${placeOf(event.target)}`,
            severity: isOwnLogin(code, inAuth.what, event.target)
              ? "low"
              : oddHost(event.target) !== null
                ? "critical"
                : isOthersLogin(inAuth.what, event.target) || isNoLogin(inAuth.what, event.target)
                  ? "high"
                  : "medium",
          };
    }),
};

const secretVariables: CodeRule = {
  id: "code/exfiltration-secret-variables",
  severity: "high",
  confidence: "medium",
  title: "Secrets of other services leave the machine",
  rationale:
    "A client sends its own key as its authentication. Keys of several services, or of one service to " +
    "another, in what is sent are a collection.",
  hint: CREDENTIAL_HINT,
  find: (code) => matchEach(code, ["send", "resolve"], (event) => secretsSent(code, event)),
};

function secretsSent(code: CodeUnderRules, event: CodeEvent): Omit<Match, "line"> | null {
  const all = originsOf(code, [...event.inputs, event.target]).filter(({ taint }) => taint === "secret-env");
  const [first] = all;
  const shown = originsOf(code, event.auth).filter(({ taint }) => taint === "secret-env");
  const odd = oddHost(event.target);
  const shownOwners = new Set(shown.map(({ what }) => ownerOf(what)).filter((owner) => owner !== null));
  const place = event.target.text === null ? "" : (hostOf(event.target.text) ?? "");
  if (shownOwners.size >= 2 && shown.some(({ what }) => isForeign(what, place)))
    return {
      detail: `${[...shownOwners].join(", ")} keys are shown to ${placeOf(event.target)}`,
      severity: isGateway(code, event.target, shownOwners) ? "medium" : "high",
    };
  if (first === undefined) {
    const [key] = shown;
    return key === undefined || odd === null
      ? null
      : { detail: `${told(key)} is shown to ${placeOf(event.target)}`, severity: odd === "chat" ? "low" : "medium" };
  }
  const owners = new Set(all.map(({ what }) => ownerOf(what)).filter((owner) => owner !== null));
  const body = originsOf(code, bodyOf(event)).filter(({ taint }) => taint === "secret-env");
  const names = [...new Set(all.map(({ what }) => what))].slice(0, 4).join(", ");
  const detail = `${names} ${all.length === 1 ? "goes" : "go"} to ${placeOf(event.target)} by ${event.callee}`;
  if (event.act === "resolve") return { detail, severity: isLookedUp(event) ? "medium" : "critical" };
  if (owners.size >= 3) return { detail, severity: "critical" };
  if (owners.size === 2 && body.length > 0) return { detail };
  if (odd === "chat") return isTokenInUrl(event, all) ? null : { detail };
  if (odd !== null) return { detail };
  if (all.some(({ what }) => isForeign(what, place)))
    return { detail, severity: body.length > 0 || place !== "" ? "high" : "medium" };
  return { detail, severity: body.length > 0 ? "medium" : "low" };
}

/** A bot's own token stands in the address of its chat. */
function isTokenInUrl(event: CodeEvent, all: readonly Source[]): boolean {
  const inUrl = new Set(event.target.sources.map(({ what }) => what));
  return all.every(({ what }) => inUrl.has(what));
}

/** Stores that no one tool has business with at once. */
const collection: CodeRule = {
  id: "code/exfiltration-collection",
  severity: "high",
  confidence: "medium",
  title: "Several credential stores are read by code that sends",
  rationale: "A tool knows the login of its own service; keys, wallets and browsers together are a collection.",
  hint: CREDENTIAL_HINT,
  find: (code) => {
    const { events } = code.reading;
    const sending = events.find(({ act }) => act === "send" || act === "connect");
    if (sending === undefined || isStated(code, /backup|migrat|dotfile|audit|scan|forensic/i)) return [];
    const kinds = new Map<string, CodeEvent>();
    for (const event of events) {
      const place = event.act === "read" || event.act === "list" ? secretPlace(event.target.text ?? "") : null;
      const key = (event.target.text ?? "").split("/").slice(0, 2).join("/");
      if (place !== null && !kinds.has(key)) kinds.set(key, event);
    }
    const [, second] = [...kinds.values()];
    return second === undefined
      ? []
      : [{ line: second.line, detail: `${[...kinds.keys()].slice(0, 4).join(", ")}; ${sending.callee} sends` }];
  },
};

const dotenv: CodeRule = {
  id: "code/exfiltration-dotenv",
  severity: "high",
  confidence: "medium",
  title: "A project's .env leaves the machine",
  rationale: "A project's .env holds its keys; a client sends the one that is its own, as its authentication.",
  hint: CREDENTIAL_HINT,
  find: (code) =>
    matchEach(code, ["send", "resolve"], (event) => {
      const source = ofKind(originsOf(code, [...bodyOf(event), event.target]), "dotenv");
      return source === null
        ? null
        : {
            detail: `${told(source)} goes to ${placeOf(event.target)} by ${event.callee}`,
            severity:
              event.inputs.every(({ entries }) => entries !== null) && oddHost(event.target) === null
                ? "medium"
                : "high",
          };
    }),
};

const userFiles: CodeRule = {
  id: "code/exfiltration-user-files",
  severity: "high",
  confidence: "medium",
  title: "Files of the user's home leave the machine",
  rationale: "A walk through the home directory takes what the user never meant to hand over.",
  hint: "Work on the paths that the user names.",
  find: (code) =>
    matchEach(code, ["send", "resolve"], (event) => {
      if (
        event.target.text === "cloud storage" ||
        (event.target.text === null && isStated(code, /backup|sync|upload/i))
      )
        return null;
      const source = ofKind(originsOf(code, event.inputs), "user-files");
      return source === null
        ? null
        : {
            detail: `files below ${told(source)} go to ${placeOf(event.target)} by ${event.callee}`,
            severity: isStated(code, /backup|sync|upload/i) ? "medium" : "high",
          };
    }),
};

const collected: CodeRule = {
  id: "code/exfiltration-anonymous-host",
  severity: "high",
  confidence: "medium",
  title: "Data of this machine goes where nobody answers for it",
  rationale: "Bare addresses, request bins, tunnels, paste sites and chat hooks take data from anybody, for anybody.",
  hint: "Send to a named service that the description mentions.",
  find: (code) =>
    matchEach(code, ["send"], (event) => {
      const odd = oddHost(event.target);
      if (odd === null) return null;
      const source = ofKind(originsOf(code, event.inputs), "host-info", "file", "user-files", "dotenv");
      if (source === null)
        return {
          detail: `${event.callee} sends to ${placeOf(event.target)}`,
          severity: odd === "chat" ? "low" : "medium",
        };
      const weak = odd === "chat" && (source.taint === "file" || isNotice(code, event)) ? "medium" : "high";
      return { detail: `${told(source)} goes to ${placeOf(event.target)} by ${event.callee}`, severity: weak };
    }),
};

/** A message to one's own chat may say which machine it is about: the hook is a setting, and little but the name is said. */
function isNotice(code: CodeUnderRules, event: CodeEvent): boolean {
  const said = originsOf(code, event.inputs).filter(({ taint }) => taint !== "input" && taint !== "clock");
  const machine = said.filter(({ taint }) => taint === "host-info");
  const isOwnHook = event.target.text === null || event.target.text.includes(HOLE);
  return isOwnHook && machine.length <= 2 && said.every(({ taint }) => taint === "host-info" || taint === "secret-env");
}

const FIND_PATTERN = inPieces(
  "i",
  String.raw`\b(?:curl|wget|nc|ncat|netcat|nslookup|dig|host|ping|scp|rsync|Invoke-WebRequest|Invoke-RestMethod|iwr|`,
  String.raw`irm|ftp|sendmail|mail)\b`,
);

const secretsInCommand: CodeRule = {
  id: "code/exfiltration-by-command",
  severity: "high",
  confidence: "medium",
  title: "Secrets are put into a command that talks to the network",
  rationale: "What leaves by curl or nslookup leaves all the same.",
  hint: CREDENTIAL_HINT,
  find: (code) =>
    matchEach(code, ["run"], (event) => {
      const words = [event.target.text ?? "", ...(event.target.items ?? []).map(({ text }) => text ?? "")].join(" ");
      if (!FIND_PATTERN.test(words)) return null;
      const source = ofKind(
        originsOf(code, [event.target, ...event.inputs]),
        "env-all",
        "secret-file",
        "user-data",
        "user-files",
      );
      const named = ofKind(originsOf(code, [event.target, ...event.inputs]), "secret-env");
      const isAuth = /-H|--header|-u\b|--user|Authorization|Bearer/i.test(words);
      // A client proves itself by a key that is never sent.
      if (source?.taint === "secret-file" && isClientKey(words, source.what)) return null;
      if (source !== null)
        return {
          detail: `${told(source)} is in the command of ${event.callee}`,
          severity: source.taint === "secret-file" && isSettings(source.what) ? "high" : "critical",
        };
      return named === null || isAuth
        ? null
        : {
            detail: `${told(named)} is in the command of ${event.callee}`,
            severity: /nslookup|dig|ping/.test(words) ? "critical" : "medium",
          };
    }),
};

export const EXFILTRATION: readonly CodeRule[] = [
  environment,
  credentialFile,
  secretVariables,
  collection,
  dotenv,
  ...SURVEILLANCE,
  userFiles,
  collected,
  secretsInCommand,
];
