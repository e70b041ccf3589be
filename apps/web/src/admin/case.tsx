import type { Child } from "hono/jsx";
import { formOf, type Shown } from "../deeds/deeds.tsx";
import { Text } from "../parts/fields.tsx";
import { Form } from "../parts/form.tsx";
import { judgeText } from "../typed.ts";

/** A case: what is known on the left, what may be decided on the right. */
export const Case = ({ id = "decision", evidence, decision }: { id?: string; evidence: Child; decision: Child }) => (
  <div class="case">
    <div class="evidence">{evidence}</div>
    <section class="decision" aria-labelledby={`decide-${id}`}>
      <h2 id={`decide-${id}`}>Decide</h2>
      {decision}
    </section>
  </div>
);

export const MAX_REASON = 2_000;
export const judgeReason = ({ reason = "" }: Record<string, string>) => ({ reason: judgeText(reason, MAX_REASON) });

/** One thing that may be decided: a reason, a button, and beside it what follows. Disabled, with why, where the admin may not. */
export function Decide(about: {
  action: string;
  shown: Shown;
  deed: string;
  row?: string;
  button: string;
  follows: Child;
  cannot: string | null;
  isGrave?: boolean;
  hidden?: Record<string, string>;
  children?: Child;
}) {
  const { action, shown, deed, row, button, follows, cannot, isGrave = false, hidden, children } = about;
  const form = formOf(shown, deed, row);
  if (cannot !== null) {
    return (
      <div class="stack">
        <button type="button" class="act" disabled aria-describedby={`${form.field.form}-why`}>
          {button}
        </button>
        <p id={`${form.field.form}-why`} class="hint">
          {cannot}
        </p>
      </div>
    );
  }
  return (
    <Form
      action={action}
      hidden={{ ...hidden, ...form.hidden }}
      submit={button}
      consequence={follows}
      isGrave={isGrave}
    >
      {children}
      <Text {...form.field} name="reason" label="Reason" maxlength={MAX_REASON} rows={3} />
    </Form>
  );
}
