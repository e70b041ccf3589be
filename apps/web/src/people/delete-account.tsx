import type { AuthShapes } from "@gaia/client";
import type { Asked } from "../asked.ts";
import { type Deed, deed, errorOf, formOf, type Shown } from "../deeds/deeds.tsx";
import { inPerson, outcome } from "../in-person.ts";
import { Notice } from "../parts/banner.tsx";
import { Line } from "../parts/fields.tsx";
import { Form, formPage } from "../parts/form.tsx";
import { ensureMe, NotSignedIn } from "../showing/me.ts";
import { show } from "../showing/show.ts";
import type { Page } from "../visit.ts";
import { ensureOwnAccount } from "./own.ts";
import { AskedPassword, passwordIn } from "./parts.tsx";
import { HowAsked } from "./password.tsx";

type OwnAccount = AuthShapes["OwnAccount"];
type Obstacle = AuthShapes["DeletionObstacle"];

const ADDRESS = "/account/delete";

/** What is done on `/account/delete`. */
export const DELETION_DEEDS: Readonly<Record<string, Deed>> = {
  delete: deed({
    fields: ["confirm", "password"],
    said: "The account is deleted.",
    judge: ({ confirm = "" }) => ({ confirm: confirm === "" ? "Type the handle of your account." : null }),
    act: ({ auth }, { confirm = "", ...values }) =>
      auth.POST("/delete-account", { body: { confirm, ...passwordIn(values) } }),
    after: (asked) =>
      show(asked, null, async () => ({
        ...formPage({
          title: "Your account is deleted",
          lead: "You are signed out everywhere, and your tokens are worth nothing. What you published stays under its handle.",
          children: (
            <p>
              <a href="/">The registry</a>
            </p>
          ),
        }),
        isPersonal: true,
      })),
  }),
};

/** `/account/delete`: what goes, what stays, what keeps it, and the deed itself. */
export function deletionPage(asked: Asked, shown: Shown): Promise<Response> {
  return show(asked, null, async (visit): Promise<Page> => {
    ensureMe(visit);
    const [own, deletion] = await Promise.all([
      ensureOwnAccount(asked),
      outcome(inPerson(asked).auth.GET("/account/deletion")),
    ]);
    if (!deletion.isOk) throw new NotSignedIn("no one is here in person");
    const { obstacles } = deletion.data;
    return formPage({
      title: "Delete the account",
      lead: "For good: it cannot be brought back, and its handle is never used again.",
      error: errorOf(shown),
      ...(shown.status !== undefined && { status: shown.status }),
      children: (
        <>
          {obstacles.length > 0 ? <Obstacles obstacles={obstacles} /> : null}
          <WhatGoes />
          <WhatStays own={own} />
          {obstacles.length > 0 ? null : <TheDeed own={own} shown={shown} />}
          <p>
            <a href="/account">Back to your account</a>
          </p>
        </>
      ),
    });
  });
}

function Obstacles({ obstacles }: { obstacles: Obstacle[] }) {
  return (
    <section aria-labelledby="obstacles">
      <h2 id="obstacles">What has to be settled first</h2>
      <ul class="found">
        {obstacles.map((obstacle) => (
          <li class="warning">
            <WayOut obstacle={obstacle} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function WayOut({ obstacle: { kind, publisher } }: { obstacle: Obstacle }) {
  if (kind === "admin") {
    return (
      <>
        You are an admin of this registry. Another admin makes your account a user’s first, at{" "}
        <a href="/admin/people">People</a>.
      </>
    );
  }
  if (kind === "only_admin") {
    return (
      <>
        You are the only admin of this registry. Make another account an admin’s at <a href="/admin/people">People</a>;
        that admin then makes yours a user’s.
      </>
    );
  }
  const address = `/publishers/${encodeURIComponent(publisher ?? "")}/members`;
  return (
    <>
      You are the only owner of <b>{publisher}</b>. <a href={address}>Make another member an owner</a>, or invite one.
    </>
  );
}

const WhatGoes = () => (
  <section aria-labelledby="goes">
    <h2 id="goes">What goes, at once</h2>
    <ul class="found">
      <li>your mail address, password, passkeys, second factor and every session;</li>
      <li>your tokens, and what a command line was allowed;</li>
      <li>your place in organisations, and trusted publishers that only you managed;</li>
      <li>your stars, and which versions you downloaded;</li>
      <li>your name beside reviews and reports.</li>
    </ul>
  </section>
);

const WhatStays = ({ own }: { own: OwnAccount }) => (
  <section aria-labelledby="stays">
    <h2 id="stays">What stays</h2>
    <ul class="found">
      <li>
        the versions that you published, under <b>{own.handle}</b>, with their signatures: others depend on them. To
        take one back, yank or purge it before you go, at{" "}
        <a href={`/publishers/${own.handle}/dashboard`}>your versions</a>;
      </li>
      <li>the text and stars of your reviews, without a name;</li>
      <li>
        the leaves of the transparency log and the rows of the audit log that name <b>{own.handle}</b>. Neither is ever
        changed. No leaf holds a mail address; the audit log holds yours where an admin invited it.
      </li>
    </ul>
  </section>
);

function TheDeed({ own, shown }: { own: OwnAccount; shown: Shown }) {
  const { hidden, field } = formOf(shown, "delete");
  return (
    <section aria-labelledby="deed">
      <h2 id="deed">Delete it</h2>
      <Notice tone="block" shape="octagon" title="This cannot be undone">
        No version is published under {own.handle} any more.
      </Notice>
      <Form action={ADDRESS} hidden={hidden} submit="Delete my account" isGrave>
        <Line {...field} name="confirm" label={`Type ${own.handle} to confirm`} maxlength={39} />
        <AskedPassword own={own} field={field} />
      </Form>
      <HowAsked own={own} back={ADDRESS} />
    </section>
  );
}
