import type { Command } from "../install.ts";

/** A command, whole and selectable; the script adds a button that copies it. */
export function CommandBox({ command }: { command: Command }) {
  return (
    <div class="command">
      <p class="command-title">{command.title}</p>
      <copy-command label={command.title}>
        <pre>
          <code>{command.text}</code>
        </pre>
      </copy-command>
    </div>
  );
}
