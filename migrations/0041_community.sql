-- What people say of a skill: that it should be used no more, reviews, and reports.

-- Its publisher's word that a version should be used no more; null: there is none.
ALTER TABLE versions ADD COLUMN deprecated_at timestamptz;
ALTER TABLE versions ADD COLUMN deprecated_message text;
-- The skill to use instead, by name; it may be none of this registry's.
ALTER TABLE versions ADD COLUMN deprecated_replacement text;
ALTER TABLE versions ADD CONSTRAINT versions_deprecated CHECK ((deprecated_at IS NULL) = (deprecated_message IS NULL)
  AND (deprecated_replacement IS NULL OR deprecated_at IS NOT NULL));
CREATE INDEX versions_deprecated ON versions (id) WHERE deprecated_at IS NOT NULL;
CREATE CONSTRAINT TRIGGER versions_deprecation_audited AFTER UPDATE ON versions DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN ((OLD.deprecated_message, OLD.deprecated_replacement) IS DISTINCT FROM (NEW.deprecated_message, NEW.deprecated_replacement))
  EXECUTE FUNCTION require_audit();

-- Which accounts took a version while they were signed in: who may review it. No address is kept.
CREATE TABLE account_downloads (
  account_id bigint NOT NULL REFERENCES accounts (id),
  version_id bigint NOT NULL REFERENCES versions (id),
  first_at timestamptz NOT NULL,
  PRIMARY KEY (account_id, version_id)
);
CREATE INDEX account_downloads_version ON account_downloads (version_id);

CREATE TABLE reviews (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  skill_id bigint NOT NULL REFERENCES skills (id),
  version_id bigint NOT NULL REFERENCES versions (id),
  -- Null: its account was deleted.
  account_id bigint REFERENCES accounts (id),
  rating smallint NOT NULL CHECK (rating BETWEEN 1 AND 5),
  body text,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  -- Whether it is shown and counted: false while its account is suspended, and once an admin removed it.
  counts boolean NOT NULL DEFAULT true,
  answer text,
  answered_by bigint REFERENCES accounts (id),
  answered_at timestamptz,
  removed_by bigint REFERENCES accounts (id),
  removed_at timestamptz,
  removed_reason text,
  UNIQUE (skill_id, account_id),
  CHECK ((answer IS NULL) = (answered_at IS NULL)),
  CHECK ((removed_at IS NULL) = (removed_reason IS NULL) AND NOT (counts AND removed_at IS NOT NULL))
);
CREATE INDEX reviews_skill ON reviews (skill_id, updated_at DESC, id);
CREATE INDEX reviews_account ON reviews (account_id);
CREATE INDEX reviews_version ON reviews (version_id);
CREATE CONSTRAINT TRIGGER reviews_audited AFTER INSERT OR UPDATE OR DELETE ON reviews
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION require_audit();

-- The sum and number of the ratings that count, kept by the triggers below.
ALTER TABLE skills ADD COLUMN rating_sum integer NOT NULL DEFAULT 0;
ALTER TABLE skills ADD COLUMN rating_count integer NOT NULL DEFAULT 0;

CREATE FUNCTION count_ratings(changed bigint[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  -- Whoever comes second sees what the first one left.
  PERFORM 1 FROM skills WHERE id = ANY (changed) ORDER BY id FOR NO KEY UPDATE;
  UPDATE skills SET rating_sum = counted.total, rating_count = counted.number
    FROM (SELECT skill AS skill_id, coalesce(sum(rating), 0) AS total, count(rating) AS number
      FROM unnest(changed) AS skill LEFT JOIN reviews ON reviews.skill_id = skill AND reviews.counts GROUP BY skill) AS counted
    WHERE skills.id = counted.skill_id AND (rating_sum, rating_count) IS DISTINCT FROM (counted.total, counted.number);
  PERFORM pg_notify('skill_changed', name) FROM skills WHERE id = ANY (changed);
END $$;
CREATE FUNCTION count_changed_ratings() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE changed bigint[];
BEGIN
  IF TG_OP = 'DELETE' THEN SELECT array_agg(DISTINCT skill_id) INTO changed FROM old_rows;
  ELSE SELECT array_agg(DISTINCT skill_id) INTO changed FROM new_rows;
  END IF;
  IF changed IS NOT NULL THEN PERFORM count_ratings(changed); END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER reviews_counted_in AFTER INSERT ON reviews REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION count_changed_ratings();
CREATE TRIGGER reviews_counted_anew AFTER UPDATE ON reviews REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION count_changed_ratings();
CREATE TRIGGER reviews_counted_out AFTER DELETE ON reviews REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION count_changed_ratings();

-- A case: what somebody reports of a skill. By itself it does nothing to the skill.
CREATE TABLE reports (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  skill_id bigint NOT NULL REFERENCES skills (id),
  -- The version that it is about; null: the skill.
  version_id bigint REFERENCES versions (id),
  kind text NOT NULL CHECK (kind IN ('malware', 'impersonation', 'copyright', 'spam', 'other')),
  body text NOT NULL,
  -- Null: its account was deleted.
  reporter_id bigint REFERENCES accounts (id),
  created_at timestamptz NOT NULL,
  status text NOT NULL CHECK (status IN ('open', 'upheld', 'dismissed')),
  decided_by bigint REFERENCES accounts (id),
  decided_at timestamptz,
  reason text,
  -- What upholding it did, and to which version.
  effect text CHECK (effect IN ('demotion', 'quarantine')),
  effect_version_id bigint REFERENCES versions (id),
  -- The publisher's appeal against an upheld one: once, and another admin decides.
  appeal text,
  appealed_by bigint REFERENCES accounts (id),
  appealed_at timestamptz,
  appeal_status text CHECK (appeal_status IN ('pending', 'granted', 'rejected')),
  appeal_decided_by bigint REFERENCES accounts (id),
  appeal_decided_at timestamptz,
  appeal_reason text,
  CHECK ((status = 'open') = (decided_at IS NULL) AND (decided_at IS NULL) = (reason IS NULL)),
  CHECK ((status = 'upheld') = (effect IS NOT NULL) AND (effect IS NULL) = (effect_version_id IS NULL)),
  CHECK ((appeal IS NULL) = (appeal_status IS NULL) AND (appeal IS NULL OR status = 'upheld')),
  CHECK ((appeal_decided_at IS NULL) = (appeal_status IS NULL OR appeal_status = 'pending'))
);
CREATE INDEX reports_status ON reports (status, created_at, id);
CREATE INDEX reports_appeals ON reports (appealed_at, id) WHERE appeal_status IS NOT NULL;
CREATE INDEX reports_skill ON reports (skill_id);
CREATE INDEX reports_reporter ON reports (reporter_id, created_at);
CREATE CONSTRAINT TRIGGER reports_audited AFTER INSERT OR UPDATE OR DELETE ON reports
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION require_audit();
