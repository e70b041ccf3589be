import { plural } from "../figures.tsx";
import { Form, Moment } from "../parts/form.tsx";
import { shortText } from "../plain-text.ts";
import type { Delivery, DeliveryList, Hook } from "./hook-calls.ts";

/** What a webhook was sent in the last 30 days, and what was answered. */
export function DeliveryLog({ hook, log, action }: { hook: Hook; log: DeliveryList; action: string }) {
  const { items, next_cursor: next } = log;
  return (
    <section aria-labelledby="log">
      <h2 id="log">What it was sent</h2>
      <p class="hint">
        To <span class="hook-address">{shortText(hook.address, 500)}</span>, newest first, of the last 30 days.
      </p>
      {items.length === 0 ? <p class="empty">Nothing yet. A test shows whether its receiver answers.</p> : null}
      <ul class="entries">
        {items.map((item) => (
          <li>
            <span class="hook-words">
              <b>{item.type}</b> · <Outcome item={item} />
              <br />
              <span class="hint">
                <Moment at={item.created_at} /> · {item.webhook_id}
              </span>
            </span>
            <Details item={item} />
            {hook.state === "active" && item.state !== "waiting" ? (
              <Form
                action={action}
                hidden={{ do: "redeliver", row: item.id, hook: hook.id }}
                submit={item.state === "dropped" ? "Send it" : "Send it again"}
              />
            ) : null}
          </li>
        ))}
      </ul>
      {next === null ? null : (
        <nav class="pages" aria-label="Pages of what it was sent">
          <a rel="next" href={`${action}?${new URLSearchParams({ log: hook.id, cursor: next }).toString()}#log`}>
            Older ones
          </a>
        </nav>
      )}
    </section>
  );
}

function Outcome({ item }: { item: Delivery }) {
  if (item.state === "delivered") return <>delivered</>;
  if (item.state === "waiting")
    return item.attempts.length === 0 || item.next_at === null ? (
      <>waits</>
    ) : (
      <>
        {plural(item.attempts.length, "try", "tries")} failed, the next <Moment at={item.next_at} />
      </>
    );
  return (
    <span class="wrong">
      {item.state}: {shortText(item.why ?? "", 200)}
    </span>
  );
}

const Details = ({ item }: { item: Delivery }) => (
  <details class="hook-tries">
    <summary>Message and answers</summary>
    <pre>
      <code>{shortText(item.body, 8_192)}</code>
    </pre>
    {item.attempts.length === 0 ? <p class="hint">It was not sent yet.</p> : null}
    <ol>
      {item.attempts.map((each) => (
        <li>
          <Moment at={each.at} />: {each.status === null ? shortText(each.error ?? "", 300) : each.status}, after{" "}
          {each.duration_ms} ms
          {each.answer === null || each.answer === "" ? null : (
            <>
              {" "}
              <code>{shortText(each.answer, 500)}</code>
            </>
          )}
        </li>
      ))}
    </ol>
  </details>
);
