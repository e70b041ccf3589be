import type { CodeEvent } from "../engine/event.ts";
import type { CodeRule, CodeUnderRules } from "../engine/rule.ts";
import { sourcesOf } from "../engine/value.ts";
import { DESTRUCTION } from "./destruction.ts";
import { isStated, matchEach, ofKind } from "./matching/matching.ts";

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

export const TAKEOVER: readonly CodeRule[] = [reverseShell, ...DESTRUCTION, protection];
