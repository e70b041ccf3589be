import type { components } from "@gaia/client";
import type { Child } from "hono/jsx";
import { Form } from "../parts/form.tsx";
import { Line } from "./first-week.tsx";

type InForce = components["schemas"]["SettingsInForce"];

/** The settings in force, and the line that changes each. They stay in the environment: nothing here stores one. */
export function Settings({ settings }: { settings: InForce }) {
  const { registry_name: name, read, default_visibility: visibility, sign_up: signUp } = settings;
  return (
    <section aria-labelledby="settings">
      <h2 id="settings">Settings in force</h2>
      <p class="hint">
        They come from the environment of the server. This page changes none of them and shows no secret. Every variable
        is in docs/configuration.md.
      </p>
      <table class="facts settings">
        <thead>
          <tr>
            <th scope="col">Setting</th>
            <th scope="col">In force</th>
            <th scope="col">To change it</th>
          </tr>
        </thead>
        <tbody>
          <Row name="Name" is={name} line={<Line name="REGISTRY_NAME" value="Acme skills" />} />
          <Row
            name="Who reads"
            is={read === "anyone" ? "anyone" : "who is signed in"}
            line={<Line name="READ" value={read === "anyone" ? "signed-in" : "anyone"} />}
          />
          <Row
            name="Who sees a new skill"
            is={VISIBILITY_WORDS[visibility]}
            line={<Line name="DEFAULT_VISIBILITY" value={visibility === "public" ? "organisation" : "public"} />}
          />
          <Row
            name="Who makes an account"
            is={SIGN_UP_WORDS[signUp]}
            line={<Line name="SIGN_UP" value={signUp === "open" ? "invitation" : "open"} />}
          />
          <SignIn settings={settings} />
          <Mail settings={settings} />
          <Row
            name="Security contact"
            is={settings.security_contact ?? "none"}
            line={<Line name="SECURITY_CONTACT" value="security@acme.example" />}
          />
        </tbody>
      </table>
    </section>
  );
}

const VISIBILITY_WORDS: Record<InForce["default_visibility"], string> = {
  public: "everybody who reads here",
  organisation: "members of its publisher",
  private: "owners and admins of its publisher",
};
const SIGN_UP_WORDS: Record<InForce["sign_up"], string> = {
  open: "anyone with a mail address",
  invitation: "whom an admin invited",
  closed: "admins alone make them",
};

function Row({ name, is, line }: { name: string; is: Child; line: Child }) {
  return (
    <tr>
      <th scope="row">{name}</th>
      <td data-label="In force">
        <div>{is}</div>
      </td>
      <td data-label="To change it">
        <div>{line}</div>
      </td>
    </tr>
  );
}

function SignIn({ settings: { providers, public_url: publicUrl } }: { settings: InForce }) {
  const company = providers.find(({ id }) => id === "oidc");
  return (
    <Row
      name="Sign-in"
      is={
        <>
          password and passkey
          {providers.map(({ name, issuer }) => (
            <>
              , {name} (<code>{issuer}</code>)
            </>
          ))}
          {company ? <TestButton setting="sign-in" /> : null}
        </>
      }
      line={
        <>
          <pre>{"OIDC_ISSUER=https://login.acme.example\nOIDC_CLIENT_ID=…\nOIDC_CLIENT_SECRET=…"}</pre>
          At the provider, allow the address <code>{publicUrl}/login/from/oidc</code>.
        </>
      }
    />
  );
}

function Mail({ settings: { has_mail_server: hasServer, mail_from: from } }: { settings: InForce }) {
  return (
    <Row
      name="Mail"
      is={
        <>
          {hasServer ? "a mail server" : "files in DATA_DIR/mail"}, from <code>{from}</code>
          <TestButton setting="mail" />
        </>
      }
      line={
        <pre>{'SMTP_URL=smtps://user:password@mail.acme.example\nMAIL_FROM="Acme skills <skills@acme.example>"'}</pre>
      }
    />
  );
}

/** The button that tries a setting. */
const TestButton = ({ setting }: { setting: "mail" | "sign-in" }) => (
  <Form action="/admin" hidden={{ do: "test", setting }} submit={setting === "mail" ? "Send me a letter" : "Test"} />
);
