import type { CodeEvent } from "../engine/event.ts";
import type { CodeRule, CodeUnderRules } from "../engine/rule.ts";
import { sourcesOf } from "../engine/value.ts";
import { DESTRUCTION } from "./destruction.ts";
import { isStated, matchEach, oddHost, ofKind, placeOf } from "./matching.ts";

const reverseShell: CodeRule = {
  id: "code/backdoor-shell",
  severity: "critical",
  confidence: "high",
  title: "A shell is handed to somebody on the network",
  rationale: "Standard streams tied to a connection give whoever answers it this machine.",
  hint: "There is no honest use in a skill.",
  find: (code) => {
    const { events } = code.reading;
    const isConnected = events.some(({ act }) => act === "connect" || act === "listen");
    return [
      ...matchEach(code, ["redirect-streams"], (event) => {
        const isSocket = event.inputs.some(
          (value) =>
            /socket|connect|accept/i.test(value.name ?? "") ||
            sourcesOf(value).some(({ taint }) => taint === "network"),
        );
        const starts = events.some(
          ({ act, scope }) => (act === "run" || act === "pty") && (scope === event.scope || scope === ""),
        );
        return event.callee.startsWith("os.dup") && !(isConnected && (isSocket || starts))
          ? null
          : { detail: event.callee };
      }),
      ...matchEach(code, ["run", "evaluate"], (event) => {
        const source =
          ofKind(sourcesOf(event.target.items?.[0] ?? event.target), "network") ??
          ofKind(
            event.inputs.flatMap((value) => sourcesOf(value)),
            "network",
          );
        const answered =
          source !== null &&
          events.some(
            (other) =>
              other.act === "fetch" && other.line === source.line && /recv|read|accept|socket/i.test(other.callee),
          );
        return answered ? { detail: `${event.callee} runs what arrives on a socket (line ${source.line})` } : null;
      }),
      ...matchEach(code, ["pty"], (event) => (isConnected ? { detail: `${event.callee} beside a connection` } : null)),
    ];
  },
};

const rawAddress: CodeRule = {
  id: "code/network-bare-address",
  severity: "medium",
  confidence: "low",
  title: "The code talks to a bare address or to a host that anybody can use",
  rationale: "Services that answer for themselves have a name.",
  hint: "Use the service's host name.",
  find: (code) =>
    matchEach(code, ["fetch", "connect"], (event) => {
      const odd = oddHost(event.target);
      return odd === null || odd === "chat" ? null : { detail: `${event.callee} talks to ${placeOf(event.target)}` };
    }),
};

const timeBomb: CodeRule = {
  id: "code/evasion-date",
  severity: "medium",
  confidence: "low",
  title: "What the code does waits for a date",
  rationale: "Code that is quiet while it is looked at, and acts later, is written for the one who looks.",
  hint: "Do what the skill does whenever it is called.",
  find: (code) =>
    matchEach(code, ["delete-tree", "evaluate", "load"], (event) =>
      event.guards.includes("clock") ? { detail: `${event.callee} depends on the clock` } : null,
    ),
};

const analyst: CodeRule = {
  id: "code/evasion-analysis",
  severity: "low",
  confidence: "low",
  title: "The code looks whether it is being watched",
  rationale: "Debuggers and virtual machines matter only to code that would behave otherwise.",
  hint: "Behave the same everywhere.",
  find: (code) =>
    matchEach(code, ["inspect-host"], (event) =>
      /gettrace|Debugger|ComputerSystem/.test(event.callee) ? { detail: event.callee } : null,
    ),
};

const protection: CodeRule = {
  id: "code/protection-off",
  severity: "low",
  confidence: "medium",
  title: "A protection is switched off",
  rationale:
    "Without certificate checks anybody in between reads and writes along; without a virus scanner nobody looks.",
  hint: "Leave it on; add the certificate that is missing.",
  find: (code) =>
    matchEach(code, ["disable-protection"], (event) => ({
      detail: `${event.target.text ?? "a protection"} by ${event.callee}`,
      severity: event.target.text === "certificate checks" ? "low" : isTried(code, event) ? "medium" : "high",
    })),
};

/** Whoever builds programs for macOS takes the mark from their own, to see what it changes; nothing is started there. */
const isTried = (code: CodeUnderRules, { callee }: CodeEvent): boolean =>
  callee.trim() === "xattr" &&
  code.reading.unit.from === "fence" &&
  !/^\s*(?:open|sudo|chmod|\.\/)/m.test(code.reading.unit.text) &&
  isStated(code, /mac ?os app|notari[sz]|code.?sign|gatekeeper/i);

const elevation: CodeRule = {
  id: "code/privilege-elevation",
  severity: "low",
  confidence: "medium",
  title: "The code asks for more rights",
  rationale: "What runs as administrator is not held back by anything.",
  hint: "Work with the user's rights, and say in the description where that is not enough.",
  find: (code) =>
    matchEach(code, ["elevate"], (event) => ({ detail: `${event.target.text ?? "rights"} by ${event.callee}` })),
};

export const TAKEOVER: readonly CodeRule[] = [
  reverseShell,
  ...DESTRUCTION,
  rawAddress,
  timeBomb,
  analyst,
  protection,
  elevation,
];
