-- Which kinds of notices somebody wants by mail, where they said so; without a row: by mail.
CREATE TABLE mail_choices (
  account_id bigint NOT NULL REFERENCES accounts (id),
  kind text NOT NULL CHECK (kind IN ('held', 'withdrawn', 'waiting')),
  by_mail boolean NOT NULL,
  PRIMARY KEY (account_id, kind)
);
CREATE CONSTRAINT TRIGGER mail_choices_audited AFTER INSERT OR UPDATE OR DELETE ON mail_choices
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION require_audit();
