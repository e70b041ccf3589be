import type { components } from "@gaia/client";
import type { Asked } from "../asked.ts";
import { type Deed, deed, DoneNote, errorOf, formOf, type Shown } from "../deeds/deeds.tsx";
import { Choice, Line, Text } from "../parts/fields.tsx";
import { Form, formPage, Moment } from "../parts/form.tsx";
import { shortText } from "../plain-text.ts";
import { ensureData } from "../registry-api.ts";
import { ensureMe } from "../showing/me.ts";
import { show } from "../showing/show.ts";
import { skillAddress } from "../skill-address.ts";
import { judgeText, judgeVersion } from "../typed.ts";
import type { Page } from "../visit.ts";

type Review = components["schemas"]["Review"];

const MAX_TEXT = 4_000;
const RATING_WORDS = {
  "5": "5: does what it says, and well",
  "4": "4: good",
  "3": "3: does its work",
  "2": "2: poor",
  "1": "1: do not use it",
};

const nameOf = (asked: Asked) => ({ path: { name: asked.param("name") } });
const afterwards = (asked: Asked) => skillAddress(asked.param("name"), null, "reviews");

/** What is done on the page of a skill's reviews. */
export const REVIEW_DEEDS: Readonly<Record<string, Deed>> = {
  write: deed({
    fields: ["rating", "text", "version"],
    said: "Your review is published.",
    judge: ({ rating = "", text = "", version = "" }) => ({
      rating: Object.hasOwn(RATING_WORDS, rating) ? null : "Choose how good it is.",
      text: text.length > MAX_TEXT ? `That is longer than ${MAX_TEXT} characters.` : null,
      version: judgeVersion(version),
    }),
    about: { 400: "text", 403: "", 404: "version", 410: "version" },
    act: ({ api }, { rating, text = "", version = "" }, asked) =>
      api.POST("/skills/{name}/reviews", {
        params: nameOf(asked),
        body: {
          rating: Number(rating),
          ...(text.trim() !== "" && { text }),
          ...(version !== "" && { version }),
        },
      }),
    after: afterwards,
  }),
  delete: deed({
    said: "Your review is deleted.",
    act: ({ api }, _, asked) => api.DELETE("/skills/{name}/reviews", { params: nameOf(asked) }),
  }),
  answer: deed({
    fields: ["text"],
    said: "Your answer is published.",
    judge: ({ text = "" }) => ({ text: judgeText(text, MAX_TEXT) }),
    about: { 400: "text" },
    act: ({ api }, { row = "", text = "" }, asked) =>
      api.POST("/skills/{name}/reviews/{id}/answer", {
        params: { path: { ...nameOf(asked).path, id: row } },
        body: { text },
      }),
  }),
};

/** `/skills/{name}/review`: what somebody thinks of a skill; for its publisher, what others do, and its answers. */
export function reviewPage(asked: Asked, shown: Shown): Promise<Response> {
  const name = asked.param("name");
  return show(asked, { name, version: null }, async (visit): Promise<Page> => {
    const me = ensureMe(visit);
    const [skill, { items }] = await Promise.all([
      ensureData(visit.api.GET("/skills/{name}", { params: nameOf(asked) })),
      ensureData(visit.api.GET("/skills/{name}/reviews", { params: { ...nameOf(asked), query: { limit: 100 } } })),
    ]);
    const isOwn = me.publishers.includes(skill.owner ?? skill.publisher);
    const action = visit.url.pathname;
    return formPage({
      title: isOwn ? `Reviews of ${name}` : `Review ${name}`,
      lead: <a href={skillAddress(name, null, "reviews")}>What others say of it</a>,
      error: errorOf(shown),
      ...(shown.status !== undefined && { status: shown.status }),
      children: (
        <>
          <DoneNote deeds={REVIEW_DEEDS} url={visit.url} />
          {isOwn ? (
            <Answers reviews={items} action={action} shown={shown} />
          ) : (
            <OwnReview own={items.find(({ author }) => author === me.handle)} action={action} shown={shown} />
          )}
        </>
      ),
    });
  });
}

function OwnReview({ own, action, shown }: { own: Review | undefined; action: string; shown: Shown }) {
  const { hidden, field } = formOf(shown, "write");
  const values = { ...(own && { rating: String(own.rating), text: own.text ?? "" }), ...field.typed.values };
  const filled = { ...field, typed: { ...field.typed, values } };
  return (
    <>
      <Form
        action={action}
        hidden={hidden}
        submit={own === undefined ? "Publish the review" : "Publish it anew"}
        consequence="Everybody reads it, with your name. You have one for each skill: a new one takes the place of the old."
      >
        <Choice {...filled} name="rating" label="How good it is" words={RATING_WORDS} />
        <Text {...filled} name="text" label="In words" maxlength={MAX_TEXT} rows={6} optional />
        <Line
          {...filled}
          name="version"
          label="Version"
          optional
          hint="Empty: the one that you installed last. You review only what you installed while signed in."
        />
      </Form>
      {own === undefined ? null : (
        <Form
          action={action}
          hidden={{ do: "delete" }}
          submit="Delete the review"
          consequence="Your words and your rating are gone. You can write a new one."
          isGrave
        />
      )}
    </>
  );
}

function Answers({ reviews, action, shown }: { reviews: Review[]; action: string; shown: Shown }) {
  if (reviews.length === 0) return <p class="empty">It has no reviews yet. You cannot review your own skill.</p>;
  return (
    <ul class="cases">
      {reviews.map((review) => {
        const { hidden, field, isTyped } = formOf(shown, "answer", review.id);
        return (
          <li>
            <p>
              <b>{review.rating} of 5</b> by {review.author ?? "a deleted account"}, of {review.version}{" "}
              <span class="hint">
                <Moment at={review.updated_at} />
              </span>
            </p>
            {review.text === null ? null : (
              <p class="said" dir="auto">
                {shortText(review.text, MAX_TEXT)}
              </p>
            )}
            {review.answer === null ? null : (
              <p class="said" dir="auto">
                <b>Your answer:</b> {shortText(review.answer.text, MAX_TEXT)}
              </p>
            )}
            <details open={isTyped}>
              <summary>{review.answer === null ? "Answer" : "Answer anew"}</summary>
              <Form action={action} hidden={hidden} submit="Answer" consequence="Everybody reads it below the review.">
                <Text {...field} name="text" label="Your answer" maxlength={MAX_TEXT} rows={4} />
              </Form>
            </details>
          </li>
        );
      })}
    </ul>
  );
}
