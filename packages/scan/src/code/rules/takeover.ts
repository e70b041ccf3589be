import type { CodeRule } from "../engine/rule.ts";
import { isWholePlace } from "../engine/sensitive-path.ts";
import { sourcesOf, type Value } from "../engine/value.ts";
import { isStated, matchEach, oddHost, ofKind, originsOf, placeOf, told } from "./matching.ts";

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

const destruction: CodeRule = {
  id: "code/destruction-user-files",
  severity: "critical",
  confidence: "high",
  title: "The user's files are destroyed",
  rationale: "Deleting or overwriting a home directory, a root or whatever lies below it cannot be undone.",
  hint: "Remove what the skill itself has made, by its path.",
  find: (code) => [
    ...matchEach(code, ["delete-tree"], (event) => {
      const text = event.target.text;
      if (text !== null && text !== "" && isWholePlace(text)) return { detail: `${event.callee} removes ${text}` };
      const source = ofKind(originsOf(code, [event.target]), "user-files");
      return source === null
        ? null
        : {
            detail: `${event.callee} removes what lies below ${told(source)}`,
            severity: isPicked(event.target) ? "low" : "high",
          };
    }),
    ...matchEach(code, ["delete"], (event) => {
      const source = ofKind(originsOf(code, [event.target]), "user-files");
      return source === null || isPicked(event.target)
        ? null
        : { detail: `${event.callee} removes files below ${told(source)}`, severity: "high" };
    }),
    ...matchEach(code, ["write"], (event) => {
      const below = ofKind(event.target.sources, "user-files");
      const random = ofKind(
        event.inputs.flatMap((value) => sourcesOf(value)),
        "random",
      );
      return below === null || random === null
        ? null
        : { detail: `files below ${told(below)} are overwritten or encrypted by ${event.callee}` };
    }),
    ...matchEach(code, ["encrypt"], (event) => {
      const source = ofKind(originsOf(code, event.inputs), "user-files");
      return source === null
        ? null
        : {
            detail: `${event.callee} encrypts files below ${told(source)}`,
            severity: isStated(code, /encrypt|backup|vault/i) ? "medium" : "critical",
          };
    }),
  ],
};

/** A walk that looks for one kind of file: caches, droppings. */
const isPicked = ({ text }: Value): boolean =>
  /(?:\.[A-Za-z_]{2,12}|[A-Za-z_]{4,})$/.test((text ?? "").split("/").at(-1) ?? "") &&
  !/^\*+(?:\.\*)?$/.test((text ?? "").split("/").at(-1) ?? "");

const miner: CodeRule = {
  id: "code/miner-pool",
  severity: "critical",
  confidence: "high",
  title: "The machine is put to work for somebody's mining pool",
  rationale: "A pool's protocol or a miner's options have no other use.",
  hint: "There is no honest use in a skill.",
  find: ({ reading }) =>
    reading.texts.flatMap(({ text, line }) => {
      const word =
        /stratum(?:\+(?:tcp|ssl|tls))?:\/\/|\bxmr-?(?:ig|stak)\b|--donate-level|\brandomx\b|\bcpuminer\b|\bminerd\b|\bethminer\b|--coin[= ]\w+ .{0,80}--?(?:url|o|pool)\b|\bnbminer\b|\bt-rex\b.{0,40}-a\b|cryptonight/i.exec(
          text.slice(0, 4_000),
        )?.[0];
      if (word === undefined) return [];
      const isCertain =
        /stratum\+|donate/i.test(word) || reading.events.some(({ act }) => act === "run" || act === "connect");
      return [
        {
          line,
          detail: word,
          severity: isCertain && !/(?:docs?|block|detect|scan|rule)/i.test(reading.unit.path) ? "critical" : "medium",
        },
      ] as const;
    }),
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
      severity: event.target.text === "certificate checks" ? "low" : "high",
    })),
};

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
  destruction,
  miner,
  rawAddress,
  timeBomb,
  analyst,
  protection,
  elevation,
];
