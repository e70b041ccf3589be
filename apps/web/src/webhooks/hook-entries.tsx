import { ADMINS_EVENTS, WEBHOOK_EVENTS, type WebhookEvent } from "@gaia/policy";
import { formOf, type Shown } from "../deeds/deeds.tsx";
import { Boxes, Line } from "../parts/fields.tsx";
import { Form, Moment } from "../parts/form.tsx";
import { shortText } from "../plain-text.ts";
import type { Hook } from "./hook-calls.ts";

/** When an event is sent. */
const EVENT_WORDS: Record<WebhookEvent, string> = {
  "version.published": "a version goes live",
  "version.verdict": "an inspection ends, or its verdict changes",
  "version.tier": "a tier rises or falls",
  "version.yanked": "a version is yanked, or that is undone",
  "version.quarantined": "a version is withheld, or released",
  "contest.opened": "a publisher contests a hold",
  "report.opened": "a skill is reported",
  "report.decided": "a report is decided",
};

/** Webhooks, each with how it stands and what can be done with it. `opened`: whose log is on the page. */
export function HookEntries({ hooks, opened, action }: { hooks: Hook[]; opened: Hook | null; action: string }) {
  if (hooks.length === 0) return <p class="empty">There is no webhook yet.</p>;
  return (
    <ul class="entries">
      {hooks.map((hook) => (
        <li>
          <span class="hook-words">
            <b class="hook-address">{shortText(hook.address, 500)}</b>
            <br />
            <Standing hook={hook} />
            <br />
            <span class="hint">
              {eventsOf(hook)} · acts for {hook.created_by} since <Moment at={hook.created_at} />
              {hook.former_secret_until === null ? null : (
                <>
                  {" "}
                  · the former secret signs as well until <Moment at={hook.former_secret_until} />
                </>
              )}
            </span>
          </span>
          {hook.id === opened?.id ? null : <a href={`${action}?log=${hook.id}#log`}>What it was sent</a>}
          <Change hook={hook} action={action} />
        </li>
      ))}
    </ul>
  );
}

const eventsOf = ({ events }: Hook): string =>
  events.length === WEBHOOK_EVENTS.length ? "every event" : events.join(", ");

function Standing({ hook }: { hook: Hook }) {
  if (hook.disabled_at !== null)
    return (
      <span class="wrong">
        Disabled <Moment at={hook.disabled_at} />: {shortText(hook.disabled_why ?? "", 300)}
      </span>
    );
  if (hook.failing_since !== null)
    return (
      <span class="wrong">
        Fails since <Moment at={hook.failing_since} />. It is disabled after a day without a success.
      </span>
    );
  return <span>Active</span>;
}

function Change({ hook, action }: { hook: Hook; action: string }) {
  const isActive = hook.state === "active";
  return (
    <details>
      <summary>Change</summary>
      {isActive ? (
        <Form
          action={action}
          hidden={{ do: "test", row: hook.id }}
          submit="Send a test"
          consequence="An event that says nothing, webhook.test, to try its receiver out."
        />
      ) : (
        <Form
          action={action}
          hidden={{ do: "enable", row: hook.id }}
          submit="Enable"
          consequence="It is sent events again, and acts for you from now on."
        />
      )}
      <Form
        action={action}
        hidden={{ do: "rotate", row: hook.id }}
        submit="New secret"
        consequence="It is shown once. The former one signs as well for 24 hours."
      />
      <Form
        action={action}
        hidden={{ do: "remove", row: hook.id }}
        submit="Remove"
        consequence="It is sent nothing more, and its log is gone."
        isGrave
      />
    </details>
  );
}

/** The form that makes another one. */
export function NewHookForm(input: { action: string; shown: Shown; isRegistrys: boolean }) {
  const { action, shown, isRegistrys } = input;
  const { hidden, field } = formOf(shown, "make");
  const admins: readonly WebhookEvent[] = ADMINS_EVENTS;
  const events = WEBHOOK_EVENTS.filter((event) => isRegistrys || !admins.includes(event));
  return (
    <section aria-labelledby="new">
      <h2 id="new">A new one</h2>
      <Form
        action={action}
        hidden={hidden}
        submit="Create webhook"
        consequence={
          isRegistrys
            ? "It hears of every skill here, private ones too, for as long as you are an admin."
            : "It hears of this publisher’s skills, private ones too, for as long as you are an owner."
        }
      >
        <Line
          {...field}
          name="address"
          label="Address"
          maxlength={2_000}
          hint="A public address that begins with https://, or one that the operator allows. Redirects are not followed."
        />
        <Boxes
          {...field}
          name="events"
          label="It hears when"
          now={events}
          words={Object.fromEntries(events.map((event) => [event, `${EVENT_WORDS[event]} (${event})`]))}
        />
      </Form>
    </section>
  );
}
