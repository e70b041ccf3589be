-- A review whose account was deleted is shown without a name and counted no more: one mailbox could rate without end.
CREATE OR REPLACE FUNCTION count_ratings(changed bigint[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  -- Whoever comes second sees what the first one left.
  PERFORM 1 FROM skills WHERE id = ANY (changed) ORDER BY id FOR NO KEY UPDATE;
  UPDATE skills SET rating_sum = counted.total, rating_count = counted.number
    FROM (SELECT skill AS skill_id, coalesce(sum(rating), 0) AS total, count(rating) AS number
      FROM unnest(changed) AS skill
      LEFT JOIN reviews ON reviews.skill_id = skill AND reviews.counts AND reviews.account_id IS NOT NULL GROUP BY skill) AS counted
    WHERE skills.id = counted.skill_id AND (rating_sum, rating_count) IS DISTINCT FROM (counted.total, counted.number);
  PERFORM pg_notify('skill_changed', name) FROM skills WHERE id = ANY (changed);
END $$;

-- Those of members of the skill's publisher count while they are none (`settleReviews`).
INSERT INTO audit_log (actor, action, target, detail)
  SELECT 'registry', 'review.settle', 'registry:reviews', jsonb_build_object('migration', '0050')
  WHERE EXISTS (SELECT 1 FROM reviews JOIN skills ON skills.id = skill_id
    JOIN memberships ON memberships.publisher_id = skills.publisher_id AND memberships.account_id = reviews.account_id
    WHERE reviews.counts);
UPDATE reviews SET counts = false FROM skills JOIN memberships ON memberships.publisher_id = skills.publisher_id
  WHERE skills.id = reviews.skill_id AND memberships.account_id = reviews.account_id AND reviews.counts;
SELECT count_ratings(array_agg(DISTINCT skill_id)) FROM reviews WHERE account_id IS NULL HAVING count(*) > 0;
