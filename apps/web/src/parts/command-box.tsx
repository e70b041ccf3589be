import type { Command } from "../install.ts";

/** A command, whole and selectable; the script adds a button that copies it. */
export function CommandBox({ command }: { command: Command }) {
  return (
    <div class="command">
      <copy-command label={command.title}>
        <p class="command-title">{command.title}</p>
        <pre>
          <code>
            {command.text.split(/(\s+)/).map((word) => (isShort(word) ? <span class="word">{word}</span> : word))}
          </code>
        </pre>
        {command.note === undefined ? null : <p class="quiet">{command.note}</p>}
      </copy-command>
    </div>
  );
}

/** A short word is kept whole, so that a line never ends inside `--allow-experimental`; addresses and digests may break anywhere. */
const isShort = (word: string) => word.length > 1 && word.length <= 32 && word.includes("-") && !/\s/.test(word);
