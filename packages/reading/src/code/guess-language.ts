import { inPieces } from "../patterns/pattern.ts";
import { type CodeLanguage, shebangOf, languageOfFile } from "./code-unit.ts";

const MOST_LINES = 300;
const MOST_LINE = 400;

const COMMANDS = new Set(
  `apt apt-get awk aws az base64 bash brew bun bunx cargo cat cd chmod chown claude clawdbot clawhub cp crontab
   curl cut dd deno dig docker docker-compose echo env eval exec export find gcloud gh git go grep gunzip gzip
   head helm jq kill kubectl launchctl ln ls make mkdir mkfifo mv nc ncat nohup node npm npx openssl pbpaste perl
   pip pip3 pipx pkill pnpm printf ps pwd pwsh python python3 rm rsync ruby scp sed set sh shred socat source
   sort ssh sudo systemctl tail tar tee terraform tmux touch tr unzip uv uvx wget which xargs xattr xxd yarn zip
   zsh nslookup osascript security powershell mkfs mkfs.ext4 spctl setenforce exit return local . wc command
   unset history gpg screencapture scrot alias ssh-keygen pbcopy xclip useradd usermod iptables ufw csrutil
   defaults killall find ping nmap wipefs shutdown reboot`.split(/\s+/),
);
const SHELL_LINE =
  /^(?:for \w+ in |if \[|while |done\b|fi\b|then\b|esac\b|[A-Z_]{2,40}=\S|\w{1,40}=\$\(|\w{1,40}\(\) ?\{|\}$|\\$|\|\|? |&& |--?[a-z])/;
/** What no sentence has: a pipe into a shell, a substitution, a function, one command after another. */
const STRONG_SHELL = inPieces(
  "",
  String.raw`\|\s*(?:sudo\s+)?(?:ba|z|da)?sh\b|\$\([a-z]|\$\{[A-Z_@]|\s&&\s|>\s?\/dev\/|^\w{1,30}=\S{1,200};|`,
  String.raw`;\s*(?:done|fi|then|do)\b|^\S{1,30}\(\)\s?\{|^\$'\\|^\{\w+,|<<-?\s?['"]?[A-Z]{2,10}\b|\$\{IFS\}|:\|:`,
);
const PYTHON_LINE = inPieces(
  "",
  String.raw`^\s*(?:import [a-z_][\w., ]*$|from [\w.]+ import |def \w+\(|async def |class \w+[(:]|if .{1,200}:$|`,
  String.raw`for .{1,200} in .{1,200}:$|with .{1,200}:$|return\b|print\(|[a-z_]\w* = |[a-z_][\w.]*\(.{0,300}\)$|`,
  String.raw`except\b|try:|else:|elif |@\w|["')\]}])`,
);
const PYTHON_SIGN =
  /^\s*(?:import [a-z_][\w., ]*$|from [\w.]+ import |(?:async )?def \w+\(.{0,300}:|if __name__ ==|exec\(|eval\()/;
const SCRIPT_LINE = inPieces(
  "",
  String.raw`^\s*(?:import .{1,200} from ["']|export |const |let |var |class \w|(?:async )?function\b|if ?\(|for ?\(|`,
  String.raw`return\b|await |\}|\)|\/\/|[\w.$]+\(.{0,300}\);?$|.{1,300};$)`,
);
const SCRIPT_SIGN = inPieces(
  "",
  String.raw`^\s*(?:import .{1,200} from ["']|(?:const|let|var) .{1,200} = (?:await )?(?:require\(|import\()|`,
  String.raw`require\(["']|(?:const|let|var) \w+ = |(?:async )?function \w*\(|class \w+ (?:extends [\w.]+ )?\{$|`,
  String.raw`module\.exports|document\.|window\.|eval\(|process\.)`,
);
const POWERSHELL_SIGN =
  /^\s*(?:\$\w+ = |iex\b|iwr\b|irm\b|Invoke-\w+|Set-\w+ |Get-\w+|New-\w+ |Add-\w+ |Start-\w+ |Remove-\w+ |powershell(?:\.exe)? -)/i;

/** The language that a text is clearly written in; null where words or data are as likely. A first line `#!…` decides. */
export function guessLanguage(text: string): CodeLanguage | null {
  const shebang = shebangOf(text);
  if (shebang !== null) return languageOfFile("", shebang);
  const lines = withoutHeredocs(text.slice(0, MOST_LINES * MOST_LINE).split(/\r\n|\r|\n/, MOST_LINES))
    .map((line) => line.slice(0, MOST_LINE))
    .filter((line) => line.trim() !== "" && !/^\s*(?:#|\/\/)/.test(line));
  if (lines.length === 0 || text.includes("├") || /^\s*(?:[[<]|\{(?!\w+,))/.test(lines[0] ?? "")) return null;
  const share = (isLine: (line: string) => boolean) => lines.filter(isLine).length / lines.length;
  const has = (sign: RegExp) => lines.some((line) => sign.test(line));
  if (has(PYTHON_SIGN) && share((line) => PYTHON_LINE.test(line) || /^\s{2,}/.test(line)) >= 0.7) return "python";
  if (share((line) => POWERSHELL_SIGN.test(line)) >= 0.5) return "powershell";
  if (has(SCRIPT_SIGN) && share((line) => SCRIPT_LINE.test(line) || /^\s{2,}/.test(line)) >= 0.7) return "javascript";
  const isShell = share(isCommand) >= 0.6 && lines.some((line) => startsWithCommand(line) || STRONG_SHELL.test(line));
  return isShell ? "bash" : null;
}

/** What stands in a here-document is of any language. */
function withoutHeredocs(lines: string[]): string[] {
  let end: string | null = null;
  return lines.filter((line) => {
    if (end !== null) {
      if (line.trim() === end) end = null;
      return false;
    }
    end = /<<-?\s?["']?([A-Z_]{2,20})\b/.exec(line)?.[1] ?? null;
    return true;
  });
}

function isCommand(line: string): boolean {
  return startsWithCommand(line) || STRONG_SHELL.test(line) || SHELL_LINE.test(line.trim()) || line.endsWith("\\");
}

/** A program's name and something after it that no sentence has: a flag, a path, an operator, a known subcommand's shape. */
function startsWithCommand(line: string): boolean {
  const typed = line.trim().replace(/^(?:\$|%|>|❯|➜) /, "");
  // Spelling that a shell does not see: `b'as'h`, `c\url`, `ba$@sh`.
  const bare = typed.replace(/^\S{1,40}(?=\s)/, (word) => word.replaceAll(/['"\\]|\$[@*]/g, ""));
  const words = bare.split(/\s+/, 30);
  const first = words.find((word) => word !== "sudo" && !/^\w+=/.test(word))?.replace(/^.*\//, "") ?? "";
  if (!COMMANDS.has(first)) return /^(?:\.\/|~\/|\/)[\w./-]+(?:\s|$)/.test(bare);
  if (/[.!?:]$/.test(bare) && words.length > 5 && !/[|&;<>$]/.test(bare)) return false;
  return words.length <= 6 || /(?:^|\s)--?\w|[|&;<>$=/\\"']/.test(bare);
}
