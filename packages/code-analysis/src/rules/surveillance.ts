import type { CodeRule } from "../engine/rule.ts";
import { isStated, matchEach, oddHost, ofKind, originsOf, placeOf } from "./matching/matching.ts";

const watching: CodeRule = {
  id: "code/exfiltration-user-data",
  severity: "high",
  confidence: "medium",
  title: "What the user types, copies or sees leaves the machine",
  rationale: "Keystrokes, clipboard and screen hold everything, passwords among it.",
  hint: "Take one capture when the user asks for it, and say in the description where it goes.",
  find: (code) =>
    matchEach(code, ["send", "resolve"], (event) => {
      const source = ofKind(originsOf(code, event.inputs), "user-data");
      if (source === null) return null;
      const severity =
        source.what === "keyboard"
          ? "critical"
          : isStated(code, STATED[source.what] ?? /$^/) && oddHost(event.target) === null
            ? "medium"
            : "high";
      return {
        detail: `the ${source.what.replace(/^the /, "")} (line ${source.line}) goes to ${placeOf(event.target)} by ${event.callee}`,
        severity,
      };
    }),
};

const STATED: Record<string, RegExp> = {
  screen: /screen|desktop|computer.?use|vision|capture|ocr/i,
  "the screen": /screen|desktop|computer.?use|vision|capture|ocr/i,
  clipboard: /clipboard|paste|copy/i,
  "the clipboard": /clipboard|paste|copy/i,
  microphone: /voice|speech|audio|microphone|record|transcri|dictat/i,
  camera: /camera|webcam|video|photo|vision/i,
};

const keylogger: CodeRule = {
  id: "code/surveillance-keyboard",
  severity: "high",
  confidence: "medium",
  title: "Keystrokes are recorded",
  rationale: "A listener on the keyboard sees what is typed into every program.",
  hint: "Bind the keys that the skill needs as hot keys.",
  find: (code) =>
    matchEach(code, ["write"], (event) => {
      const source = ofKind(originsOf(code, event.inputs), "user-data");
      return source?.what === "keyboard" ? { detail: `${event.target.text ?? "a file"} keeps what is typed` } : null;
    }),
};

/** What an address of a coin looks like, as a pattern or as a beginning that is looked for. */
const COIN = /\[13\]|bc1|0x\[[a-fA-F0-9-]{3,12}\]|\[a-km-zA-HJ-NP-Z|\bT\[A-Za-z|\[LM3\]|4\[0-9AB\]|\^?1\[1-9A-HJ/;

const clipper: CodeRule = {
  id: "code/takeover-clipboard",
  severity: "critical",
  confidence: "high",
  title: "An address that is copied is exchanged for another",
  rationale: "Who pastes an address pays whoever put it there.",
  hint: "There is no honest use in a skill.",
  find: (code) => {
    const { events, texts } = code.reading;
    const isRead = events.some(({ act, target }) => act === "capture" && target.text === "clipboard");
    if (!isRead || !texts.some(({ text }) => text.length < 1_000 && COIN.test(text))) return [];
    return matchEach(code, ["control"], ({ target, callee }) =>
      target.text === "clipboard" ? { detail: `${callee} writes the clipboard` } : null,
    );
  },
};

const POLLED =
  /Get(?:Async)?Key(?:board)?State|SetWindowsHookEx|CGEventTapCreate|addGlobalMonitor|record_create_context/;

/** Keys that are asked for one by one say what is typed, though no value comes from them. */
const polled: CodeRule = {
  id: "code/surveillance-keys-polled",
  severity: "high",
  confidence: "medium",
  title: "The state of every key is asked for by code that sends",
  rationale: "Whoever asks for the keys of all programs sees what is typed into them.",
  hint: "Bind the keys that the skill needs as hot keys.",
  find: (code) => {
    const sending = code.reading.events.find(({ act, inputs }) => act === "send" && inputs.length > 0);
    if (sending === undefined || isStated(code, /hot ?key|shortcut|keyboard|gam(?:e|ing)|accessib/i)) return [];
    return matchEach(code, ["capture"], ({ callee }) =>
      POLLED.test(callee) ? { detail: `${callee}; ${sending.callee} sends` } : null,
    );
  },
};

/** What the user types, sees, says or copies is taken. */
export const SURVEILLANCE: readonly CodeRule[] = [watching, keylogger, polled, clipper];
