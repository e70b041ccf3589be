import type { Child } from "hono/jsx";
import type { Typed } from "../typed.ts";

interface Labelled {
  /** Of several forms on a page each has its own. */
  form: string;
  name: string;
  label: string;
  typed: Typed;
  hint?: string;
}

const idsOf = ({ form, name }: Labelled) => {
  const id = `${form}-${name}`;
  return { id, error: `${id}-error`, hint: `${id}-hint` };
};

/** What ties a field to the words below it (WCAG 2.2, 3.3.1). */
function described(field: Labelled) {
  const { id, error, hint } = idsOf(field);
  const isWrong = field.typed.errors[field.name] !== undefined;
  const by = [...(isWrong ? [error] : []), ...(field.hint ? [hint] : [])].join(" ");
  return { id, ...(by && { "aria-describedby": by }), ...(isWrong && { "aria-invalid": "true" as const }) };
}

function Around({ field, children }: { field: Labelled; children: Child }) {
  const { id, error, hint } = idsOf(field);
  const wrong = field.typed.errors[field.name];
  return (
    <div class="field">
      <label for={id}>{field.label}</label>
      {children}
      {wrong === undefined ? null : (
        <small id={error} class="wrong">
          {wrong}
        </small>
      )}
      {field.hint ? (
        <small id={hint} class="hint">
          {field.hint}
        </small>
      ) : null}
    </div>
  );
}

/** What is typed into a line, as browsers and password managers call it. */
const LINES = {
  text: { type: "text", autocomplete: "off" },
  code: { type: "text", autocomplete: "one-time-code" },
  address: { type: "email", autocomplete: "email" },
  password: { type: "password", autocomplete: "current-password" },
  "new password": { type: "password", autocomplete: "new-password" },
} as const;

/** A line. What is secret is never shown again. */
export function Line(field: Labelled & { optional?: boolean; is?: keyof typeof LINES; maxlength?: number }) {
  const { name, typed, optional = false, is = "text", maxlength = 128 } = field;
  const isKept = is === "text" || is === "address";
  return (
    <Around field={field}>
      <input
        name={name}
        {...LINES[is]}
        value={isKept ? (typed.values[name] ?? "") : ""}
        required={!optional}
        maxlength={maxlength}
        spellcheck={false}
        autocapitalize="none"
        {...described(field)}
      />
    </Around>
  );
}

/** Several lines of text. */
export function Text(field: Labelled & { maxlength: number; rows?: number; optional?: boolean }) {
  const { name, typed, maxlength, rows = 5, optional = false } = field;
  return (
    <Around field={field}>
      <textarea
        name={name}
        rows={rows}
        required={!optional}
        {...(!optional && { minlength: 3 })}
        maxlength={maxlength}
        dir="auto"
        {...described(field)}
      >
        {/* The first line end after the tag is not text (HTML §13.1.2.5). */}
        {`\n${typed.values[name] ?? ""}`}
      </textarea>
    </Around>
  );
}

/** One of a few; nothing is chosen for anybody, but what stands already (`now`). */
export function Choice(field: Labelled & { words: Record<string, string>; now?: string }) {
  const { name, typed, words, now } = field;
  const chosen = typed.values[name] ?? now;
  return (
    <Around field={field}>
      <select name={name} required={now === undefined} {...described(field)}>
        {now === undefined ? <option value="">Choose</option> : null}
        {Object.entries(words).map(([value, text]) => (
          <option value={value} selected={chosen === value}>
            {text}
          </option>
        ))}
      </select>
    </Around>
  );
}

/** Any number of a few. */
export function Boxes(field: Labelled & { words: Record<string, string>; now?: readonly string[] }) {
  const { name, typed, words, now = [] } = field;
  const { id, error, hint } = idsOf(field);
  const chosen = typed.values[name]?.split(" ") ?? now;
  const wrong = typed.errors[name];
  return (
    <fieldset class="field boxes" id={id} {...(wrong !== undefined && { "aria-describedby": error })}>
      <legend>{field.label}</legend>
      {wrong === undefined ? null : (
        <small id={error} class="wrong">
          {wrong}
        </small>
      )}
      {field.hint ? (
        <small id={hint} class="hint">
          {field.hint}
        </small>
      ) : null}
      {Object.entries(words).map(([value, text]) => (
        <label class="box">
          <input type="checkbox" name={name} value={value} checked={chosen.includes(value)} />
          <span>{text}</span>
        </label>
      ))}
    </fieldset>
  );
}

/** A file of the person's own machine. The form around it has `takesFiles`. */
export function FilePick(field: Labelled & { accept: string; optional?: boolean }) {
  const { name, accept, optional = false } = field;
  return (
    <Around field={field}>
      <input type="file" name={name} accept={accept} required={!optional} {...described(field)} />
    </Around>
  );
}
