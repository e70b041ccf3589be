import { encode } from "uqr";
import type { Child } from "hono/jsx";

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
