-- Roles in a publisher: whoever was a member publishes, and no more.
INSERT INTO audit_log (actor, action, target, detail)
  SELECT 'registry', 'member.role', 'registry', '{"from": "member", "to": "publisher"}'
  WHERE EXISTS (SELECT 1 FROM memberships WHERE role = 'member');
ALTER TABLE memberships DROP CONSTRAINT memberships_role_check;
UPDATE memberships SET role = 'publisher' WHERE role = 'member';
-- The deferred check that an audit row is there: a table with checks to come cannot be altered.
SET CONSTRAINTS ALL IMMEDIATE;
ALTER TABLE memberships ADD CONSTRAINT memberships_role_check CHECK (role IN ('owner', 'admin', 'publisher'));

-- Who was asked to belong to a publisher: an account, or whoever has this address. An invitation that nobody answered ends by itself.
CREATE TABLE invitations (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  publisher_id bigint NOT NULL REFERENCES publishers (id),
  account_id bigint REFERENCES accounts (id),
  email text,
  role text NOT NULL CHECK (role IN ('owner', 'admin', 'publisher')),
  invited_by bigint NOT NULL REFERENCES accounts (id),
  status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'accepted', 'declined', 'withdrawn', 'expired')),
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  decided_by bigint REFERENCES accounts (id),
  decided_at timestamptz,
  CHECK ((account_id IS NULL) <> (email IS NULL)),
  CHECK ((status = 'pending') = (decided_at IS NULL))
);
CREATE UNIQUE INDEX invitations_account_once ON invitations (publisher_id, account_id) WHERE status = 'pending' AND account_id IS NOT NULL;
CREATE UNIQUE INDEX invitations_email_once ON invitations (publisher_id, email) WHERE status = 'pending' AND email IS NOT NULL;
CREATE INDEX invitations_account ON invitations (account_id) WHERE status = 'pending';
CREATE INDEX invitations_email ON invitations (email) WHERE status = 'pending';
CREATE CONSTRAINT TRIGGER invitations_audited AFTER INSERT OR UPDATE OR DELETE ON invitations
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION require_audit();

-- Notices tell of members and owners, too, and those are about no version. Their kinds are spelled once, in `packages/policy`.
ALTER TABLE notices ALTER COLUMN version_id DROP NOT NULL;
ALTER TABLE notices DROP CONSTRAINT IF EXISTS notices_kind_check;
