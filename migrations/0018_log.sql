-- The registry's log: one leaf for each decision, written in the decision's transaction. `position` is its place in the tree, given by the
-- sequencer once and never changed; until then it is pending.
CREATE TABLE log_leaves (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  leaf text NOT NULL CHECK (octet_length(leaf) <= 4096),
  -- What it is about, where that is a version or a skill's newest version.
  version_id bigint REFERENCES versions (id),
  skill_id bigint REFERENCES skills (id),
  -- The signed statement of the same decision.
  attestation_sequence bigint UNIQUE,
  position bigint UNIQUE CHECK (position >= 0),
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX log_leaves_pending ON log_leaves (id) WHERE position IS NULL;
CREATE INDEX log_leaves_version ON log_leaves (version_id, id) WHERE version_id IS NOT NULL;
CREATE INDEX log_leaves_skill ON log_leaves (skill_id, id) WHERE skill_id IS NOT NULL;

CREATE FUNCTION refuse_leaf_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND OLD.position IS NULL AND NEW.position IS NOT NULL
     AND (NEW.id, NEW.leaf, NEW.version_id, NEW.skill_id, NEW.attestation_sequence, NEW.created_at)
         IS NOT DISTINCT FROM (OLD.id, OLD.leaf, OLD.version_id, OLD.skill_id, OLD.attestation_sequence, OLD.created_at) THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'log_leaves is append-only';
END $$;
CREATE TRIGGER log_leaves_append_only BEFORE UPDATE OR DELETE ON log_leaves
  FOR EACH ROW EXECUTE FUNCTION refuse_leaf_change();
CREATE TRIGGER log_leaves_no_truncate BEFORE TRUNCATE ON log_leaves
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_leaf_change();

-- Every signed state of the tree. `note` is the signed checkpoint; `cosigned_at`: since when it has the cosignatures that the policy asks for.
CREATE TABLE log_checkpoints (
  size bigint PRIMARY KEY CHECK (size >= 0),
  root text NOT NULL,
  note text NOT NULL,
  signed_at timestamptz NOT NULL,
  cosigned_at timestamptz
);

-- One row: the name under which the log is known, chosen with its first checkpoint and kept.
CREATE TABLE log_origin (
  singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton),
  origin text NOT NULL
);
