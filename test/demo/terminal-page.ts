/** What was typed, and what the terminal showed then, with its colours. */
export interface Shown {
  typed: string;
  screen: string;
}

/** A page that looks like a terminal with these commands in it. */
export const terminalPage = (shown: readonly Shown[]): string => `<!doctype html>
<meta charset="utf-8">
<style>
  body { margin: 0; padding: 24px; background: #e9eaee; width: fit-content; }
  main { border-radius: 10px; background: #14161b; color: #d7dae0; overflow: hidden; }
  header { display: flex; gap: 8px; padding: 12px 14px; background: #1e2127; }
  header i { width: 12px; height: 12px; border-radius: 50%; background: #4b505b; }
  pre { margin: 0; padding: 18px 22px 22px; font: 15px/1.5 "DejaVu Sans Mono", monospace; min-width: 110ch; }
  .typed { color: #fff; font-weight: 700; }
  .prompt, .dim { color: #858b98; }
  .bold { font-weight: 700; }
  .red { color: #f2777a; } .green { color: #8fce7e; } .yellow { color: #e6c26b; }
  .blue { color: #7db2f0; } .magenta { color: #c79af0; } .cyan { color: #6ec9cf; }
</style>
<main><header><i></i><i></i><i></i></header><pre>${shown.map(block).join("\n")}</pre></main>`;

const block = ({ typed, screen }: Shown): string =>
  `<span class="prompt">$ </span><span class="typed">${escaped(typed)}</span>\n${toHtml(lastDrawn(screen))}\n`;

/** The control character that begins what colours a text and moves the cursor. */
const ESC = String.fromCodePoint(27);

/** The lines as they stand in the end: what was drawn over or erased is gone. */
function lastDrawn(screen: string): string {
  const lines = screen.replaceAll("\r\n", "\n").split("\n");
  const end = lines.map((line) => {
    const drawn = line.split(new RegExp(`\\r|${ESC}\\[(?:\\d*[GK]|\\?\\d+[hl])`)).filter((part) => part !== "");
    return drawn.at(-1) ?? "";
  });
  return end.join("\n").trimEnd();
}

const CLASSES: Readonly<Record<string, string>> = {
  1: "bold",
  2: "dim",
  31: "red",
  32: "green",
  33: "yellow",
  34: "blue",
  35: "magenta",
  36: "cyan",
  90: "dim",
};

/** Colours of a terminal as spans. What ends one ends all: the command line nests none. */
function toHtml(text: string): string {
  let html = "";
  let open = 0;
  for (const [at, part] of text.split(new RegExp(`${ESC}\\[([\\d;]*)m`)).entries()) {
    if (at % 2 === 0) {
      html += escaped(part);
      continue;
    }
    const name = CLASSES[part];
    if (name === undefined) {
      html += "</span>".repeat(open);
      open = 0;
    } else {
      html += `<span class="${name}">`;
      open += 1;
    }
  }
  return html + "</span>".repeat(open);
}

const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
