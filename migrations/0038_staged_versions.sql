-- A staged version: scanned and signed, seen by its publisher alone, live once somebody approves exactly its content.
ALTER TABLE versions DROP CONSTRAINT versions_status_check;
ALTER TABLE versions ADD CONSTRAINT versions_status_check
  CHECK (status IN ('received', 'inspecting', 'staged', 'published', 'quarantined', 'yanked', 'purged'));
ALTER TABLE versions ADD COLUMN awaits_approval boolean NOT NULL DEFAULT false;
ALTER TABLE versions ADD COLUMN approved_by bigint REFERENCES accounts (id);
-- Whatever becomes of it, what awaits approval was never live.
ALTER TABLE versions ADD CONSTRAINT versions_awaiting CHECK (NOT awaits_approval OR status IN ('received', 'inspecting', 'staged'));
ALTER TABLE versions ADD CONSTRAINT versions_staged CHECK (status <> 'staged' OR awaits_approval);
CREATE INDEX versions_awaiting_approval ON versions (skill_id) WHERE awaits_approval;
CREATE CONSTRAINT TRIGGER versions_approval_audited AFTER UPDATE ON versions DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (OLD.awaits_approval IS DISTINCT FROM NEW.awaits_approval OR OLD.approved_by IS DISTINCT FROM NEW.approved_by)
  EXECUTE FUNCTION require_audit();

-- Whether versions of a skill have to be staged first.
ALTER TABLE skills ADD COLUMN staging text NOT NULL DEFAULT 'optional' CHECK (staging IN ('optional', 'required'));
CREATE CONSTRAINT TRIGGER skills_staging_audited AFTER UPDATE OF staging ON skills
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION require_audit();
