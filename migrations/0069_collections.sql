-- Skills that a publisher names together, in an order: its own and others'. What somebody may not see of them is left out for them.
CREATE TABLE collections (
  id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  publisher_id bigint NOT NULL REFERENCES publishers (id),
  name text NOT NULL,
  title text NOT NULL,
  -- `organisation`: the members of its publisher see it.
  visibility text NOT NULL CHECK (visibility IN ('public', 'organisation')),
  -- What its leaves in the log are salted with; null: it is public, and they are not.
  salt text CHECK (salt ~ '^[0-9a-f]{64}$'),
  created_at timestamptz NOT NULL,
  UNIQUE (publisher_id, name),
  CHECK ((salt IS NULL) = (visibility = 'public'))
);
CREATE TABLE collection_skills (
  collection_id bigint NOT NULL REFERENCES collections (id) ON DELETE CASCADE,
  place smallint NOT NULL CHECK (place BETWEEN 0 AND 49),
  -- What is rejected while it is staged goes with all its rows.
  skill_id bigint NOT NULL REFERENCES skills (id) ON DELETE CASCADE,
  PRIMARY KEY (collection_id, place),
  UNIQUE (collection_id, skill_id)
);
CREATE INDEX collection_skills_skill ON collection_skills (skill_id);
CREATE CONSTRAINT TRIGGER collections_audited AFTER INSERT OR UPDATE OR DELETE ON collections
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION require_audit();
CREATE CONSTRAINT TRIGGER collection_skills_audited AFTER INSERT OR UPDATE OR DELETE ON collection_skills
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION require_audit();
