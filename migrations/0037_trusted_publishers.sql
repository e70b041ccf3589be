-- Workflows that publish a skill without a token of a person: the identity that their CI gives them is exchanged for a token of minutes.
CREATE TABLE trusted_publishers (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  -- Whose skill it is. While nobody has published `skill_name` it waits, and reserves nothing.
  publisher_id bigint NOT NULL REFERENCES publishers (id),
  skill_name text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('github', 'gitlab', 'oidc')),
  issuer text NOT NULL,
  -- Of GitHub and GitLab.
  repository text,
  workflow text,
  environment text,
  -- What is never given out again; null until the first exchange says it.
  repository_id text,
  owner_id text,
  -- Of any other issuer: the whole subject, letter by letter.
  subject text,
  stage_only boolean NOT NULL DEFAULT false,
  created_by bigint NOT NULL REFERENCES accounts (id),
  created_at timestamptz NOT NULL DEFAULT now(),
  last_used_at timestamptz,
  removed_at timestamptz,
  removed_why text,
  CHECK ((kind = 'oidc') = (subject IS NOT NULL)),
  CHECK ((kind = 'oidc') = (repository IS NULL AND workflow IS NULL)),
  CHECK ((removed_at IS NULL) = (removed_why IS NULL))
);
CREATE UNIQUE INDEX trusted_publishers_once ON trusted_publishers
  (publisher_id, skill_name, issuer, lower(coalesce(repository, '')), coalesce(workflow, ''), coalesce(environment, ''), coalesce(subject, ''))
  WHERE removed_at IS NULL;
CREATE INDEX trusted_publishers_skill ON trusted_publishers (skill_name);
CREATE INDEX trusted_publishers_issuer ON trusted_publishers (issuer) WHERE removed_at IS NULL;
-- When it was last used is no decision.
CREATE CONSTRAINT TRIGGER trusted_publishers_audited AFTER INSERT OR DELETE OR
  UPDATE OF publisher_id, skill_name, kind, issuer, repository, workflow, environment, repository_id, owner_id, subject, stage_only, removed_at
  ON trusted_publishers DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION require_audit();

-- What such an exchange gave out; of the secret its SHA-256 alone, as of people's tokens.
CREATE TABLE workload_tokens (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  trusted_publisher_id uuid NOT NULL REFERENCES trusted_publishers (id),
  secret_sha256 text NOT NULL UNIQUE,
  scopes text[] NOT NULL,
  -- What the identity said of itself.
  via jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  revoked_at timestamptz
);
CREATE INDEX workload_tokens_trusted_publisher ON workload_tokens (trusted_publisher_id);
CREATE CONSTRAINT TRIGGER workload_tokens_audited AFTER INSERT OR UPDATE ON workload_tokens
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION require_audit();

-- An identity is exchanged once: its `jti`, or what was signed of it, as a digest, for longer than it could be presented.
CREATE TABLE spent_identities (
  issuer text NOT NULL,
  identity_sha256 text NOT NULL,
  keep_until timestamptz NOT NULL,
  PRIMARY KEY (issuer, identity_sha256)
);
CREATE INDEX spent_identities_end ON spent_identities (keep_until);
CREATE CONSTRAINT TRIGGER spent_identities_audited AFTER INSERT OR UPDATE ON spent_identities
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION require_audit();

-- The kinds of notices are listed in one place, `packages/policy/src/notice-kinds.ts`.
ALTER TABLE notices DROP CONSTRAINT IF EXISTS notices_kind_check;
ALTER TABLE notices ADD CONSTRAINT notices_kind_check CHECK (kind ~ '^[a-z][a-z-]{1,39}$');

-- A version is published by an account, or by a workflow: then `published_via` says which.
ALTER TABLE versions ALTER COLUMN published_by DROP NOT NULL;
ALTER TABLE versions ADD COLUMN published_via jsonb;
ALTER TABLE versions ADD CONSTRAINT versions_published_by_somebody CHECK (published_by IS NOT NULL OR published_via IS NOT NULL);

-- Who may publish a skill: whoever its publisher lets, or its trusted publishers alone.
ALTER TABLE skills ADD COLUMN publishing text NOT NULL DEFAULT 'any' CHECK (publishing IN ('any', 'trusted'));
CREATE CONSTRAINT TRIGGER skills_settings_audited AFTER UPDATE OF publishing ON skills
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION require_audit();
