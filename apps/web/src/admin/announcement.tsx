import type { components } from "@gaia/client";
import { MAX_ANNOUNCEMENT } from "@gaia/policy";
import { type Deed, deed, formOf, type Shown } from "../deeds/deeds.tsx";
import { Line } from "../parts/fields.tsx";
import { Form, Moment } from "../parts/form.tsx";
import { NOTHING_TYPED } from "../typed.ts";

/** What an admin says on top of every page. */
export const ANNOUNCEMENT_DEEDS = {
  announce: deed({
    fields: ["announcement"],
    said: "The announcement stands on every page.",
    judge: ({ announcement = "" }) => ({
      announcement: announcement.trim() === "" ? "Say what every page should show." : null,
    }),
    about: { 400: "announcement" },
    act: ({ api }, { announcement = "" }) => api.PUT("/admin/announcement", { body: { text: announcement } }),
  }),
  "end-announcement": deed({
    said: "The announcement is taken away.",
    act: ({ api }) => api.DELETE("/admin/announcement"),
  }),
} satisfies Record<string, Deed>;

/** One line for every page: what stands there, another one, and the way to take it away. */
export function AnnouncementForm(about: {
  now: components["schemas"]["Announcement"];
  /** Whether only who is signed in reads here. */
  isClosed: boolean;
  shown: Shown;
}) {
  const { now, isClosed, shown } = about;
  const { hidden, field, isTyped } = formOf(shown, "announce");
  const typed = isTyped ? field.typed : { ...NOTHING_TYPED, values: { announcement: now.text ?? "" } };
  return (
    <section aria-labelledby="announcement">
      <h2 id="announcement">Announcement</h2>
      <p>
        {now.set_at === null ? (
          "None. One line of plain text, on top of every page."
        ) : (
          <>
            It stands on top of every page since <Moment at={now.set_at} />.
          </>
        )}{" "}
        {isClosed
          ? "Members see it once they are signed in; strangers do not, on the sign-in page neither."
          : "Everybody sees it."}
      </p>
      <Form action="/admin" hidden={hidden} submit={now.text === null ? "Announce it" : "Change it"}>
        <Line {...field} typed={typed} name="announcement" label="Text" maxlength={MAX_ANNOUNCEMENT} />
      </Form>
      {now.text === null ? null : (
        <Form action="/admin" hidden={formOf(shown, "end-announcement").hidden} submit="Take it away" />
      )}
    </section>
  );
}
