import type { AuthShapes } from "@gaia/client";
import { shortText } from "../plain-text.ts";
import { Field, Form, Moment } from "../parts/form.tsx";
import { Passkey } from "./parts.tsx";
import type { SignInState } from "./sign-in-state.ts";

type OwnAccount = AuthShapes["OwnAccount"];

/** A change of how somebody signs in asks for the second factor; for the password where there is none. */
function AskedPassword({ own }: { own: OwnAccount }) {
  if (!own.has_password || own.has_second_factor) return null;
  return <Field name="password" label="Password" type="password" autocomplete="current-password" />;
}

/** Passkeys: which there are, and another one. */
export function Passkeys({ own, canAdd }: { own: OwnAccount; canAdd: boolean }) {
  const { passkeys } = own;
  if (passkeys.length === 0 && !canAdd) return null;
  return (
    <section aria-labelledby="passkeys">
      <h2 id="passkeys">Passkeys</h2>
      <p>
        A passkey of your device or a security key signs you in by itself: without the password, and without a code.
      </p>
      <ul class="entries">
        {passkeys.map((passkey) => (
          <li>
            <span>
              <b>{shortText(passkey.name || "a passkey", 64)}</b> · since <Moment at={passkey.created_at ?? ""} />
            </span>
            <Form action="/account" hidden={{ do: "remove-passkey", id: passkey.id }} submit="Take it away">
              <AskedPassword own={own} />
            </Form>
          </li>
        ))}
      </ul>
      {canAdd ? (
        <Passkey deed="add" back="/account" label="Add a passkey">
          <Field name="name" label="Name" autocomplete="off" hint="As the device that it is on." />
          <AskedPassword own={own} />
        </Passkey>
      ) : null}
    </section>
  );
}

/** Identities at providers: which there are, and which might be added. */
export function Identities({ own, providers }: { own: OwnAccount; providers: SignInState["providers"] }) {
  const { identities } = own;
  const names = identities.filter((one) => one.is_ours).map((one) => one.name);
  const more = providers.filter((provider) => !names.includes(provider.name));
  if (identities.length === 0 && more.length === 0) return null;
  const password = <AskedPassword own={own} />;
  return (
    <section aria-labelledby="identities">
      <h2 id="identities">Signing in by others</h2>
      <ul class="entries">
        {identities.map((identity) => (
          <li>
            <span>
              <b>{shortText(identity.name, 80)}</b> · since <Moment at={identity.created_at} />
            </span>
            <Form action="/account" hidden={{ do: "unlink", id: identity.id }} submit="Take it away">
              {password}
            </Form>
          </li>
        ))}
      </ul>
      {more.map((provider) => (
        <Form
          action="/account"
          hidden={{ do: "link", provider: provider.id }}
          submit={`Add ${shortText(provider.name, 40)}`}
        >
          {password}
        </Form>
      ))}
    </section>
  );
}
