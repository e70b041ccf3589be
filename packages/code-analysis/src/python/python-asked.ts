import { inPieces } from "@gaia/reading";
import { literal, named, type Source, sourcesOf, UNKNOWN, wholeText } from "../engine/value.ts";
import { called, type Handler } from "./values/call-site.ts";
import { emit, of } from "./values/emit.ts";
import { contentSources } from "./python-paths.ts";
import { lineOf } from "./values/program.ts";

/** What nobody but the machine, a key or a wallet asks for. */
const SECRET = inPieces(
  "i",
  String.raw`\bsudo\b|\b(?:system|administrator|admin|root|login|keychain|mac ?os|mac|windows|master|vault|`,
  String.raw`unlock)\b.{0,20}\b(?:password|passphrase|pin)\b|\b(?:password|passphrase|pin)\b.{0,30}\b(?:for (?:sudo|`,
  String.raw`root|\/|~|key|your (?:computer|mac|system|wallet|key))|of your (?:computer|mac|account))|`,
  String.raw`\b(?:seed|recovery|mnemonic)\s+(?:phrase|words?)|\bmnemonic\b|\bprivate key\b|\bssh\b.{0,20}\bpass|`,
  String.raw`\bpassphrase\b|\bcard number\b|\bcvv\b|\bone.time (?:code|password)\b`,
);

/** A secret of the user's own that the code asks for; what else is typed is the caller's. */
const asked: Handler = (call) => {
  const line = lineOf(call.frame.module, call.node);
  const words = [...call.args, ...["prompt", "text", "message", "title", "label"].map((key) => call.keywords.get(key))]
    .map((value) => value?.text ?? "")
    .join(" ")
    .slice(0, 300);
  const source: Source = SECRET.test(words)
    ? { taint: "secret-file", what: `what is asked for with “${words.trim().slice(0, 60)}”`, line }
    : { taint: "input", what: call.name ?? "input", line };
  return { ...UNKNOWN, sources: [source] };
};

/** `netrc.netrc()`: the passwords of the user's hosts. */
const stored: Handler = (call) => {
  const path = call.args[0] ?? call.keywords.get("file") ?? literal("~/.netrc");
  emit(call.frame, call.node, { act: "read", callee: call.name ?? "", target: path });
  return {
    ...named(`${call.name}()`),
    sources: contentSources(path, lineOf(call.frame.module, call.node)),
  };
};

/** `netrc.netrc().authenticators(host)`: the login of the host that is talked to is for it. */
const loginOf: Handler = (call) => {
  const host = call.args[0] ?? call.keywords.get("host") ?? UNKNOWN;
  if (sourcesOf(host).some(({ taint }) => taint === "secret-file")) return null;
  const own = wholeText(host);
  return own === null || call.frame.module.text.includes(`://${own}`) ? UNKNOWN : null;
};

/** `runpy.run_module("pip")` reads its words from `sys.argv`. */
const ranModule: Handler = (call) => {
  const [module] = call.args;
  const words = call.frame.module.words;
  if (!/^(?:pip|ensurepip|easy_install|uv|conda|pipx|setuptools)(?:\._?[\w.]*)?$/.test(module?.text ?? "")) return null;
  const items = [of(module), ...(words?.items?.slice(1) ?? call.args[1]?.items ?? [])];
  emit(call.frame, call.node, { act: "run", callee: call.name ?? "", target: { ...UNKNOWN, items } });
  return UNKNOWN;
};

/** `pip.main(["install", …])`: the same without a program of its own. */
const ranInstaller: Handler = (call) => {
  const given = call.args[0]?.items ?? call.keywords.get("args")?.items ?? call.frame.module.words?.items?.slice(1);
  if (given === undefined) return null;
  const items = [literal("pip"), ...given];
  emit(call.frame, call.node, { act: "run", callee: call.name ?? "", target: { ...UNKNOWN, items } });
  return UNKNOWN;
};

/** What the user is asked for, what is opened wherever it lies, and what is taken away by a word of its own. */
export const ASKED_HANDLERS: [string, Handler][] = [
  ...called(
    [
      "input",
      "raw_input",
      "getpass.getpass",
      "click.prompt",
      "typer.prompt",
      "questionary.password().ask",
      "questionary.text().ask",
      "rich.prompt.Prompt.ask",
      "prompt_toolkit.prompt",
      "pwinput.pwinput",
      "stdiomask.getpass",
      "maskpass.askpass",
      "tkinter.simpledialog.askstring",
      "easygui.passwordbox",
      "easygui.enterbox",
      "pymsgbox.password",
      "pyautogui.password",
      "pyautogui.prompt",
      "PySimpleGUI.popup_get_text",
      "inquirer.password",
    ],
    asked,
  ),
  ["netrc.netrc", stored],
  ["netrc.netrc().authenticators", loginOf],
  ["runpy.run_module", ranModule],
  ...called(["pip.main", "pip._internal.main", "pip._internal.cli.main.main", "pip._internal.main.main"], ranInstaller),
];
