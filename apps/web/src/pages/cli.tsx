import { sizeText } from "../figures.tsx";
import { CommandBox } from "../parts/command-box.tsx";
import { cliCommand } from "../install.ts";
import { notFoundPage } from "./problem.tsx";
import type { Page, Visit } from "../visit.ts";

/** `/cli`: how to get the command line from this registry, and the digest of what comes. */
export async function cliPage(visit: Visit): Promise<Page> {
  const { cli, publicUrl } = visit;
  if (cli === null) return notFoundPage(visit, null);
  const tarball = `${publicUrl}/cli/gaia-skill.tgz`;
  const isNamed = cli.registry !== null;
  const tried = isNamed ? `npx -y ${tarball} search notes` : cliCommand("search notes", publicUrl);
  const settled = isNamed ? "gaia-skill config get registry" : `gaia-skill config set registry ${publicUrl}`;
  return {
    title: "The command line",
    description: "Find, install, verify and publish skills from a terminal.",
    canonical: "/cli",
    body: (
      <section class="tab">
        <h1>The command line</h1>
        <p class="lead">
          It comes from this registry: one package, which needs Node 20 or newer and nothing else.
          {cli.registry !== null && " It asks this registry, unless you name another."}
        </p>
        <dl class="digests">
          <dt>Version</dt>
          <dd>{cli.version}</dd>
          <dt>Size</dt>
          <dd>{sizeText(cli.sizeBytes)}</dd>
          <dt>SHA-256</dt>
          <dd>
            <code class="digest">{cli.sha256}</code>
          </dd>
        </dl>
        <p class="measure">
          To publish, and for everything where this registry is closed, sign in first: <code>gaia-skill login</code>.{" "}
          <a href="/docs/cli">What every verb has</a>, <a href="/docs/install">how to install</a>,{" "}
          <a href="/docs/publish">how to publish</a>.
        </p>
        <CommandBox command={{ title: "Without installing it", text: tried }} />
        <CommandBox
          command={{
            title: "Installed",
            text: `npm install -g ${tarball}\n${settled}\ngaia-skill --help`,
          }}
        />
        <CommandBox
          command={{
            title: "Checked first",
            text:
              `curl -fLo gaia-skill.tgz ${tarball}\necho "${cli.sha256}  gaia-skill.tgz" | sha256sum -c\nnpm install ` +
              `-g ./gaia-skill.tgz`,
          }}
        />
        <CommandBox
          command={{
            title: "For agents in Python, with the command line installed",
            text: `pip install ${cli.wheels.map((file) => `${publicUrl}/cli/${file}`).join(" \\\n  ")}`,
          }}
        />
      </section>
    ),
  };
}
