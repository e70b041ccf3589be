-- What a version takes in storage: its upload as it came and both canonical archives. Of earlier ones the upload's size was not written down:
-- it counts as the larger archive.
ALTER TABLE versions ADD COLUMN stored_bytes bigint NOT NULL DEFAULT 0;
UPDATE versions SET stored_bytes = kept.bytes
  FROM (SELECT version_id, sum(size_bytes) + max(size_bytes) AS bytes FROM artifacts GROUP BY version_id) AS kept
  WHERE kept.version_id = versions.id;

-- What each publisher's versions take, without purged ones: the sum of its rows. Changes are only ever added by the triggers below, so that no
-- publish waits for another one; `fold_publisher_usage` makes one row of them now and then.
CREATE TABLE publisher_usage (
  publisher_id bigint NOT NULL REFERENCES publishers (id),
  size_bytes bigint NOT NULL,
  versions bigint NOT NULL
);
CREATE INDEX publisher_usage_publisher ON publisher_usage (publisher_id);
INSERT INTO publisher_usage
  SELECT skills.publisher_id, sum(versions.stored_bytes), count(*) FROM versions JOIN skills ON skills.id = versions.skill_id
  WHERE versions.status <> 'purged' GROUP BY skills.publisher_id;

CREATE FUNCTION fold_publisher_usage() RETURNS void LANGUAGE sql AS $$
  WITH folded AS (
    DELETE FROM publisher_usage
      WHERE publisher_id IN (SELECT publisher_id FROM publisher_usage GROUP BY publisher_id HAVING count(*) > 1)
    RETURNING publisher_id, size_bytes, versions)
  INSERT INTO publisher_usage SELECT publisher_id, sum(size_bytes), sum(versions) FROM folded GROUP BY publisher_id;
$$;

CREATE FUNCTION use_storage_for_versions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- A skill that is being transferred is its old publisher's or its new one's: whoever comes second sees what the first one left.
  PERFORM 1 FROM skills WHERE id IN (SELECT skill_id FROM new_rows) ORDER BY id FOR NO KEY UPDATE;
  INSERT INTO publisher_usage
    SELECT skills.publisher_id, sum(n.stored_bytes), count(*) FROM new_rows n JOIN skills ON skills.id = n.skill_id
    WHERE n.status <> 'purged' GROUP BY skills.publisher_id;
  RETURN NULL;
END $$;
CREATE TRIGGER versions_use_storage AFTER INSERT ON versions REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION use_storage_for_versions();

CREATE FUNCTION use_storage_otherwise() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM skills WHERE id = OLD.skill_id FOR NO KEY UPDATE;
  IF OLD.status <> 'purged' THEN
    INSERT INTO publisher_usage SELECT publisher_id, -OLD.stored_bytes, -1 FROM skills WHERE id = OLD.skill_id;
  END IF;
  IF TG_OP = 'UPDATE' AND NEW.status <> 'purged' THEN
    INSERT INTO publisher_usage SELECT publisher_id, NEW.stored_bytes, 1 FROM skills WHERE id = NEW.skill_id;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER versions_use_other_storage AFTER UPDATE OF status, stored_bytes ON versions FOR EACH ROW
  WHEN ((OLD.status = 'purged') <> (NEW.status = 'purged') OR OLD.stored_bytes <> NEW.stored_bytes)
  EXECUTE FUNCTION use_storage_otherwise();
CREATE TRIGGER versions_use_no_storage AFTER DELETE ON versions FOR EACH ROW EXECUTE FUNCTION use_storage_otherwise();

CREATE FUNCTION move_storage_of_skill() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO publisher_usage
    SELECT moved.publisher_id, moved.sign * kept.bytes, moved.sign * kept.versions
    FROM (SELECT coalesce(sum(stored_bytes), 0) AS bytes, count(*) AS versions FROM versions
      WHERE skill_id = NEW.id AND status <> 'purged') AS kept,
      (VALUES (OLD.publisher_id, -1), (NEW.publisher_id, 1)) AS moved (publisher_id, sign);
  RETURN NULL;
END $$;
CREATE TRIGGER skills_move_storage AFTER UPDATE OF publisher_id ON skills FOR EACH ROW
  WHEN (OLD.publisher_id <> NEW.publisher_id) EXECUTE FUNCTION move_storage_of_skill();

-- What an admin lets a publisher take instead of what the settings say; 0: as much as it wants.
CREATE TABLE publisher_quotas (
  publisher_id bigint PRIMARY KEY REFERENCES publishers (id),
  mebibytes integer NOT NULL CHECK (mebibytes >= 0),
  set_at timestamptz NOT NULL
);
CREATE CONSTRAINT TRIGGER publisher_quotas_audited AFTER INSERT OR UPDATE OR DELETE ON publisher_quotas
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION require_audit();

-- What a publisher takes and may. `alone`: until the end of this transaction nobody else asks so, and what others committed before is seen.
CREATE FUNCTION usage_of_publisher(publisher bigint, alone boolean)
RETURNS TABLE (used_bytes bigint, versions bigint, quota_mebibytes integer) LANGUAGE plpgsql AS $$
BEGIN
  IF alone THEN PERFORM pg_advisory_xact_lock(43, publisher::integer); END IF;
  RETURN QUERY SELECT coalesce(sum(u.size_bytes), 0)::bigint, coalesce(sum(u.versions), 0)::bigint,
    (SELECT q.mebibytes FROM publisher_quotas q WHERE q.publisher_id = publisher)
    FROM publisher_usage u WHERE u.publisher_id = publisher;
END $$;
