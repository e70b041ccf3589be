import type { components } from "@gaia/client";
import type { Child } from "hono/jsx";
import { formOf, type Shown } from "../deeds/deeds.tsx";
import { Text } from "../parts/fields.tsx";
import { Form } from "../parts/form.tsx";
import { skillAddress } from "../skill-address.ts";

/** A version as its publisher's dashboard has it. */
export type OwnVersion = components["schemas"]["PublisherVersion"];
type Step = OwnVersion["next"][number];

interface Part {
  one: OwnVersion;
  action: string;
  shown: Shown;
}

/** What to do next with a version, or what it waits for: as the registry says it. */
export const NextForVersion = (part: Part) => (
  <>
    {part.one.next.map((step) => (
      <div class="next-step">{STEPS[step](part)}</div>
    ))}
  </>
);

const STEPS: Record<Step, (part: Part) => Child> = {
  "wait-for-scan": ({ one }) => (
    <p>
      The scanners look at it. <a href={skillAddress(one.name, one.version)}>See how it goes</a>
    </p>
  ),
  approve: (part) => <Approval {...part} />,
  "contest-hold": (part) => <Contest {...part} />,
  "wait-for-admin": () => <p>You contested this. An admin answers, and you get a notice.</p>,
  "publish-anew": ({ one }) => (
    <p>
      See <a href={skillAddress(one.name, one.version, "scan")}>what was found</a>, mend it, and{" "}
      <a href="/publish">publish a new version</a>.
    </p>
  ),
  "confirm-signer": ({ one }) =>
    one.is_signed ? (
      <p>
        Another signer signed it. <a href={`${skillAddress(one.name)}/settings#signers`}>Confirm the signer</a>, or no
        plain install takes it.
      </p>
    ) : (
      <p>
        It is not signed, and the versions before it are.{" "}
        <a href={`${skillAddress(one.name, one.version)}/sign`}>Sign it</a>, or{" "}
        <a href={`${skillAddress(one.name)}/settings#signers`}>confirm</a> that it stays unsigned: until then no plain
        install takes it.
      </p>
    ),
  "declare-permissions": () => (
    <p>
      It declares no permissions, so it stays experimental, signed or not.{" "}
      <a href="/docs/manifest#permissions">Declare them</a>, and <a href="/publish">publish a new version</a>.
    </p>
  ),
  sign: ({ one }) => (
    <p>
      <a href={`${skillAddress(one.name, one.version)}/sign`}>Sign it</a>: it rises to community, and installs need no
      option.
    </p>
  ),
  "ask-for-audit": (part) => <Audit {...part} />,
  "wait-for-audit": () => <p>An audit is asked for. An admin decides, and you get a notice.</p>,
};

const rowOf = ({ one }: Part): string => `${one.name}@${one.version}`;

function Approval(part: Part) {
  const row = rowOf(part);
  const { hidden, field, isTyped } = formOf(part.shown, "reject", row);
  return (
    <>
      <Form
        action={part.action}
        hidden={{ do: "approve", row, digest: part.one.content_digest }}
        submit="Approve"
        consequence={`It goes live. Another member than who staged it does this, or the same one with a second factor.`}
      />
      <details open={isTyped}>
        <summary>Reject {part.one.version}</summary>
        <Form
          action={part.action}
          hidden={hidden}
          submit="Reject"
          consequence="Its files are deleted, and its number is free again."
          isGrave
        >
          <Text {...field} name="reason" label="Why" maxlength={1_000} rows={2} optional />
        </Form>
      </details>
    </>
  );
}

function Contest(part: Part) {
  const { hidden, field, isTyped } = formOf(part.shown, "contest", rowOf(part));
  return (
    <details open={isTyped}>
      <summary>Contest this</summary>
      <Form
        action={part.action}
        hidden={hidden}
        submit="Contest it"
        consequence="You can do this once for a version. An admin of another publisher decides."
      >
        <Text
          {...field}
          name="reason"
          label="Why the scan is wrong"
          maxlength={4_000}
          rows={4}
          hint="What the finding is about, and why it does no harm. Admins read it."
        />
      </Form>
    </details>
  );
}

function Audit(part: Part) {
  const { hidden, field, isTyped } = formOf(part.shown, "promote", rowOf(part));
  return (
    <details open={isTyped}>
      <summary>Ask for the audit</summary>
      <Form
        action={part.action}
        hidden={hidden}
        submit="Ask for it"
        consequence="An admin who is not a member of yours reads the version. If they approve, it is verified."
      >
        <Text
          {...field}
          name="note"
          label="A note for the auditor"
          maxlength={2_000}
          rows={3}
          optional
          hint="What it does, and where to look first."
        />
      </Form>
    </details>
  );
}
