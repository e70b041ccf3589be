-- Versions that came by a bundle of another registry: what that one said of them, which raises nothing here.
CREATE TABLE imported_versions (
  version_id bigint PRIMARY KEY REFERENCES versions (id) ON DELETE CASCADE,
  -- The other registry's address, as its bundle says.
  registry text NOT NULL CHECK (length(registry) BETWEEN 1 AND 2048),
  -- SHA-256 (hex) of the bundle's index.
  bundle text NOT NULL CHECK (bundle ~ '^[0-9a-f]{64}$'),
  -- The registry key that signed it, and that an admin named here.
  key_fingerprint text NOT NULL,
  publisher text NOT NULL,
  security_tier text NOT NULL,
  verdict text,
  -- Its statements about the version (DSSE envelopes), as far as that key signed them.
  statements jsonb NOT NULL,
  -- The author's signatures, verified again here: kind, signer, signature, and whether it holds.
  signatures jsonb NOT NULL,
  imported_at timestamptz NOT NULL
);
CREATE CONSTRAINT TRIGGER imported_versions_audited AFTER INSERT OR UPDATE OR DELETE ON imported_versions
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION require_audit();
