import { inPieces } from "@gaia/reading";
/** Rounds of folding; each looks at the text once. */
const ROUNDS = 3;
const MOST_FOLDS = 400;

const LIST = String.raw`\s{0,4}((?:["'][^"'\n]{0,80}["']\s{0,4},\s{0,4}){1,40}["'][^"'\n]{0,80}["'])\s{0,4}`;

const wordsIn = (list: string): string[] => [...list.matchAll(/["']([^"'\n]{0,80})["']/g)].map(([, word = ""]) => word);
const reversed = (text: string): string => [...text].toReversed().join("");

/** Ways to write a text in pieces, each with what it makes. */
const FOLDS: [RegExp, (...parts: (string | undefined)[]) => string | null][] = [
  // 'a' + 'b', "a" . "b"
  [/(["'])([^"'\n]{0,200})["']\s{0,4}[+.]\s{0,4}["']([^"'\n]{0,200})["']/g, (_quote = "", a = "", b = "") => a + b],
  // '{1}{0}' -f 'b', 'a'
  [
    /["']([^"'\n]{0,120}\{\d\}[^"'\n]{0,120})["']\s{0,4}-f\s{0,4}((?:["'][^"'\n]{0,80}["']\s{0,4},\s{0,4}){0,20}["'][^"'\n]{0,80}["'])/gi,
    (format = "", list = "") => {
      const words = wordsIn(list);
      return format.replaceAll(/\{(\d{1,2})\}/g, (_, index: string) => words[Number(index)] ?? "");
    },
  ],
  // ('cba'.ToCharArray()[-1..-3] -join ''), strrev('cba'), 'cba'.reverse, scalar reverse 'cba'
  [
    inPieces(
      "gi",
      String.raw`(?:-join\s{0,4})?\(?\s{0,4}["']([^"'\n]{2,200})["']\s{0,4}(?:\.ToCharArray\(\))?\s{0,4}\)?\[\s{0,4}-\s{0`,
      String.raw`,2}1\s{0,4}\.\.[^\]]{1,30}\]\s{0,4}(?:-join\s{0,4}["']{2})?\)?`,
    ),
    (text = "") => reversed(text),
  ],
  [/\bstrrev\s{0,4}\(\s{0,4}["']([^"'\n]{2,200})["']\s{0,4}\)/gi, (text = "") => reversed(text)],
  [/["']([^"'\n]{2,200})["']\.reverse\b(?:\(\))?/g, (text = "") => reversed(text)],
  [
    /\bscalar\s{0,4}\(?\s{0,4}reverse\s{0,4}\(?\s{0,4}["']([^"'\n]{2,200})["']\s{0,4}\){0,2}/g,
    (text = "") => reversed(text),
  ],
  // [string]::Concat('a', 'b'), -join ('a', 'b'), ('a', 'b') -join ''
  [
    new RegExp(String.raw`\[string\]::(?:Concat|Join)\(\s{0,4}(?:["']{2}\s{0,4},)?${LIST}\)`, "gi"),
    (list = "") => wordsIn(list).join(""),
  ],
  [new RegExp(String.raw`-join\s{0,4}@?\(${LIST}\)`, "gi"), (list = "") => wordsIn(list).join("")],
  [new RegExp(String.raw`@?\(${LIST}\)\s{0,4}-join\s{0,4}["']{2}`, "gi"), (list = "") => wordsIn(list).join("")],
  // ['a', 'b'].join, join('', 'a', 'b'), implode('', ['a', 'b'])
  [
    new RegExp(String.raw`\[${LIST}\]\.join(?:\(\s{0,4}["']{2}\s{0,4}\)|\b(?!\s{0,4}\())`, "g"),
    (list = "") => wordsIn(list).join(""),
  ],
  [
    /%w[[({<]([^\])}>\n]{2,200})[\])}>]\.join(?:\(\s{0,4}["']{2}\s{0,4}\)|\b(?!\s{0,4}\())/g,
    (list = "") => list.trim().split(/\s+/).join(""),
  ],
  [
    new RegExp(String.raw`\bjoin\s{0,4}\(?\s{0,4}["']{2}\s{0,4},\s{0,4}\(?${LIST}\){0,2}`, "g"),
    (list = "") => wordsIn(list).join(""),
  ],
  [
    /\bjoin\s{0,4}\(?\s{0,4}["']{2}\s{0,4},\s{0,4}qw[[({/]([^\])}/\n]{2,200})[\])}/]\s{0,4}\)?/g,
    (list = "") => list.trim().split(/\s+/).join(""),
  ],
  [
    new RegExp(
      String.raw`\bimplode\s{0,4}\(\s{0,4}(?:["']{2}\s{0,4},\s{0,4})?(?:\[|array\()${LIST}[\])]\s{0,4}\)`,
      "gi",
    ),
    (list = "") => wordsIn(list).join(""),
  ],
  // 'aXb'.Replace('X', ''), 'aXb' -replace 'X', 'y', str_replace('X', '', 'aXb')
  [
    inPieces(
      "gi",
      String.raw`["']([^"'\n]{2,200})["']\s{0,4}(?:\.(?:replace|gsub|delete|tr)\(|-c?replace\s{0,4}\(?)\s{0,4}["']([^"'\n\\[\]()*+?.^$|`,
      String.raw`]{1,20})["']\s{0,4}(?:,\s{0,4}["']([^"'\n]{0,20})["'])?\s{0,4}\)?`,
    ),
    (text = "", from = "", to = "") => text.replaceAll(from, () => to),
  ],
  [
    inPieces(
      "gi",
      String.raw`\bstr_replace\s{0,4}\(\s{0,4}["']([^"'\n]{1,20})["']\s{0,4},\s{0,4}["']([^"'\n]{0,20})`,
      String.raw`["']\s{0,4},\s{0,4}["']([^"'\n]{2,200})["']\s{0,4}\)`,
    ),
    (from = "", to = "", text = "") => text.replaceAll(from, () => to),
  ],
  // chr(115) . chr(121), [char]0x69, 115.chr, pack('C*', 115, 121), [115, 121].pack('c*')
  [
    /(?:\bchr\s{0,2}\(?\s{0,2}|\[char\]\s{0,2}\(?)(0x[0-9a-f]{2}|\d{2,3})\s{0,2}\)?/gi,
    (code = "") => letter(Number(code)),
  ],
  [/(?<![\w.])(\d{2,3}|0x[0-9a-f]{2})\.chr\b/gi, (code = "") => letter(Number(code))],
  [
    /\bpack\s{0,4}\(?\s{0,4}["'][CcUW]\*["']\s{0,4},\s{0,4}((?:\d{2,3}\s{0,4},\s{0,4}){2,80}\d{2,3})\s{0,4}\)?/g,
    (list = "") => letters(list),
  ],
  [
    /\[\s{0,4}((?:\d{2,3}\s{0,4},\s{0,4}){2,80}\d{2,3})\s{0,4}\]\.pack\(?\s{0,2}["'][CcUW]\*["']\s{0,2}\)?/g,
    (list = "") => letters(list),
  ],
];

const letter = (code: number): string | null =>
  code >= 32 && code < 127 && code !== 34 && code !== 39 ? String.fromCharCode(code) : null;
const letters = (list: string): string | null => {
  const all = list.split(",").map((code) => letter(Number(code)));
  return all.includes(null) ? null : all.join("");
};

/** A statement whose texts are put together, and which texts these are; `isWhole` unless there were too many. */
export function folded(statement: string): { text: string; made: string[]; isWhole: boolean } {
  if (!/["'][^"'\n]{0,200}["'](?:\s{0,4}[+.,)\]]|\s{0,4}-|\.)|\bchr\b|\[char\]|pack|%w|qw/i.test(statement))
    return { text: statement, made: [], isWhole: true };
  let text = statement;
  const made: string[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = text;
    for (const [pattern, make] of FOLDS) {
      text = text.replaceAll(pattern, (whole: string, ...rest: unknown[]) => {
        if (made.length >= MOST_FOLDS) return whole;
        // The groups stand before the offset.
        const groups = rest.slice(
          0,
          rest.findIndex((part) => typeof part === "number"),
        );
        const result = make(...groups.map((part) => (part === undefined ? undefined : String(part))));
        if (result === null || result.includes("'")) return whole;
        made.push(result);
        return `'${result}'`;
      });
    }
    if (text === before) break;
  }
  return { text, made, isWhole: made.length < MOST_FOLDS };
}

/** Functions, classes and programs that are named in pieces only to be hidden. */
const HIDDEN_NAME = inPieces(
  "i",
  String.raw`^(?:(?:Kernel|main|IO|Open3|Process|Net::HTTP|TCPSocket|URI|LWP::UserAgent|HTTP::Tiny|IO::Socket(?:::INET)?|System\.|`,
  String.raw`Net\.WebClient|System\.Net\.\w+|Net\.Sockets\.\w+|Reflection\.Assembly|System\.Reflection\.Assembly|`,
  String.raw`System\.Management\.Automation\S*)|(?:IO\.|Kernel\.|main::|CORE::)?(?:system|exec|eval|popen|popen3|spawn|instance_eval|`,
  String.raw`class_eval|shell_exec|passthru|proc_open|create_function|base64_decode|gzinflate|unserialize|fsockopen|curl_exec|`,
  String.raw`file_get_contents)|iex|invoke-expression|invoke-command|invoke-webrequest|invoke-restmethod|downloadstring|downloadfile|`,
  String.raw`downloaddata|uploadstring|frombase64string|start-process|add-type|powershell(?:\.exe)?|cmd\.exe|amsi\w*|webclient|curl|`,
  String.raw`\/bin\/(?:ba|z)?sh)$`,
);

/** A dangerous name among texts that were put together, which the program never writes whole; null for none. */
export function hiddenName(made: readonly string[], written: string): string | null {
  const name = made.find((text) => text.length <= 60 && HIDDEN_NAME.test(text));
  return name === undefined || written.toLowerCase().includes(name.toLowerCase()) ? null : name;
}

export const FOLD_PATTERNS: readonly string[] = [...FOLDS.map(([pattern]) => pattern.source), HIDDEN_NAME.source];
