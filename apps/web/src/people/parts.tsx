import { encode } from "uqr";
import type { AuthShapes } from "@gaia/client";
import type { Child } from "hono/jsx";
import type { formOf } from "../deeds/deeds.tsx";
import { Line } from "../parts/fields.tsx";

/** What a password that is chosen has to be. */
export const PASSWORD_HINT = "12 characters or more; a sentence is a good one.";

/** A change of how somebody signs in asks for the second factor; for the password where there is none. */
export function AskedPassword(props: { own: AuthShapes["OwnAccount"]; field: ReturnType<typeof formOf>["field"] }) {
  const { own, field } = props;
  if (!own.has_password || own.has_second_factor) return null;
  return <Line {...field} name="password" label="Password" is="password" maxlength={256} />;
}

/** The same in what a form sends; null: it asked for none. */
export const passwordIn = ({ password = "" }: Record<string, string>) => ({
  password: password === "" ? null : password,
});

/** Where mails are, in a registry that sends none. */
export const NoMailServer = () => (
  <p class="hint">
    This registry has no mail server: each letter is a file in <code>DATA_DIR/mail</code>, for its operator to hand on.
  </p>
);

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
