-- Whom a skill pleases: one star an account and skill. It ranks nothing.
CREATE TABLE stars (
  -- What is rejected while it is staged goes with all its rows.
  skill_id bigint NOT NULL REFERENCES skills (id) ON DELETE CASCADE,
  account_id bigint NOT NULL REFERENCES accounts (id),
  created_at timestamptz NOT NULL,
  -- False while its account is suspended.
  counts boolean NOT NULL DEFAULT true,
  PRIMARY KEY (skill_id, account_id)
);
CREATE INDEX stars_account ON stars (account_id);
CREATE CONSTRAINT TRIGGER stars_audited AFTER INSERT OR UPDATE OR DELETE ON stars
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION require_audit();

-- The number of those that count, kept by the triggers below.
ALTER TABLE skills ADD COLUMN stars integer NOT NULL DEFAULT 0;

CREATE FUNCTION count_changed_stars() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE changed bigint[];
BEGIN
  IF TG_OP = 'DELETE' THEN SELECT array_agg(DISTINCT skill_id) INTO changed FROM old_rows;
  ELSE SELECT array_agg(DISTINCT skill_id) INTO changed FROM new_rows;
  END IF;
  -- Whoever comes second sees what the first one left.
  PERFORM 1 FROM skills WHERE id = ANY (changed) ORDER BY id FOR NO KEY UPDATE;
  UPDATE skills SET stars = counted.number
    FROM (SELECT skill AS skill_id, count(stars.skill_id) AS number
      FROM unnest(changed) AS skill LEFT JOIN stars ON stars.skill_id = skill AND stars.counts GROUP BY skill) AS counted
    WHERE skills.id = counted.skill_id AND skills.stars IS DISTINCT FROM counted.number;
  PERFORM say_skill_changed(id) FROM skills WHERE id = ANY (changed);
  RETURN NULL;
END $$;
CREATE TRIGGER stars_counted_in AFTER INSERT ON stars REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION count_changed_stars();
CREATE TRIGGER stars_counted_anew AFTER UPDATE ON stars REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION count_changed_stars();
CREATE TRIGGER stars_counted_out AFTER DELETE ON stars REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION count_changed_stars();
