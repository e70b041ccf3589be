import type { components } from "@gaia/client";
import type { Child } from "hono/jsx";
import { plural } from "../figures.tsx";
import { Mark } from "../parts/marks.tsx";

type Overview = components["schemas"]["AdminOverview"];

interface Step {
  done: boolean;
  what: string;
  /** What is, or what to do. */
  words: Child;
}

/** What a first week is made of, ticked by what is. */
export function FirstWeek({ overview }: { overview: Overview }) {
  const steps = stepsOf(overview);
  const open = steps.filter(({ done }) => !done).length;
  return (
    <section aria-labelledby="first-week">
      <h2 id="first-week">The first week</h2>
      <p class="hint">
        {open === 0
          ? "All of it is done."
          : `${steps.length - open} of ${steps.length} done. The registry ticks them itself.`}
      </p>
      <ol class="checks">
        {steps.map(({ done, what, words }) => (
          <li class={done ? "done" : "open"}>
            <Mark shape="circle" sign="check" tone={done ? "allow" : "unscanned"} missing={!done} />
            <div>
              <b>{what}</b> <span class="unseen">{done ? "(done)" : "(open)"}</span>
              <p>{words}</p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}

function stepsOf({ begun, settings, waiting }: Overview): Step[] {
  const held = waiting.find(({ what }) => what === "held")?.count ?? 0;
  return [
    {
      done: begun.is_claimed,
      what: "Claim the registry",
      words: begun.is_claimed ? (
        "An admin signs in here in person."
      ) : (
        <>
          Give the first account an address and a password: <a href="/claim">claim it</a>.
        </>
      ),
    },
    {
      done: settings.is_named,
      what: "Name it",
      words: settings.is_named ? (
        `It is called ${settings.registry_name}.`
      ) : (
        <Line name="REGISTRY_NAME" value="Acme skills" />
      ),
    },
    {
      done: settings.read === "signed-in",
      what: "Close it, unless it is for everybody",
      words:
        settings.read === "signed-in" ? (
          "Only people and programs that sign in read it."
        ) : (
          <>
            Anyone reads it now. <Line name="READ" value="signed-in" />
          </>
        ),
    },
    {
      done: settings.providers.length > 0,
      what: "Sign in by your company’s provider",
      words:
        settings.providers.length > 0
          ? `People sign in by ${settings.providers.map(({ name }) => name).join(" and ")}.`
          : "People sign in by password or passkey now. Sign-in below has the lines to add.",
    },
    {
      done: settings.has_mail_server,
      what: "Send mail",
      words: settings.has_mail_server
        ? "Letters go out by your mail server."
        : "Letters are files now. Mail below has the line to add.",
    },
    {
      done: begun.people > 1 || begun.invitations > 0,
      what: "Invite a person",
      words: (
        <>
          {begun.people > 1 ? `${plural(begun.people, "person", "people")} sign in here. ` : ""}
          <a href="/admin/people#invite">Invite a person</a>.
        </>
      ),
    },
    ...begunSteps(begun, held),
  ];
}

function begunSteps(begun: Overview["begun"], held: number): Step[] {
  return [
    {
      done: begun.organisations > 0,
      what: "Make an organisation",
      words:
        begun.organisations > 0 ? (
          `${plural(begun.organisations, "organisation")} publish here.`
        ) : (
          <>
            A team publishes under one handle: <code>gaia-skill org create HANDLE</code>.
          </>
        ),
    },
    {
      done: begun.admins > 1,
      what: "Have a second admin",
      words: (
        <>
          An admin does not audit their own skill, and an appeal goes to another admin than the one who decided.{" "}
          {begun.admins > 1 ? (
            `There are ${begun.admins} admins.`
          ) : (
            <a href="/admin/people">Make another account an admin’s</a>
          )}
          {begun.admins > 1 ? "" : "."}
        </>
      ),
    },
    {
      done: begun.imported > 0,
      what: "Bring in what you use",
      words:
        begun.imported > 0 ? (
          "Skills of another registry were taken in."
        ) : (
          <>
            Mirror another registry: <code>gaia-skill admin mirror ADDRESS</code>. Or publish folders you have:{" "}
            <code>gaia-skill publish FOLDER</code>.
          </>
        ),
    },
    {
      done: held === 0,
      what: "Look at what is held",
      words:
        held === 0 ? (
          "Nothing is held."
        ) : (
          <>
            <a href="/admin/held">{plural(held, "version")} held or withheld</a> by a scan.
          </>
        ),
    },
    {
      done: begun.by_workflow > 0,
      what: "Publish from a workflow",
      words:
        begun.by_workflow > 0 ? (
          `${plural(begun.by_workflow, "version")} came from a workflow, without a stored token.`
        ) : (
          <>
            A trusted publisher needs no stored token: <code>gaia-skill trusted-publisher add NAME</code>.
          </>
        ),
    },
  ];
}

/** The line that somebody adds to the environment. */
export const Line = ({ name, value }: { name: string; value: string }) => (
  <>
    Add{" "}
    <code>
      {name}={value.includes(" ") ? `"${value}"` : value}
    </code>{" "}
    to the environment and start again.
  </>
);
