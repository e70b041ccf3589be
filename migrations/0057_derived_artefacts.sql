-- What was made of a version for a client that speaks another registry's protocol. Derived: made again on demand, in no backup.
CREATE TABLE derived_artefacts (
  version_id bigint NOT NULL REFERENCES versions (id) ON DELETE CASCADE,
  protocol text NOT NULL CHECK (protocol ~ '^[a-z][a-z0-9-]{0,31}$'),
  -- Which of that protocol's files of the version it is.
  name text NOT NULL CHECK (octet_length(name) BETWEEN 1 AND 255),
  -- Of its bytes, in hex: where they lie in storage.
  sha256 text NOT NULL CHECK (sha256 ~ '^[0-9a-f]{64}$'),
  size_bytes bigint NOT NULL,
  made_at timestamptz NOT NULL,
  PRIMARY KEY (version_id, protocol, name)
);
CREATE INDEX derived_artefacts_sha256 ON derived_artefacts (sha256);

-- Bytes whose row fell, until storage has lost them or another row names them. A rejected version has no row: nothing is referred to.
CREATE TABLE dropped_artefacts (
  version_id bigint NOT NULL,
  sha256 text NOT NULL,
  dropped_at timestamptz NOT NULL DEFAULT date_trunc('milliseconds', now()),
  PRIMARY KEY (version_id, sha256)
);
CREATE INDEX dropped_artefacts_at ON dropped_artefacts (dropped_at);

CREATE FUNCTION note_dropped_artefact() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO dropped_artefacts (version_id, sha256) VALUES (OLD.version_id, OLD.sha256)
    ON CONFLICT (version_id, sha256) DO UPDATE SET dropped_at = excluded.dropped_at;
  RETURN NULL;
END $$;
CREATE TRIGGER derived_artefacts_note_dropped AFTER DELETE ON derived_artefacts
  FOR EACH ROW EXECUTE FUNCTION note_dropped_artefact();

-- What changes who may have a version, or what is said of it, takes what was made of it along in its transaction: no verb can forget it.
CREATE FUNCTION drop_artefacts_of_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM derived_artefacts WHERE version_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER versions_drop_artefacts AFTER UPDATE ON versions FOR EACH ROW
  WHEN ((OLD.status, OLD.verdict, OLD.held, OLD.tier) IS DISTINCT FROM (NEW.status, NEW.verdict, NEW.held, NEW.tier))
  EXECUTE FUNCTION drop_artefacts_of_version();

CREATE FUNCTION drop_artefacts_of_skill() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM derived_artefacts USING versions WHERE versions.skill_id = NEW.id AND derived_artefacts.version_id = versions.id;
  RETURN NULL;
END $$;
CREATE TRIGGER skills_drop_artefacts AFTER UPDATE OF visibility ON skills FOR EACH ROW
  WHEN (OLD.visibility IS DISTINCT FROM NEW.visibility)
  EXECUTE FUNCTION drop_artefacts_of_skill();
