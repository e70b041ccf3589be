-- What is kept of an answer falls with everything that it speaks of: a change says the skill, whose it is (of one that was transferred, whose
-- it was, too) and the collections that it is in, of which there are none yet. As JSON, some 300 bytes at most of the 8,000 that a
-- notification carries: names and handles are short, and a skill has one publisher before and one after.
CREATE FUNCTION say_skill_changed(skill bigint, earlier_publisher bigint DEFAULT NULL) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('skill_changed', json_build_object(
      'skill', skills.name,
      'publishers', (SELECT json_agg(handle ORDER BY handle) FROM publishers WHERE id IN (skills.publisher_id, earlier_publisher)),
      'collections', json_build_array()
    )::text) FROM skills WHERE skills.id = skill;
END $$;

CREATE OR REPLACE FUNCTION notify_skill_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM say_skill_changed(NEW.skill_id);
  RETURN NULL;
END $$;
CREATE OR REPLACE FUNCTION notify_skill_row_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM say_skill_changed(NEW.id, CASE WHEN TG_OP = 'UPDATE' THEN OLD.publisher_id END);
  RETURN NULL;
END $$;
CREATE OR REPLACE FUNCTION notify_skill_of_version_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM say_skill_changed(skill_id) FROM versions WHERE id = NEW.version_id;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION count_ratings(changed bigint[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  -- Whoever comes second sees what the first one left.
  PERFORM 1 FROM skills WHERE id = ANY (changed) ORDER BY id FOR NO KEY UPDATE;
  UPDATE skills SET rating_sum = counted.total, rating_count = counted.number
    FROM (SELECT skill AS skill_id, coalesce(sum(rating), 0) AS total, count(rating) AS number
      FROM unnest(changed) AS skill
      LEFT JOIN reviews ON reviews.skill_id = skill AND reviews.counts AND reviews.account_id IS NOT NULL GROUP BY skill) AS counted
    WHERE skills.id = counted.skill_id AND (rating_sum, rating_count) IS DISTINCT FROM (counted.total, counted.number);
  PERFORM say_skill_changed(id) FROM skills WHERE id = ANY (changed);
END $$;
