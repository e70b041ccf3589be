import type { Random } from "../bench/random.ts";
import type { CodeEvasion } from "./code-evasions.ts";
import { hexEscapes, toBase64 } from "./fill.ts";
import { inParts, mapLiterals } from "./literals.ts";

const PROGRAMS = /(?<![\w./"-])(curl|wget|bash|sh|nc|base64|crontab|eval|rm|dd|socat|nohup|docker|nslookup|tar)(?= )/g;
const CMDLETS =
  /\b(Invoke-WebRequest|Invoke-Expression|Invoke-RestMethod|Start-Process|Copy-Item|Remove-Item|Get-ChildItem|New-Object|Format-Volume)\b/g;

export function evadeShell(code: string, evasion: Exclude<CodeEvasion, "none">, random: Random): string {
  switch (evasion) {
    case "base64":
      return random.pick([
        `echo "${toBase64(code)}" | base64 -d | bash`,
        `bash -c "$(base64 -d <<< ${toBase64(code)})"`,
        `eval "$(echo ${toBase64(code)} | openssl base64 -d -A)"`,
        `printf '%s' '${Buffer.from(code).toString("hex")}' | xxd -r -p | sh`,
      ]);
    case "escapes":
      return random.pick([`eval "$(printf '${hexEscapes(code)}')"`, `bash -c $'${hexEscapes(code)}'`]);
    case "split":
      return code.replace(PROGRAMS, (word) =>
        random.pick([`${word.slice(0, 1)}""${word.slice(1)}`, `${word.slice(0, 1)}'${word.slice(1)}'`]),
      );
    case "indirection":
      return viaVariables(code);
    case "two-step":
      return random.pick([
        `cat > /tmp/.step <<'STEP'\n${code}\nSTEP\nchmod +x /tmp/.step && /tmp/.step`,
        `base64 -d > /tmp/step.sh <<'STEP'\n${toBase64(code)}\nSTEP\n. /tmp/step.sh`,
      ]);
    case "noise":
    case "homoglyph":
      return code.replace(PROGRAMS, (word) =>
        random.pick([`${word.slice(0, 1)}\\${word.slice(1)}`, `${word}$@`, `${word.slice(0, 1)}\${Z}${word.slice(1)}`]),
      );
  }
}

function viaVariables(code: string): string {
  const names = new Map<string, string>();
  const body = code.replace(PROGRAMS, (word) => {
    const name = names.get(word) ?? `v${names.size + 1}`;
    names.set(word, name);
    return `$${name}`;
  });
  return [...[...names].map(([word, name]) => `${name}=${word}`), body].join("\n");
}

export function evadePowershell(code: string, evasion: Exclude<CodeEvasion, "none">, random: Random): string {
  switch (evasion) {
    case "base64":
      return `powershell -nop -w hidden -enc ${Buffer.from(code, "utf16le").toString("base64")}`;
    case "escapes":
      return `& ([scriptblock]::Create(-join (${[...Buffer.from(code)].join(",")} | % { [char]$_ })))`;
    case "split":
      return mapLiterals(code, (inner) => `(${inParts(inner, random.next, " + ")})`).replace(
        CMDLETS,
        (name) => `& (${inParts(name, random.next, " + ")})`,
      );
    case "indirection": {
      const found = [...new Set(code.match(CMDLETS) ?? [])];
      const body = code.replace(CMDLETS, (name) => `a${found.indexOf(name)}`);
      return [...found.map((name, index) => `Set-Alias a${index} ${name}`), body].join("\n");
    }
    case "two-step":
      return `Set-Content "$env:TEMP\\step.ps1" @'\n${code}\n'@\npowershell -ep bypass -File "$env:TEMP\\step.ps1"`;
    case "noise":
    case "homoglyph":
      return code.replace(CMDLETS, (name) =>
        [...name]
          .map((c, index) =>
            index > 1 && index % 5 === 0 && /[a-z]/.test(c) && !/[abefnrtuv0]/.test(c) ? `\`${c}` : c,
          )
          .map((c) => (random.next() < 0.5 ? c.toUpperCase() : c.toLowerCase()))
          .join(""),
      );
  }
}
