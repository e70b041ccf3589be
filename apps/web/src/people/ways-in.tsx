import type { AuthShapes } from "@gaia/client";
import { formOf, type Shown } from "../deeds/deeds.tsx";
import { shortText } from "../plain-text.ts";
import { Field, Form, Moment } from "../parts/form.tsx";
import { AskedPassword, Passkey } from "./parts.tsx";
import type { SignInState } from "./sign-in-state.ts";

type OwnAccount = AuthShapes["OwnAccount"];

/** Passkeys: which there are, and another one. */
export function Passkeys({ own, canAdd, shown }: { own: OwnAccount; canAdd: boolean; shown: Shown }) {
  const { passkeys } = own;
  if (passkeys.length === 0 && !canAdd) return null;
  return (
    <section aria-labelledby="passkeys">
      <h2 id="passkeys">Passkeys</h2>
      <p>
        A passkey of your device or a security key signs you in by itself: without the password, and without a code.
      </p>
      <ul class="entries">
        {passkeys.map((passkey) => {
          const form = formOf(shown, "remove-passkey", passkey.id);
          return (
            <li>
              <span>
                <b>{shortText(passkey.name || "a passkey", 64)}</b> · since <Moment at={passkey.created_at ?? ""} />
              </span>
              <Form action="/account" hidden={form.hidden} submit="Take it away">
                <AskedPassword own={own} field={form.field} />
              </Form>
            </li>
          );
        })}
      </ul>
      {canAdd ? (
        <Passkey deed="add" back="/account" label="Add a passkey">
          <Field name="name" label="Name" autocomplete="off" hint="As the device that it is on." />
          <AskedPassword own={own} field={formOf(shown, "add-passkey").field} />
        </Passkey>
      ) : null}
    </section>
  );
}

/** Identities at providers: which there are, and which might be added. */
export function Identities(props: { own: OwnAccount; providers: SignInState["providers"]; shown: Shown }) {
  const { own, providers, shown } = props;
  const { identities } = own;
  const names = identities.filter((one) => one.is_ours).map((one) => one.name);
  const more = providers.filter((provider) => !names.includes(provider.name));
  if (identities.length === 0 && more.length === 0) return null;
  return (
    <section aria-labelledby="identities">
      <h2 id="identities">Signing in by others</h2>
      <ul class="entries">
        {identities.map((identity) => {
          const form = formOf(shown, "unlink", identity.id);
          return (
            <li>
              <span>
                <b>{shortText(identity.name, 80)}</b> · since <Moment at={identity.created_at} />
              </span>
              <Form action="/account" hidden={form.hidden} submit="Take it away">
                <AskedPassword own={own} field={form.field} />
              </Form>
            </li>
          );
        })}
      </ul>
      {more.map((provider) => {
        const form = formOf(shown, "link", provider.id);
        return (
          <Form action="/account" hidden={form.hidden} submit={`Add ${shortText(provider.name, 40)}`}>
            <AskedPassword own={own} field={form.field} />
          </Form>
        );
      })}
    </section>
  );
}
