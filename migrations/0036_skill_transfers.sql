-- Under whose handle a version was released: its SHA256SUMS, its statements and its leaves say so for ever, whoever has the skill since.
ALTER TABLE versions ADD COLUMN released_as text;
UPDATE versions SET released_as = publishers.handle
  FROM skills JOIN publishers ON publishers.id = skills.publisher_id WHERE skills.id = versions.skill_id;
SET CONSTRAINTS ALL IMMEDIATE;
ALTER TABLE versions ALTER COLUMN released_as SET NOT NULL;
CREATE FUNCTION name_releaser() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.released_as IS NULL THEN
    SELECT publishers.handle INTO NEW.released_as FROM skills JOIN publishers ON publishers.id = skills.publisher_id WHERE skills.id = NEW.skill_id;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER versions_name_releaser BEFORE INSERT ON versions FOR EACH ROW EXECUTE FUNCTION name_releaser();
CREATE TRIGGER versions_releaser_immutable BEFORE UPDATE OF released_as ON versions
  FOR EACH ROW WHEN (OLD.released_as IS DISTINCT FROM NEW.released_as) EXECUTE FUNCTION refuse_digest_change();

-- A skill is offered to another publisher, and is theirs when one of theirs accepts.
CREATE TABLE skill_transfers (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  skill_id bigint NOT NULL REFERENCES skills (id),
  from_publisher_id bigint NOT NULL REFERENCES publishers (id),
  to_publisher_id bigint NOT NULL REFERENCES publishers (id),
  requested_by bigint NOT NULL REFERENCES accounts (id),
  status text NOT NULL CHECK (status IN ('pending', 'accepted', 'declined', 'withdrawn', 'expired')),
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  decided_by bigint REFERENCES accounts (id),
  decided_at timestamptz,
  CHECK (from_publisher_id <> to_publisher_id),
  CHECK ((status = 'pending') = (decided_at IS NULL))
);
CREATE UNIQUE INDEX skill_transfers_once ON skill_transfers (skill_id) WHERE status = 'pending';
CREATE INDEX skill_transfers_from ON skill_transfers (from_publisher_id, created_at);
CREATE INDEX skill_transfers_to ON skill_transfers (to_publisher_id, created_at);
CREATE CONSTRAINT TRIGGER skill_transfers_audited AFTER INSERT OR UPDATE OR DELETE ON skill_transfers
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION require_audit();
