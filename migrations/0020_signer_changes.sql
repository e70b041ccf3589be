-- Who signed a skill is who goes on signing it: a signature counts for that once it is accepted. What was there before is.
ALTER TABLE signatures ADD COLUMN accepted_at timestamptz;
-- What a certificate says of its holder and the build; null for keys.
ALTER TABLE signatures ADD COLUMN identity jsonb;
INSERT INTO audit_log (actor, action, target, detail)
  SELECT 'registry', 'version.sign', 'registry', '{"accepted": "every signature until now"}'
  WHERE EXISTS (SELECT 1 FROM signatures);
UPDATE signatures SET accepted_at = verified_at;
CREATE INDEX signatures_accepted ON signatures (version_id, accepted_at) WHERE accepted_at IS NOT NULL;

-- A version that another one signed than the skill's known signers, or nobody: held until its owner confirms that.
CREATE TABLE signer_changes (
  version_id bigint PRIMARY KEY REFERENCES versions (id),
  status text NOT NULL CHECK (status IN ('pending', 'confirmed')),
  from_signers jsonb NOT NULL,
  -- Who was confirmed; null while it is pending: then it is who signed it.
  to_signers jsonb,
  created_at timestamptz NOT NULL DEFAULT now(),
  decided_by bigint REFERENCES accounts (id),
  decided_at timestamptz,
  CHECK ((status = 'confirmed') = (to_signers IS NOT NULL AND decided_by IS NOT NULL AND decided_at IS NOT NULL))
);
CREATE INDEX signer_changes_pending ON signer_changes (created_at, version_id) WHERE status = 'pending';
CREATE CONSTRAINT TRIGGER signer_changes_audited AFTER INSERT OR UPDATE OR DELETE ON signer_changes
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION require_audit();

-- Why an admin took a version's tier away; null: none did, or it was taken back.
ALTER TABLE versions ADD COLUMN demoted_reason text;

ALTER TABLE notices DROP CONSTRAINT notices_kind_check;
ALTER TABLE notices ADD CONSTRAINT notices_kind_check CHECK (kind IN ('demoted', 'quarantined', 'restored', 'clearance-void',
  'verdict-worse', 'signer-change', 'signer-confirmed', 'audited', 'cleared', 'purged'));
