import { inPieces } from "@gaia/reading";
import { literal, tainted, UNKNOWN, type Value } from "../engine/value.ts";
import { type Call, hasFlag, operands, optionValues, type Program, sayOf, textOf } from "./call.ts";
import { HOLE } from "../engine/value.ts";
import { embed } from "./shell-machine.ts";
import { contentOf } from "./shell-files.ts";

const NOTHING = literal("");
const here = (call: Call): number => call.line + call.machine.unit.firstLine - 1;

const disabled = (call: Call, what: string): Value => {
  sayOf(call, { act: "disable-protection", target: literal(what) });
  return NOTHING;
};

/** Says that something will start by itself: a write where the scheduler looks. */
function scheduled(call: Call, path: string, inputs: readonly Value[]): Value {
  sayOf(call, { act: "write", target: literal(path), inputs, callee: `${call.name} ` });
  return NOTHING;
}

function crontab(call: Call): Value {
  if (hasFlag(call, "-l")) return { ...UNKNOWN, text: HOLE };
  // Whoever edits the schedule writes it.
  if (hasFlag(call, "-r", "-e")) return NOTHING;
  const [path] = operands(call, new Set(["-u"]));
  const content = path === undefined || path.text === "-" ? (call.stdin ?? UNKNOWN) : contentOf(call, [path]);
  for (const line of (content.text ?? "").split("\n")) {
    const command = /^\s*(?:@\w{4,10}|(?:\S{1,40}\s{1,8}){5})\s*(.+)$/.exec(line)?.[1];
    if (command !== undefined) embed(call.machine, call.line, { language: "bash", text: command, from: "string" });
  }
  return scheduled(call, "/var/spool/cron/crontab", [content]);
}

const SYSTEMCTL_PATTERN = inPieces(
  "",
  String.raw`\b(?:stop|disable|mask)\b.*\b(?:firewalld|ufw|auditd|apparmor|clamav\S*|falcon\S*|crowdstrike\S*|`,
  String.raw`osquery\S*|wazuh\S*|fail2ban|rsyslog|syslog|mdatp|sentinel\S*)`,
);

function systemctl(call: Call): Value {
  const text = call.texts.join(" ");
  if (SYSTEMCTL_PATTERN.test(text)) return disabled(call, "a security service");
  return NOTHING;
}

function xattr(call: Call): Value {
  const text = call.texts.join(" ");
  if (/com\.apple\.quarantine/.test(text) && hasFlag(call, "-d", "-w", "-rd", "-dr"))
    return disabled(call, "macOS's check of what was downloaded");
  if (/^-[a-z]*c/.test(call.texts[0] ?? "")) return disabled(call, "macOS's check of what was downloaded");
  return UNKNOWN;
}

function captured(call: Call, what: string): Value {
  sayOf(call, { act: "capture", target: literal(what) });
  const value: Value = { ...tainted("user-data", what, here(call)), text: HOLE };
  const into =
    optionValues(call, "-o", ...(call.name === "ffmpeg" ? [] : ["-f"]), "--file").at(-1) ?? operands(call).at(-1);
  if (into !== undefined && into.text !== "-") {
    call.machine.files.set(textOf(into).replace(/^\.\//, ""), value);
    sayOf(call, { act: "write", target: into, inputs: [value] });
  }
  return value;
}

/** Devices as recorders name them: ffmpeg(1), "Input devices". */
const DEVICES: [RegExp, string][] = [
  [/^(?:x11grab|gdigrab|kmsgrab|fbdev|iec61883|screen)$|^Capture screen/i, "the screen"],
  [/^(?:v4l2|video4linux2?|qtkit|bktr)$|^\/dev\/video/i, "camera"],
  [/^(?:alsa|pulse|oss|sndio|jack|openal|audio_record)$/i, "microphone"],
  [/^(?:avfoundation|dshow|vfwcap|decklink)$/i, "microphone"],
];

function recorder(call: Call): Value {
  const what = call.texts.flatMap((text) => DEVICES.find(([pattern]) => pattern.test(text))?.[1] ?? [])[0];
  return what === undefined ? UNKNOWN : captured(call, what);
}

const clipboard: Program = (call) =>
  call.name === "xclip" && !hasFlag(call, "-o") && !call.texts.includes("-out")
    ? NOTHING
    : call.name === "xsel" && hasFlag(call, "-i", "-b") && !hasFlag(call, "-o")
      ? NOTHING
      : captured(call, "the clipboard");

const KILL_PATTERN = inPieces(
  "i",
  String.raw`\b(?:clamd?|falcon|crowdstrike|defender|mdatp|osquery|wazuh|sentinel|avast|sophos|littlesnitch|lulu|`,
  String.raw`blockblock|santa|jamf|Activity Monitor|wireshark|tcpdump)`,
);

function kill(call: Call): Value {
  if (KILL_PATTERN.test(call.texts.join(" "))) return disabled(call, "a security service");
  return NOTHING;
}

const isRewritten = ({ name, machine }: Call): boolean =>
  /^ip6?tables$/.test(name) && /\bip6?tables\s+(?:-P|--policy)\s+INPUT\s+(?:DROP|REJECT)\b/.test(machine.unit.text);

function firewall(call: Call): Value {
  const text = call.texts.join(" ");
  if (
    call.name === "ufw"
      ? /\bdisable\b|\breset\b/.test(text)
      : call.name === "pfctl"
        ? hasFlag(call, "-d")
        : /(?:^|\s)(?:-F|--flush)(?:\s*$|\s+(?:INPUT|OUTPUT))|-P (?:INPUT|OUTPUT|FORWARD) ACCEPT|flush ruleset/.test(
            text,
          )
  )
    // Rules that are flushed to be written anew end with everything refused.
    return isRewritten(call) ? NOTHING : disabled(call, "the firewall");
  return NOTHING;
}

function defaults(call: Call): Value {
  const text = call.texts.join(" ");
  if (/^write\b/.test(text) && /loginwindow|LaunchAgents|LSQuarantine/.test(text))
    return /LSQuarantine/.test(text)
      ? disabled(call, "macOS's check of what was downloaded")
      : scheduled(call, "~/Library/LaunchAgents/", call.args);
  return UNKNOWN;
}

/** Programs that change the system, or tell about it. */
export const SYSTEM_PROGRAMS: Record<string, Program> = {
  crontab,
  systemctl,
  service: systemctl,
  launchctl: () => NOTHING,
  schtasks: (call) =>
    hasFlag(call, "/create", "/Create") ? scheduled(call, "C:/Windows/System32/Tasks/x", call.args) : NOTHING,
  reg: (call) =>
    call.texts[0]?.toLowerCase() === "add" && /CurrentVersion\\{1,2}Run/i.test(call.texts.join(" "))
      ? scheduled(call, "HKCU/Software/Microsoft/Windows/CurrentVersion/Run", call.args)
      : NOTHING,
  "update-rc.d": (call) => scheduled(call, "/etc/init.d/x", call.args),
  xattr,
  spctl: (call) =>
    /disable|--global-disable|--add/.test(call.texts.join(" ")) ? disabled(call, "Gatekeeper") : UNKNOWN,
  csrutil: (call) => (call.texts.includes("disable") ? disabled(call, "System Integrity Protection") : UNKNOWN),
  fdesetup: (call) => (call.texts.includes("disable") ? disabled(call, "disk encryption") : UNKNOWN),
  // With the name of a program it takes that one's consents away, and asks again.
  tccutil: (call) =>
    call.texts.includes("reset") && !operands(call).some((each) => textOf(each).includes("."))
      ? disabled(call, "macOS's privacy consents")
      : UNKNOWN,
  setenforce: (call) =>
    call.texts.some((text) => text === "0" || /permissive/i.test(text)) ? disabled(call, "SELinux") : NOTHING,
  "aa-teardown": (call) => disabled(call, "AppArmor"),
  auditctl: (call) => (/(?:-e 0|-D)\b/.test(call.texts.join(" ")) ? disabled(call, "the system's audit") : NOTHING),
  ufw: firewall,
  iptables: firewall,
  ip6tables: firewall,
  nft: firewall,
  pfctl: firewall,
  kill,
  pkill: kill,
  killall: kill,
  defaults,
  pbpaste: clipboard,
  xclip: clipboard,
  xsel: clipboard,
  "wl-paste": clipboard,
  screencapture: (call) => captured(call, "the screen"),
  scrot: (call) => captured(call, "the screen"),
  grim: (call) => captured(call, "the screen"),
  "gnome-screenshot": (call) => captured(call, "the screen"),
  ffmpeg: recorder,
  avconv: recorder,
  gst: recorder,
  sox: (call) => (hasFlag(call, "-d", "--default-device") ? captured(call, "microphone") : UNKNOWN),
  rec: (call) => captured(call, "microphone"),
  parec: (call) => captured(call, "microphone"),
  parecord: (call) => captured(call, "microphone"),
  "pw-record": (call) => captured(call, "microphone"),
  "termux-microphone-record": (call) => captured(call, "microphone"),
  "termux-clipboard-get": (call) => captured(call, "the clipboard"),
  copyq: (call) =>
    /^(?:read|clipboard|selection)$/.test(call.texts[0] ?? "") ? captured(call, "the clipboard") : UNKNOWN,
  cliphist: (call) => (/^(?:list|decode)$/.test(call.texts[0] ?? "") ? captured(call, "the clipboard") : UNKNOWN),
  maim: (call) => captured(call, "the screen"),
  spectacle: (call) => captured(call, "the screen"),
  flameshot: (call) => captured(call, "the screen"),
  grimblast: (call) => captured(call, "the screen"),
  xwd: (call) => captured(call, "the screen"),
  "wf-recorder": (call) => captured(call, "the screen"),
  recordmydesktop: (call) => captured(call, "the screen"),
  streamer: (call) => captured(call, "camera"),
  guvcview: (call) => captured(call, "camera"),
  libinput: (call) => (/^(?:record|debug-events)$/.test(call.texts[0] ?? "") ? captured(call, "keyboard") : UNKNOWN),
  xev: (call) => captured(call, "keyboard"),
  arecord: (call) => captured(call, "microphone"),
  imagesnap: (call) => captured(call, "camera"),
  fswebcam: (call) => captured(call, "camera"),
  xinput: (call) => (call.texts[0] === "test" || call.texts[0] === "test-xi2" ? captured(call, "keyboard") : UNKNOWN),
  showkey: (call) => captured(call, "keyboard"),
  logkeys: (call) => captured(call, "keyboard"),
  evtest: (call) => captured(call, "keyboard"),
  xdotool: (call) => {
    sayOf(call, { act: "control" });
    return { ...UNKNOWN, text: HOLE };
  },
  cliclick: (call) => {
    sayOf(call, { act: "control" });
    return NOTHING;
  },
  psql: (call) => database(call),
  mysql: (call) => database(call),
  mongosh: (call) => database(call),
  "redis-cli": (call) => database(call),
  sqlite3: (call) => {
    sayOf(call, { act: "database", target: operands(call)[0] ?? UNKNOWN });
    return contentOf(call, operands(call, new Set(["-cmd", "-separator"])).slice(0, 1));
  },
  sw_vers: (call) => ({ ...tainted("host-info", call.name, here(call)), text: HOLE }),
  system_profiler: (call) => ({ ...tainted("host-info", call.name, here(call)), text: HOLE }),
  whoami: (call) => ({ ...tainted("host-info", call.name, here(call)), text: HOLE }),
  hostname: (call) => ({ ...tainted("host-info", call.name, here(call)), text: HOLE }),
  uname: (call) => ({
    ...UNKNOWN,
    text: HOLE,
    ...(hasFlag(call, "-a") ? tainted("host-info", call.name, here(call)) : {}),
  }),
  id: (call) => ({ ...tainted("host-info", call.name, here(call)), text: HOLE }),
};

function database(call: Call): Value {
  sayOf(call, { act: "database", target: optionValues(call, "-h", "--host")[0] ?? operands(call)[0] ?? UNKNOWN });
  return { ...UNKNOWN, text: HOLE };
}
