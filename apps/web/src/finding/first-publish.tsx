import { cliCommand } from "../install.ts";
import { CommandBox } from "../parts/command-box.tsx";

/** What an empty registry says: nothing is here yet, and how the first skill comes. */
export function FirstPublish({ publicUrl }: { publicUrl: string }) {
  return (
    <section class="first-publish" aria-labelledby="first-publish">
      <h2 id="first-publish">Nothing has been published here yet</h2>
      <p>A skill is a folder with a SKILL.md. Publish the first one from where it lies:</p>
      <ol>
        <li>
          <p>
            Sign in on your machine. The command shows a code, which you type in at <a href="/device">this page</a>.
          </p>
          <CommandBox command={{ title: "Sign in", text: cliCommand("login", publicUrl) }} />
        </li>
        <li>
          <p>See what the registry would say of the folder; nothing is sent to be kept.</p>
          <CommandBox command={{ title: "Dry run", text: cliCommand("validate my-skill", publicUrl) }} />
        </li>
        <li>
          <p>Publish it. The scan follows, and the command waits for its verdict.</p>
          <CommandBox command={{ title: "Publish", text: cliCommand("publish my-skill --wait", publicUrl) }} />
        </li>
      </ol>
      <p>
        <a href="/docs/first-skill">Your first skill, step by step</a>: to sign it and to have it audited, too.
      </p>
    </section>
  );
}
