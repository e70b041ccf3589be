-- The registry's tables (docs/ARCHITECTURE.md names the rooms that use them).
CREATE EXTENSION IF NOT EXISTS pg_trgm;

CREATE TABLE publishers (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  handle text NOT NULL UNIQUE CHECK (handle ~ '^[a-z0-9][a-z0-9-]{0,38}$'),
  kind text NOT NULL CHECK (kind IN ('user', 'organisation')),
  created_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE accounts (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  handle text NOT NULL UNIQUE CHECK (handle ~ '^[a-z0-9][a-z0-9-]{0,38}$'),
  email text,
  role text NOT NULL DEFAULT 'user' CHECK (role IN ('user', 'admin')),
  created_at timestamptz NOT NULL DEFAULT now(),
  disabled_at timestamptz
);

CREATE TABLE memberships (
  account_id bigint NOT NULL REFERENCES accounts (id),
  publisher_id bigint NOT NULL REFERENCES publishers (id),
  role text NOT NULL CHECK (role IN ('owner', 'member')),
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (account_id, publisher_id)
);
CREATE INDEX memberships_publisher ON memberships (publisher_id);

CREATE TABLE tokens (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  account_id bigint NOT NULL REFERENCES accounts (id),
  name text NOT NULL,
  secret_sha256 text NOT NULL UNIQUE,
  scopes text[] NOT NULL,
  name_patterns text[] NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz,
  revoked_at timestamptz,
  last_used_at timestamptz
);
CREATE INDEX tokens_account ON tokens (account_id);

CREATE TABLE signing_keys (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  publisher_id bigint NOT NULL REFERENCES publishers (id),
  kind text NOT NULL CHECK (kind IN ('openpgp', 'sigstore')),
  fingerprint text NOT NULL,
  public_key text NOT NULL,
  user_ids text[] NOT NULL,
  algorithm text NOT NULL,
  registered_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz,
  revoked_at timestamptz,
  revoked_as text CHECK (revoked_as IN ('compromised', 'retired')),
  CHECK ((revoked_at IS NULL) = (revoked_as IS NULL))
);
CREATE UNIQUE INDEX signing_keys_publisher_fingerprint ON signing_keys (publisher_id, fingerprint);

CREATE TABLE skills (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL UNIQUE CHECK (name ~ '^[a-z0-9][a-z0-9-]{0,63}$'),
  publisher_id bigint NOT NULL REFERENCES publishers (id),
  latest_version_id bigint,
  downloads bigint NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  revision integer NOT NULL DEFAULT 0,
  indexed_revision integer NOT NULL DEFAULT 0
);
CREATE INDEX skills_publisher ON skills (publisher_id);
CREATE INDEX skills_updated ON skills (updated_at, id);
CREATE INDEX skills_downloads ON skills (downloads, id);
CREATE INDEX skills_index_lag ON skills (id) WHERE revision <> indexed_revision;

CREATE TABLE versions (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  skill_id bigint NOT NULL REFERENCES skills (id),
  version text NOT NULL,
  sort_key text COLLATE "C" NOT NULL,
  status text NOT NULL CHECK (status IN ('received', 'inspecting', 'published', 'quarantined', 'yanked', 'purged')),
  status_before_quarantine text CHECK (status_before_quarantine IN ('published', 'yanked')),
  status_reason text,
  tier text NOT NULL CHECK (tier IN ('experimental', 'community', 'verified')),
  claimed_tier text,
  format text NOT NULL,
  kind text NOT NULL,
  display_name text NOT NULL,
  description text NOT NULL,
  license text,
  author text,
  tags text[] NOT NULL,
  tool_names text[] NOT NULL,
  permission_levels text[] NOT NULL,
  permissions_declared boolean NOT NULL,
  manifest jsonb NOT NULL,
  diagnostics jsonb NOT NULL,
  readme text NOT NULL,
  content_digest text NOT NULL,
  release_digest text NOT NULL,
  upload_sha256 text NOT NULL,
  upload_kind text NOT NULL CHECK (upload_kind IN ('zip', 'tgz')),
  size_bytes integer NOT NULL,
  file_count integer NOT NULL,
  published_by bigint NOT NULL REFERENCES accounts (id),
  inspection_id uuid,
  verdict text CHECK (verdict IN ('ALLOW', 'REVIEW', 'BLOCK')),
  received_at timestamptz NOT NULL DEFAULT now(),
  published_at timestamptz,
  changed_at timestamptz NOT NULL DEFAULT now(),
  -- What is quarantined or was never published carries no earned tier.
  CHECK (tier = 'experimental' OR status IN ('published', 'yanked'))
);
CREATE UNIQUE INDEX versions_skill_sort_key ON versions (skill_id, sort_key);
CREATE INDEX versions_unfinished ON versions (id) WHERE status IN ('received', 'inspecting');
CREATE INDEX versions_upload ON versions (upload_sha256);
ALTER TABLE skills ADD CONSTRAINT skills_latest_version FOREIGN KEY (latest_version_id) REFERENCES versions (id) DEFERRABLE INITIALLY DEFERRED;
CREATE INDEX skills_listed ON skills (name) WHERE latest_version_id IS NOT NULL;

CREATE TABLE artifacts (
  version_id bigint NOT NULL REFERENCES versions (id),
  kind text NOT NULL CHECK (kind IN ('zip', 'tgz')),
  sha256 text NOT NULL,
  size_bytes integer NOT NULL,
  PRIMARY KEY (version_id, kind)
);
CREATE INDEX artifacts_sha256 ON artifacts (sha256);

CREATE TABLE files (
  version_id bigint NOT NULL REFERENCES versions (id),
  path text COLLATE "C" NOT NULL,
  sha256 text NOT NULL,
  size_bytes integer NOT NULL,
  PRIMARY KEY (version_id, path)
);

CREATE TABLE downloads_daily (
  version_id bigint NOT NULL REFERENCES versions (id),
  day text NOT NULL,
  count integer NOT NULL,
  PRIMARY KEY (version_id, day)
);

CREATE TABLE inspections (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  version_id bigint NOT NULL REFERENCES versions (id),
  status text NOT NULL CHECK (status IN ('queued', 'running', 'completed')),
  attempt_id uuid,
  attempts integer NOT NULL DEFAULT 0,
  lease_until timestamptz,
  rung_at timestamptz NOT NULL DEFAULT now(),
  verdict text CHECK (verdict IN ('ALLOW', 'REVIEW', 'BLOCK')),
  reason text,
  scanners jsonb NOT NULL DEFAULT '[]',
  created_at timestamptz NOT NULL DEFAULT now(),
  started_at timestamptz,
  finished_at timestamptz,
  cleared_by bigint REFERENCES accounts (id),
  cleared_reason text,
  cleared_at timestamptz,
  CHECK ((status = 'completed') = (verdict IS NOT NULL))
);
CREATE INDEX inspections_version ON inspections (version_id);
CREATE INDEX inspections_unfinished ON inspections (status) WHERE status <> 'completed';
ALTER TABLE versions ADD CONSTRAINT versions_inspection FOREIGN KEY (inspection_id) REFERENCES inspections (id) DEFERRABLE INITIALLY DEFERRED;

CREATE TABLE findings (
  inspection_id uuid NOT NULL REFERENCES inspections (id),
  position integer NOT NULL,
  rule text NOT NULL,
  scanner text NOT NULL,
  severity text NOT NULL CHECK (severity IN ('low', 'medium', 'high', 'critical')),
  category text NOT NULL,
  file text,
  line integer,
  message text NOT NULL,
  hint text,
  snippet text,
  PRIMARY KEY (inspection_id, position)
);

CREATE TABLE signatures (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  version_id bigint NOT NULL REFERENCES versions (id),
  kind text NOT NULL CHECK (kind IN ('openpgp', 'sigstore')),
  signing_key_id uuid NOT NULL REFERENCES signing_keys (id),
  signer text NOT NULL,
  body text NOT NULL,
  sha256 text NOT NULL,
  status text NOT NULL CHECK (status IN ('valid', 'revoked')),
  signed_at timestamptz NOT NULL,
  verified_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX signatures_version_body ON signatures (version_id, sha256);
CREATE INDEX signatures_key ON signatures (signing_key_id);

CREATE SEQUENCE attestation_sequence;
CREATE TABLE attestations (
  sequence bigint PRIMARY KEY,
  version_id bigint NOT NULL REFERENCES versions (id),
  decision text NOT NULL CHECK (decision IN ('publish', 'verdict', 'tier')),
  envelope jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX attestations_version ON attestations (version_id);

CREATE TABLE promotions (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  version_id bigint NOT NULL REFERENCES versions (id),
  from_tier text NOT NULL,
  to_tier text NOT NULL CHECK (to_tier IN ('community', 'verified')),
  status text NOT NULL CHECK (status IN ('pending', 'approved', 'rejected', 'withdrawn')),
  note text,
  inspection_id uuid NOT NULL REFERENCES inspections (id),
  requested_by bigint NOT NULL REFERENCES accounts (id),
  requested_at timestamptz NOT NULL DEFAULT now(),
  decided_by bigint REFERENCES accounts (id),
  decided_at timestamptz,
  reason text
);
CREATE UNIQUE INDEX promotions_one_pending ON promotions (version_id, to_tier) WHERE status = 'pending';
CREATE INDEX promotions_status ON promotions (status, requested_at);

CREATE TABLE audit_log (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at timestamptz NOT NULL DEFAULT now(),
  actor text NOT NULL,
  action text NOT NULL,
  target text NOT NULL,
  detail jsonb NOT NULL DEFAULT '{}',
  request_id text,
  transaction_id xid8 NOT NULL DEFAULT pg_current_xact_id()
);
CREATE INDEX audit_log_target ON audit_log (target);
CREATE INDEX audit_log_transaction ON audit_log (transaction_id);
