import { inPieces } from "@gaia/reading";
import type { CodeRule, Match } from "../engine/rule.ts";
import { HOLE } from "../engine/value.ts";
import { isStated, matchEach } from "./matching/matching.ts";

/** A tunnel that lets somebody outside in: a port of theirs leads to this machine's shell. */
const TUNNEL = inPieces(
  "",
  String.raw`\b(?:auto)?ssh\b[^\n;|&]{0,300}\s-\w{0,6}R\s?(?:\S{1,60}:)?\d{1,5}:(?:localhost|127\.0\.0\.1|`,
  String.raw`\[::1\]):22\b|\b(?:ngrok\s+tcp|bore\s+local|loclx\s+tunnel\s+tcp|pinggy\S{0,10})\s+(?:\S{1,20}:)?22\b|`,
  String.raw`\btmate\b[^\n;|&]{0,60}\s(?:-F|-S|new-session)|\b(?:sshx|upterm\s+host|teleconsole|warp\s+open)\b|`,
  String.raw`\b(?:ttyd|gotty|wetty|shellinaboxd)\s[^\n;|&]{0,80}\b(?:bash|sh|zsh|login)\b|\bjupyter(?:-|`,
  String.raw`\s)(?:notebook|lab|server)\b[^\n]{0,200}(?:ip=?\s?(?:0\.0\.0\.0|\*)[^\n]{0,200}token=?\s?(?:''|""|\s|$))`,
);

const tunnelled: CodeRule = {
  id: "code/backdoor-tunnel",
  severity: "high",
  confidence: "medium",
  title: "A way into this machine is opened from outside",
  rationale: "Who reaches the shell's port by a tunnel has the machine, past every wall around it.",
  hint: "Let the user open the way, and say in the description who comes in by it.",
  find: (code) => [
    ...matchEach(code, ["run"], ({ target, callee }): Omit<Match, "line"> | null => {
      const words = (target.items?.map(({ text }) => text ?? HOLE).join(" ") ?? target.text ?? "").slice(0, 4_000);
      const tunnel = TUNNEL.exec(words)?.[0];
      return tunnel === undefined || isStated(code, /tunnel|remote|ssh|terminal|shar|jupyter/i)
        ? null
        : { detail: `${callee} starts ${tunnel.slice(0, 80)}` };
    }),
    ...matchEach(code, ["connect"], ({ target, callee }) => {
      if (!/^(?:debugpy|ptvsd|pydevd)/.test(callee)) return null;
      const host = target.items?.[0]?.text ?? target.text ?? "";
      return host === "" || /^(?:localhost|127\.|::1|\d{1,5}$)/.test(host) || host.includes(HOLE)
        ? null
        : { detail: `${callee} lets ${host.slice(0, 60)} debug this program` };
    }),
  ],
};

/** Ways in for others. */
export const OPEN_DOOR: readonly CodeRule[] = [tunnelled];
