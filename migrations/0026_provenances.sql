-- What builds say of a version (SLSA provenance), each as it verified when it came.
CREATE TABLE provenances (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  version_id bigint NOT NULL REFERENCES versions (id),
  -- The registered identity that its level counts for; null: none, and then the level is 1.
  signing_key_id uuid REFERENCES signing_keys (id),
  signer text NOT NULL,
  level smallint NOT NULL CHECK (level BETWEEN 1 AND 3),
  reason text NOT NULL,
  -- Which of the version's digests it names.
  artifact text NOT NULL CHECK (artifact IN ('content_digest', 'release_digest', 'zip', 'tgz', 'upload')),
  claims jsonb NOT NULL,
  identity jsonb,
  body text NOT NULL,
  sha256 text NOT NULL,
  signed_at timestamptz NOT NULL,
  verified_at timestamptz NOT NULL,
  UNIQUE (version_id, sha256),
  CHECK (level = 1 OR signing_key_id IS NOT NULL)
);
CREATE INDEX provenances_key ON provenances (signing_key_id);

CREATE CONSTRAINT TRIGGER provenances_audited AFTER INSERT OR UPDATE OR DELETE ON provenances
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION require_audit();
