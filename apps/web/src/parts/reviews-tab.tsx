import type { components } from "@gaia/client";
import { countText, Day, plural } from "../figures.tsx";
import { cliCommand } from "../install.ts";
import { shortText } from "../plain-text.ts";
import type { Skill, Version } from "../registry-api.ts";
import { skillAddress } from "../skill-address.ts";

type Review = components["schemas"]["Review"];

/** What people say who installed it, and its publisher's answers; the newest hundred. */
export function ReviewsTab(props: { version: Version; skill: Skill | null; reviews: Review[]; publicUrl: string }) {
  const { version, skill, reviews, publicUrl } = props;
  const average = skill?.rating.average ?? null;
  const count = skill?.rating.count ?? reviews.length;
  return (
    <section class="tab" aria-labelledby="reviews">
      <h2 id="reviews">Reviews</h2>
      {average === null ? null : (
        <p>
          {average.toFixed(1)} of 5, by {plural(count, "account")}.
        </p>
      )}
      {reviews.length === 0 ? (
        <p class="empty">It has no reviews yet.</p>
      ) : (
        <ol class="rows">
          {reviews.map((review) => (
            <li>
              <OneReview review={review} owner={version.owner ?? version.publisher} />
            </li>
          ))}
        </ol>
      )}
      {count > reviews.length && reviews.length > 0 ? (
        <p class="quiet">
          The newest {countText(reviews.length)} of {countText(count)}.
        </p>
      ) : null}
      <p class="quiet">
        <a href={`${skillAddress(version.name)}/review`} rel="nofollow">
          Write a review
        </a>{" "}
        of a version that you installed, or by the command line:{" "}
        <code>{cliCommand(`review ${version.name} --rating 4`, publicUrl)}</code>
      </p>
    </section>
  );
}

function OneReview({ review, owner }: { review: Review; owner: string }) {
  return (
    <article class="row">
      <h3>
        {review.rating} of 5
        <span class="row-title">
          {review.author ?? "a deleted account"}, of version {review.version}, <Day at={review.updated_at} />
        </span>
      </h3>
      {review.text === null ? null : (
        <p class="row-sentence" dir="auto">
          {shortText(review.text, 4_000)}
        </p>
      )}
      {review.answer === null ? null : (
        <p class="row-sentence">
          <b>{owner} answers:</b> <span dir="auto">{shortText(review.answer.text, 4_000)}</span>
        </p>
      )}
    </article>
  );
}
