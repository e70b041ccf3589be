import { encode } from "uqr";
import type { Child } from "hono/jsx";
import { Notice } from "../parts/banner.tsx";
import type { Page } from "../visit.ts";

/** A page that is one form, or a few. */
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

/**
 * A handle as browsers check it while it is typed. They read a pattern with the `v` flag, in which a hyphen inside a class is escaped;
 * one that they cannot read they pass over in silence.
 */
export const HANDLE_PATTERN = String.raw`[a-z0-9][a-z0-9\-]{0,38}`;

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

/** A form of ours. `hidden`: what it carries along. */
export function Form(props: { action: string; hidden?: Record<string, string>; submit: string; children?: Child }) {
  return (
    <form method="post" action={props.action} class="stack">
      {Object.entries(props.hidden ?? {}).map(([name, value]) => (
        <input type="hidden" name={name} value={value} />
      ))}
      {props.children}
      <button type="submit" class="act">
        {props.submit}
      </button>
    </form>
  );
}

/** A passkey is for scripts alone: without them nothing of this is shown. `add` reads the fields in it. */
export function Passkey(props: { deed: "add" | "sign-in"; back: string; label: string; children?: Child }) {
  return (
    <passkey-deed deed={props.deed} back={props.back} label={props.label} hidden>
      <form class="stack">
        {props.children}
        <button type="submit" class="act">
          {props.label}
        </button>
        <p class="hint" role="status" />
      </form>
    </passkey-deed>
  );
}

/** A QR code that a phone reads off the screen. */
export function QrCode({ text }: { text: string }) {
  const { data, size } = encode(text, { border: 4 });
  const path = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : []))).join("");
  return (
    <svg class="qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label="The same as a QR code">
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}

/** A moment, for people. */
export const Moment = ({ at }: { at: string }) => <time datetime={at}>{at.slice(0, 16).replace("T", " ")}</time>;
