import { shortText } from "../plain-text.ts";
import { listOf, textOf } from "./ask.ts";
import { Field, Form, Moment, Passkey } from "./parts.tsx";

/** A change of how somebody signs in asks for the second factor; for the password where there is none. */
function AskedPassword({ own }: { own: Record<string, unknown> }) {
  if (own["has_password"] !== true || own["has_second_factor"] === true) return null;
  return <Field name="password" label="Password" type="password" autocomplete="current-password" />;
}

/** Passkeys: which there are, and another one. */
export function Passkeys({ own, canAdd }: { own: Record<string, unknown>; canAdd: boolean }) {
  const passkeys = listOf(own, "passkeys");
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
              <b>{shortText(textOf(passkey, "name") || "a passkey", 64)}</b> · since{" "}
              <Moment at={textOf(passkey, "created_at")} />
            </span>
            <Form action="/account" hidden={{ do: "remove-passkey", id: textOf(passkey, "id") }} submit="Take it away">
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
export function Identities({ own, providers }: { own: Record<string, unknown>; providers: Record<string, unknown>[] }) {
  const identities = listOf(own, "identities");
  const names = identities.filter((one) => one["is_ours"] === true).map((one) => textOf(one, "name"));
  const more = providers.filter((provider) => !names.includes(textOf(provider, "name")));
  if (identities.length === 0 && more.length === 0) return null;
  const password = <AskedPassword own={own} />;
  return (
    <section aria-labelledby="identities">
      <h2 id="identities">Signing in by others</h2>
      <ul class="entries">
        {identities.map((identity) => (
          <li>
            <span>
              <b>{shortText(textOf(identity, "name"), 80)}</b> · since <Moment at={textOf(identity, "created_at")} />
            </span>
            <Form action="/account" hidden={{ do: "unlink", id: textOf(identity, "id") }} submit="Take it away">
              {password}
            </Form>
          </li>
        ))}
      </ul>
      {more.map((provider) => (
        <Form
          action="/account"
          hidden={{ do: "link", provider: textOf(provider, "id") }}
          submit={`Add ${shortText(textOf(provider, "name"), 40)}`}
        >
          {password}
        </Form>
      ))}
    </section>
  );
}
