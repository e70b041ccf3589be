-- What people ask the audit log for: what somebody did, and what was done to a skill (all of its versions), to an account, of a kind, when.
CREATE INDEX audit_log_actor ON audit_log (actor, id);
CREATE INDEX audit_log_subject ON audit_log (split_part(target, '@', 1), id);
CREATE INDEX audit_log_account ON audit_log ((detail ->> 'account'), id) WHERE detail ? 'account';
CREATE INDEX audit_log_action ON audit_log (action, id);
CREATE INDEX audit_log_at ON audit_log (at);
