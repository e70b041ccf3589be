import type { Child } from "hono/jsx";
import type { HANDLE_PATTERN } from "../naming/handle.ts";
import type { Page } from "../visit.ts";
import { Notice } from "./banner.tsx";

/** A page that is one form, or a few. What was typed into it is for nobody else at the browser, so it is never kept. */
export function formPage(input: {
  title: string;
  lead?: Child;
  error?: string | null;
  status?: number;
  children: Child;
}): Page {
  const { title, lead, error = null, status, children } = input;
  return {
    ...(status === undefined ? {} : { status }),
    title,
    ownSearch: true,
    isPersonal: true,
    body: (
      <section class="person">
        <h1>{title}</h1>
        {lead ? <p class="lead">{lead}</p> : null}
        {error === null ? null : (
          <div role="alert">
            <Notice tone="block" shape="octagon" title="Not done">
              {error}
            </Notice>
          </div>
        )}
        {children}
      </section>
    ),
  };
}

/** A labelled field. */
export function Field(props: {
  name: string;
  label: string;
  type?: "text" | "email" | "password";
  value?: string;
  autocomplete?: string;
  hint?: string;
  pattern?: typeof HANDLE_PATTERN;
  inputmode?: "numeric";
  optional?: boolean;
}) {
  const { name, label, type = "text", value, hint, optional = false, ...rest } = props;
  const hintId = `${name}-hint`;
  return (
    <label class="field">
      <span>{label}</span>
      <input
        name={name}
        type={type}
        value={value ?? ""}
        required={!optional}
        spellcheck={false}
        autocapitalize="none"
        {...(hint ? { "aria-describedby": hintId } : {})}
        {...rest}
      />
      {hint ? (
        <small id={hintId} class="hint">
          {hint}
        </small>
      ) : null}
    </label>
  );
}

/**
 * A form of ours. `hidden`: what it carries along. `consequence`: what it does, in a sentence beside its button. `takesFiles`: some of its
 * fields are files. `isGrave`: its button is no safe choice.
 */
export function Form(props: {
  action: string;
  hidden?: Record<string, string> | readonly (readonly [string, string])[];
  submit: string;
  consequence?: Child;
  takesFiles?: boolean;
  isGrave?: boolean;
  children?: Child;
}) {
  const { hidden = {}, consequence, takesFiles = false, isGrave = false } = props;
  const carried: readonly (readonly [string, string])[] = isList(hidden) ? hidden : Object.entries(hidden);
  return (
    <form
      method="post"
      action={props.action}
      class="stack"
      {...(takesFiles && { enctype: "multipart/form-data" as const })}
    >
      {carried.map(([name, value]) => (
        <input type="hidden" name={name} value={value} />
      ))}
      {props.children}
      <div class="deed">
        <button type="submit" class={isGrave ? "act act-grave" : "act"}>
          {props.submit}
        </button>
        {consequence === undefined ? null : <p class="consequence">{consequence}</p>}
      </div>
    </form>
  );
}

const isList = (hidden: object): hidden is readonly (readonly [string, string])[] => Array.isArray(hidden);

/** A moment, for people. */
export const Moment = ({ at }: { at: string }) => <time datetime={at}>{at.slice(0, 16).replace("T", " ")}</time>;
