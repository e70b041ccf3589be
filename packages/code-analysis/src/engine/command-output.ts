import { inPieces } from "@gaia/reading";
import { secretPlace } from "./sensitive-path.ts";
import type { Source } from "./value.ts";

const OUTPUTS: [RegExp, Source["taint"], string][] = [
  [/\bsecurity\s+(?:find-(?:generic|internet)-password|dump-keychain|export)/, "secret-file", "the macOS keychain"],
  [
    /\bsecret-tool\s+(?:lookup|search)|\bkwallet-query\b|\bcmdkey\s+\/list|\bvaultcmd\b/i,
    "secret-file",
    "the key ring",
  ],
  [
    inPieces(
      "",
      String.raw`\bgit\s+credential\s+fill|\bgh\s+auth\s+token|\bgcloud\s+auth\s+(?:application-default\s+)?print|`,
      String.raw`\baws\s+(?:configure\s+(?:get|export-credentials)|sts\s+get-session-token)|\baz\s+account\s+get-access-token|`,
      String.raw`\bvault\s+(?:read|kv\s+get)|\bop\s+(?:read|item\s+get)|\bpass\s+show\b|\bgpg\s+--export-secret`,
    ),
    "secret-file",
    "stored credentials",
  ],
  [/(?:^|[|;&\s])(?:printenv|env|set)\s*(?:$|[|;&>])|\bGet-ChildItem\s+env:/i, "env-all", "the environment"],
  [
    /\b(?:pbpaste|xclip\b[^|;&]{0,40}\s-o|xsel\b[^|;&]{0,20}\s-[ob]|wl-paste|Get-Clipboard)\b/i,
    "user-data",
    "the clipboard",
  ],
  [
    /\b(?:screencapture|scrot|gnome-screenshot|import\s+-window|grim|maim|wayshot|flameshot)\b/,
    "user-data",
    "the screen",
  ],
  [/\bffmpeg\b.{0,200}\s-f\s+(?:x11grab|gdigrab|kmsgrab)\b/, "user-data", "the screen"],
  [
    inPieces(
      "",
      String.raw`^(?:\S{0,80}\/)?(?:arecord|parecord|parec|rec|pw-record|pw-cat\s+(?:-r|--record)|`,
      String.raw`sox\s+(?:-d|-t\s+(?:alsa|pulseaudio|coreaudio)))\b|\bffmpeg\b.{0,200}\s-f\s+(?:alsa|pulse|avfoundation|`,
      String.raw`dshow)\b|\bgst-launch\S{0,8}\s.{0,80}(?:alsasrc|pulsesrc|autoaudiosrc|osxaudiosrc)`,
    ),
    "user-data",
    "microphone",
  ],
  [
    inPieces(
      "",
      String.raw`\b(?:fswebcam|imagesnap|raspistill|libcamera-(?:still|jpeg|vid)|rpicam-\w{2,8})\b|`,
      String.raw`\bffmpeg\b.{0,200}\s-f\s+v4l2\b|\bgst-launch\S{0,8}\s.{0,80}(?:v4l2src|autovideosrc)`,
    ),
    "user-data",
    "camera",
  ],
  [/\b(?:xinput\s+test\S{0,4}|showkey|evtest|libinput\s+debug-events|logkeys)\b/, "user-data", "keyboard"],
  [/\bxdotool\s+get(?:active|mouse)?window|\bwmctrl\s+-l|\bxprop\s+-(?:root|id)/, "user-data", "window titles"],
  [
    /\blsblk\b|\bdiskutil\s+list|\bfdisk\s+-l|\bblkid\b|\bsfdisk\s+-l|\bwmic\s+diskdrive|\bGet-(?:Physical)?Disk\b|\/proc\/partitions/i,
    "listing",
    "the machine's disks",
  ],
  [
    /^\s*(?:find|fd|fdfind|mdfind|ls\s+-\w*R\w*)\s+(?:-\w+\s+)?["']?(?:~|\$\{?HOME\}?|\/home|\/Users)(?:[\s/"'*]|$)/,
    "user-files",
    "the home directory",
  ],
  [/\b(?:curl|wget|Invoke-WebRequest|Invoke-RestMethod|iwr|irm)\b/i, "network", "a download"],
  [
    /^\s*(?:whoami|hostname|uname|id|ifconfig|ipconfig|ip\s+a|systeminfo|sw_vers|system_profiler)\b/,
    "host-info",
    "the machine",
  ],
];

/** What a command's output holds, as far as its words tell. `command` is one line of words, quoted or not. */
export function outputSources(command: string, line: number): Source[] {
  const text = command.slice(0, 4_000);
  const found: Source[] = OUTPUTS.filter(([pattern]) => pattern.test(text)).map(([, taint, what]) => ({
    taint,
    what,
    line,
  }));
  if (/\b(?:cat|type|head|tail|less|base64|tar|zip|cp|strings|xxd|Get-Content|gc)\b/.test(text)) {
    for (const word of text.split(/[\s"'=<>|;&()]+/).slice(0, 200)) {
      const place =
        word.includes("/") || word.startsWith(".") || word.includes("\\")
          ? secretPlace(word.replace(/^\$\{?HOME\}?/, "~"))
          : null;
      if (place !== null) found.push({ taint: "secret-file", what: word, line });
    }
  }
  return found;
}
