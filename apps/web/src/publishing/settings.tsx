import type { components } from "@gaia/client";
import type { Asked } from "../asked.ts";
import { DoneNote, errorOf, formOf, type Shown } from "../deeds/deeds.tsx";
import { Boxes, Choice, Line } from "../parts/fields.tsx";
import { Form, formPage, Moment } from "../parts/form.tsx";
import { shortText } from "../plain-text.ts";
import { ensureData, findData, type Skill } from "../registry-api.ts";
import { ensureMe } from "../showing/me.ts";
import { show } from "../showing/show.ts";
import { skillAddress } from "../skill-address.ts";
import type { Page, Visit } from "../visit.ts";
import { PUBLISHING_WORDS, SETTING_DEEDS, STAGING_WORDS, VISIBILITY_WORDS } from "./setting-deeds.ts";
import { SignerChanges, VersionSettings } from "./version-settings.tsx";

type Shapes = components["schemas"];

/** What the page of a skill's settings is made of. */
interface Facts {
  settings: Shapes["SkillSettings"];
  /** null: no version of it can be seen yet */
  skill: Skill | null;
  trusted: Shapes["TrustedPublisher"][];
  transfers: Shapes["Transfer"][];
  changes: Shapes["SignerChangeList"]["items"];
}

async function findFacts({ api }: Visit, name: string): Promise<Facts> {
  const params = { path: { name } };
  const [settings, skill, trusted, transfers, changes] = await Promise.all([
    ensureData(api.GET("/skills/{name}/settings", { params })),
    findData(api.GET("/skills/{name}", { params })),
    findData(api.GET("/skills/{name}/trusted-publishers", { params })),
    findData(api.GET("/transfers", {})),
    findData(api.GET("/signer-changes", { params: { query: { limit: 100 } } })),
  ]);
  return {
    settings,
    skill,
    trusted: trusted?.trusted_publishers ?? [],
    transfers: transfers?.transfers.filter((one) => one.name === name && one.status === "pending") ?? [],
    changes: changes?.items.filter((one) => one.name === name) ?? [],
  };
}

/** `/skills/{name}/settings`: what its publisher decides about a skill, each beside what it does. */
export function settingsPage(asked: Asked, shown: Shown): Promise<Response> {
  const name = asked.param("name");
  return show(asked, { name, version: null }, async (visit): Promise<Page> => {
    ensureMe(visit);
    const facts = await findFacts(visit, name);
    const part = { action: visit.url.pathname, shown, facts };
    return formPage({
      title: `Settings of ${name}`,
      lead: (
        <>
          Owners and admins of its publisher change these. <a href={skillAddress(name)}>To its page</a>
        </>
      ),
      error: errorOf(shown),
      ...(shown.status !== undefined && { status: shown.status }),
      children: (
        <>
          <DoneNote deeds={SETTING_DEEDS} url={visit.url} />
          <SignerChanges changes={facts.changes} action={part.action} />
          <Visibility {...part} />
          <Publishing {...part} />
          <Trusted {...part} />
          <VersionSettings skill={facts.skill} action={part.action} shown={shown} />
          <Transfer {...part} />
        </>
      ),
    });
  });
}

interface Part {
  action: string;
  shown: Shown;
  facts: Facts;
}

function Visibility({ action, shown, facts: { settings } }: Part) {
  const { hidden, field } = formOf(shown, "visibility");
  const typed = { ...field.typed, values: { readers: settings.readers.join(" "), ...field.typed.values } };
  return (
    <section aria-labelledby="visibility">
      <h2 id="visibility">Who may see it</h2>
      <Form
        action={action}
        hidden={{ ...hidden, was: settings.visibility }}
        submit="Change who sees it"
        consequence="It counts at once, for every version of the skill."
      >
        <Choice {...field} name="visibility" label="Seen by" words={VISIBILITY_WORDS} now={settings.visibility} />
        <Line
          {...field}
          typed={typed}
          name="readers"
          label="Readers while it is private"
          optional
          maxlength={4_000}
          hint="Handles of members of its publisher, with blanks between."
        />
      </Form>
    </section>
  );
}

function Publishing({ action, shown, facts: { settings } }: Part) {
  const { hidden, field } = formOf(shown, "publishing");
  return (
    <section aria-labelledby="publishing">
      <h2 id="publishing">How versions get in</h2>
      <Form
        action={action}
        hidden={hidden}
        submit="Change how it is published"
        consequence="It counts from the next version on. What is published stays."
      >
        <Choice {...field} name="publishing" label="Published by" words={PUBLISHING_WORDS} now={settings.publishing} />
        <Choice {...field} name="staging" label="A new version is" words={STAGING_WORDS} now={settings.staging} />
      </Form>
    </section>
  );
}

function Trusted({ action, shown, facts: { trusted } }: Part) {
  const { hidden, field, isTyped } = formOf(shown, "trust");
  return (
    <section aria-labelledby="trusted">
      <h2 id="trusted">Trusted publishers</h2>
      <p>A workflow of your repository publishes without a token that could be stolen.</p>
      {trusted.length === 0 ? <p class="empty">No workflow is trusted.</p> : null}
      <ul class="entries">
        {trusted.map((one) => (
          <li>
            <span>
              <b>{shortText(one.repository ?? one.subject ?? one.issuer, 200)}</b>
              {one.workflow === null ? "" : ` · ${shortText(one.workflow, 120)}`}
              {one.environment === null ? "" : ` · environment ${shortText(one.environment, 80)}`}
              {one.stage_only ? " · stages only" : ""}
              <br />
              <span class="hint">
                by {one.created_by}, last used {one.last_used_at ? <Moment at={one.last_used_at} /> : "never"}
              </span>
            </span>
            <Form action={action} hidden={{ do: "distrust", row: one.id }} submit="Remove" />
          </li>
        ))}
      </ul>
      <details open={isTyped}>
        <summary>Trust a workflow</summary>
        <Form
          action={action}
          hidden={hidden}
          submit="Trust it"
          consequence="Each person who can change that workflow can publish this skill."
        >
          <Choice {...field} name="issuer" label="It runs at" words={{ github: "github.com", gitlab: "gitlab.com" }} />
          <Line {...field} name="repository" label="Repository" maxlength={255} hint="As owner/name." />
          <Line
            {...field}
            name="workflow"
            label="Workflow"
            optional
            maxlength={255}
            hint="GitHub needs it: the file below .github/workflows, such as release.yml."
          />
          <Line
            {...field}
            name="environment"
            label="Environment"
            optional
            maxlength={255}
            hint="Empty: any environment, and none."
          />
          <Boxes
            {...field}
            name="stage_only"
            label="Its versions"
            words={{ yes: "are staged only: a member approves each" }}
          />
        </Form>
      </details>
    </section>
  );
}

function Transfer({ action, shown, facts: { transfers } }: Part) {
  const { hidden, field, isTyped } = formOf(shown, "transfer");
  return (
    <section aria-labelledby="transfer">
      <h2 id="transfer">Transfer</h2>
      {transfers.length === 0 ? (
        <details open={isTyped}>
          <summary>Give it to another publisher</summary>
          <Form
            action={action}
            hidden={hidden}
            submit="Offer it"
            consequence="Nothing changes until they accept, within seven days. Then it is theirs."
            isGrave
          >
            <Line {...field} name="to" label="To" maxlength={39} hint="The handle of a publisher here." />
          </Form>
        </details>
      ) : (
        <ul class="entries">
          {transfers.map(({ id, to, expires_at }) => (
            <li>
              <span>
                Offered to <b>{to}</b>, until <Moment at={expires_at} />
              </span>
              <Form action={action} hidden={{ do: "withdraw", row: id }} submit="Withdraw" />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
