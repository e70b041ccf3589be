import { plural } from "../figures.tsx";
import { collectionCommands } from "../install.ts";
import { CommandBox } from "../parts/command-box.tsx";
import { shortText } from "../plain-text.ts";
import { ensureData } from "../registry-api.ts";
import type { Page, Visit } from "../visit.ts";

/** `/collections/{publisher}/{name}`: the skills that a publisher names together, as far as the reader may see them. */
export async function collectionPage(
  { api, publicUrl }: Visit,
  path: { handle: string; collection: string },
): Promise<Page> {
  const found = await ensureData(api.GET("/collections/{handle}/{collection}", { params: { path } }));
  const { publisher, name, skills } = found;
  const title = shortText(found.title, 120);
  return {
    title: `${title} by ${publisher}`,
    description: `${plural(skills.length, "skill")} that ${publisher} names together.`,
    ...(found.visibility === "public" && {
      canonical: `/collections/${encodeURIComponent(publisher)}/${encodeURIComponent(name)}`,
    }),
    body: (
      <>
        <div class="heading">
          <h1 dir="auto">{title}</h1>
          <p class="heading-facts">
            <span>
              a collection by <a href={`/publishers/${encodeURIComponent(publisher)}`}>{publisher}</a>
            </span>
            <span>{plural(skills.length, "skill")}</span>
            {found.visibility === "public" ? null : <span class="note">For members of {publisher}</span>}
          </p>
        </div>
        <section class="tab" aria-labelledby="skills">
          <h2 id="skills">Skills</h2>
          {skills.length === 0 ? (
            <p class="empty">No skill in it, or none that you may see.</p>
          ) : (
            <ol class="rows">
              {skills.map((skill) => (
                <li>
                  <a href={`/skills/${encodeURIComponent(skill)}`}>{skill}</a>
                </li>
              ))}
            </ol>
          )}
        </section>
        {skills.length === 0 ? null : (
          <section class="tab" aria-labelledby="install">
            <h2 id="install">Install all of them</h2>
            <p>
              Each is installed as if it was named: what is experimental, or held for review, needs the option that its
              page shows, and dangerous permissions are asked for.
            </p>
            {collectionCommands({ publisher, name }, publicUrl).map((command) => (
              <CommandBox command={command} />
            ))}
          </section>
        )}
      </>
    ),
  };
}
