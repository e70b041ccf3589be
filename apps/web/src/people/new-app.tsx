import type { Asked } from "../asked.ts";
import type { Shown } from "../deeds/deeds.tsx";
import { show } from "../showing/show.ts";
import { Field, Form, formPage } from "../parts/form.tsx";
import { QrCode } from "./parts.tsx";

/** What an app is set up with. It is in the page's form alone: the registry says it once. */
interface NewApp {
  uri: string;
  codes: string[];
}

/** The key of a new app, its recovery codes, and the form for its first code. */
export const showNewApp = (asked: Asked, data: { uri: string; recovery_codes: string[] }): Promise<Response> =>
  showApp(asked, { uri: data.uri, codes: data.recovery_codes }, null);

/** The same once more after a wrong code; null: the form brought no key, or it is no matter of a code. */
export function newAppAgain(asked: Asked, { form, typed, status }: Shown): Promise<Response> | null {
  const app = form === "end-second-factor" ? appIn(typed.values) : null;
  if (app === null || ![401, 403, 429].includes(status ?? 0)) return null;
  return showApp(asked, app, typed.errors[""] ?? null);
}

/** Only what looks like ours is shown again. */
function appIn({ uri = "", recovery_codes: codes = "" }: Record<string, string>): NewApp | null {
  const isOurs = /^otpauth:\/\/totp\/[!-~]{1,500}$/.test(uri) && /^[\w-]{1,40}(?: [\w-]{1,40}){0,19}$/.test(codes);
  return isOurs ? { uri, codes: codes.split(" ") } : null;
}

function showApp(asked: Asked, { uri, codes }: NewApp, error: string | null): Promise<Response> {
  const secret = URL.parse(uri)?.searchParams.get("secret") ?? "";
  const hidden = { do: "end-second-factor", uri, recovery_codes: codes.join(" ") };
  return show(asked, null, async () =>
    formPage({
      title: "Set up an authenticator app",
      lead: "Let the app read this, or type the key into it; then send the code that it shows.",
      error,
      ...(error === null ? {} : { status: 400 }),
      children: (
        <>
          <QrCode text={uri} />
          <p>
            Key: <code class="digest">{secret.match(/.{1,4}/g)?.join(" ") ?? ""}</code>
          </p>
          <h2>Recovery codes</h2>
          <p>
            Each is good once, for when the phone is lost. Keep them where the phone is not; they are not shown again.
          </p>
          <RecoveryCodes codes={codes} />
          <Form action="/account" hidden={hidden} submit="Turn it on">
            <Field name="app_code" label="Code of the app" inputmode="numeric" autocomplete="one-time-code" />
          </Form>
        </>
      ),
    }),
  );
}

export const RecoveryCodes = ({ codes }: { codes: string[] }) => (
  <ul class="codes">
    {codes.map((code) => (
      <li>
        <code>{code}</code>
      </li>
    ))}
  </ul>
);
