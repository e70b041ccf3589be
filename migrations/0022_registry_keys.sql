-- The registry's own public keys: which signs, which did, which will. Private keys are never in the database.
CREATE TABLE registry_keys (
  key_id text PRIMARY KEY,
  public_key text NOT NULL,
  fingerprint text NOT NULL,
  -- revoked: its holder may be somebody else; what it signs hands nothing over.
  state text NOT NULL CHECK (state IN ('next', 'current', 'former', 'revoked')),
  announced_at timestamptz NOT NULL,
  valid_from timestamptz,
  valid_until timestamptz,
  -- The DSSE envelope in which the key before this one names it; null for a first key, and after a revoked one.
  handover jsonb
);
CREATE UNIQUE INDEX registry_keys_one_current ON registry_keys (state) WHERE state = 'current';
CREATE UNIQUE INDEX registry_keys_one_next ON registry_keys (state) WHERE state = 'next';

CREATE CONSTRAINT TRIGGER registry_keys_audited AFTER INSERT OR UPDATE OR DELETE ON registry_keys
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION require_audit();
