-- The publisher's word against a hold: once a version, for each publisher that has its skill.
CREATE TABLE hold_contests (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  version_id bigint NOT NULL REFERENCES versions (id),
  publisher_id bigint NOT NULL REFERENCES publishers (id),
  -- Null: its account was deleted.
  contested_by bigint REFERENCES accounts (id),
  reason text NOT NULL,
  created_at timestamptz NOT NULL,
  -- `closed`: by itself, because there is nothing left to answer.
  status text NOT NULL CHECK (status IN ('open', 'cleared', 'released', 'upheld', 'closed')),
  decided_by bigint REFERENCES accounts (id),
  decided_at timestamptz,
  answer text,
  UNIQUE (version_id, publisher_id),
  CHECK ((status = 'open') = (decided_at IS NULL) AND (decided_at IS NULL) = (answer IS NULL)),
  CHECK ((decided_by IS NULL) = (status IN ('open', 'closed')))
);
CREATE UNIQUE INDEX hold_contests_open ON hold_contests (version_id) WHERE status = 'open';
CREATE INDEX hold_contests_publisher ON hold_contests (publisher_id);
CREATE CONSTRAINT TRIGGER hold_contests_audited AFTER INSERT OR UPDATE OR DELETE ON hold_contests
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION require_audit();

-- Until when somebody was told by mail of what waits: of their publishers' versions, or of everybody's as an admin.
CREATE TABLE hold_mails (
  account_id bigint NOT NULL REFERENCES accounts (id),
  kind text NOT NULL CHECK (kind IN ('publisher', 'admin')),
  told_until timestamptz NOT NULL,
  mailed_at timestamptz NOT NULL,
  PRIMARY KEY (account_id, kind)
);

-- A publisher's own re-scan of one version.
ALTER TABLE rescans ADD COLUMN publisher_id bigint REFERENCES publishers (id);
ALTER TABLE rescans DROP CONSTRAINT rescans_cause_check;
ALTER TABLE rescans ADD CONSTRAINT rescans_cause_check CHECK (cause IN ('advisory', 'rules', 'scanner', 'admin', 'publisher'));
ALTER TABLE rescans ADD CHECK ((cause = 'publisher') = (publisher_id IS NOT NULL));
CREATE INDEX rescans_publisher ON rescans (publisher_id, created_at) WHERE publisher_id IS NOT NULL;
