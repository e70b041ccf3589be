-- What the database itself enforces, so that no code path can forget it.

-- Append-only: a row of the audit log is never changed or removed.
CREATE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'audit_log is append-only';
END $$;
CREATE TRIGGER audit_log_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_log
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();

-- A privileged write commits only with an audit row of the same transaction.
CREATE FUNCTION require_audit() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT 1 FROM audit_log WHERE transaction_id = pg_current_xact_id()) THEN
    RAISE EXCEPTION 'a write to % needs an audit_log row in its transaction', TG_TABLE_NAME;
  END IF;
  RETURN NULL;
END $$;

CREATE CONSTRAINT TRIGGER publishers_audited AFTER INSERT OR UPDATE OR DELETE ON publishers
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION require_audit();
CREATE CONSTRAINT TRIGGER accounts_audited AFTER INSERT OR UPDATE OR DELETE ON accounts
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION require_audit();
CREATE CONSTRAINT TRIGGER memberships_audited AFTER INSERT OR UPDATE OR DELETE ON memberships
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION require_audit();
CREATE CONSTRAINT TRIGGER tokens_audited AFTER INSERT OR DELETE OR UPDATE OF account_id, secret_sha256, scopes, name_patterns, expires_at, revoked_at ON tokens
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION require_audit();
CREATE CONSTRAINT TRIGGER signing_keys_audited AFTER INSERT OR UPDATE OR DELETE ON signing_keys
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION require_audit();
CREATE CONSTRAINT TRIGGER skills_audited AFTER INSERT OR DELETE OR UPDATE OF name, publisher_id ON skills
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION require_audit();
CREATE CONSTRAINT TRIGGER versions_audited AFTER INSERT OR DELETE ON versions
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION require_audit();
CREATE CONSTRAINT TRIGGER versions_change_audited AFTER UPDATE ON versions
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  -- received <-> inspecting is a worker taking or losing its lease: not a decision.
  WHEN (OLD.tier IS DISTINCT FROM NEW.tier OR OLD.verdict IS DISTINCT FROM NEW.verdict
        OR (OLD.status IS DISTINCT FROM NEW.status AND NEW.status NOT IN ('received', 'inspecting')))
  EXECUTE FUNCTION require_audit();
CREATE CONSTRAINT TRIGGER signatures_audited AFTER INSERT OR UPDATE OR DELETE ON signatures
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION require_audit();
CREATE CONSTRAINT TRIGGER attestations_audited AFTER INSERT OR UPDATE OR DELETE ON attestations
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION require_audit();
CREATE CONSTRAINT TRIGGER promotions_audited AFTER INSERT OR UPDATE OR DELETE ON promotions
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION require_audit();
CREATE CONSTRAINT TRIGGER inspections_clear_audited AFTER UPDATE OF cleared_at ON inspections
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION require_audit();

-- Every process hears which skill changed once the change is committed: rendered pages are dropped by it.
CREATE FUNCTION notify_skill_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('skill_changed', (SELECT name FROM skills WHERE id = NEW.skill_id));
  RETURN NULL;
END $$;
CREATE FUNCTION notify_skill_row_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('skill_changed', NEW.name);
  RETURN NULL;
END $$;
CREATE FUNCTION notify_skill_of_version_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('skill_changed', (SELECT skills.name FROM versions JOIN skills ON skills.id = versions.skill_id WHERE versions.id = NEW.version_id));
  RETURN NULL;
END $$;
CREATE TRIGGER versions_notify AFTER INSERT OR UPDATE ON versions FOR EACH ROW
  EXECUTE FUNCTION notify_skill_changed();
CREATE TRIGGER skills_notify AFTER INSERT OR UPDATE OF latest_version_id, updated_at, publisher_id, revision ON skills FOR EACH ROW
  EXECUTE FUNCTION notify_skill_row_changed();
CREATE TRIGGER signatures_notify AFTER INSERT OR UPDATE ON signatures FOR EACH ROW
  EXECUTE FUNCTION notify_skill_of_version_changed();
CREATE TRIGGER attestations_notify AFTER INSERT ON attestations FOR EACH ROW
  EXECUTE FUNCTION notify_skill_of_version_changed();
