-- Other registries whose skills are taken into this one, and what came of each version that they listed.
CREATE TABLE mirrors (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  address text NOT NULL CHECK (length(address) BETWEEN 1 AND 2000),
  -- Which protocol the address speaks, and where; null: not found out yet.
  source text CHECK (source ~ '^[a-z][a-z-]{0,31}$'),
  base text CHECK (length(base) <= 2000),
  publisher_id bigint NOT NULL REFERENCES publishers (id),
  -- Whose word it is.
  created_by bigint NOT NULL REFERENCES accounts (id),
  prefix text,
  only_names text[] NOT NULL,
  min_age_days smallint NOT NULL CHECK (min_age_days BETWEEN 0 AND 365),
  approve text NOT NULL CHECK (approve IN ('none', 'publisher', 'each')),
  follows boolean NOT NULL,
  state text NOT NULL CHECK (state IN ('listing', 'taking', 'done', 'failed', 'stopped')),
  -- Counts how often the upstream was listed from its beginning.
  run integer NOT NULL DEFAULT 1,
  reason text,
  failures smallint NOT NULL DEFAULT 0,
  -- Every host that was asked for it; each is in the audit log as well.
  hosts text[] NOT NULL DEFAULT '{}',
  attempt_id uuid,
  lease_until timestamptz,
  retry_at timestamptz,
  created_at timestamptz NOT NULL,
  started_at timestamptz NOT NULL,
  finished_at timestamptz
);
CREATE INDEX mirrors_created ON mirrors (created_at, id);
CREATE CONSTRAINT TRIGGER mirrors_audited AFTER INSERT OR DELETE
  OR UPDATE OF address, publisher_id, created_by, prefix, only_names, min_age_days, approve, follows, hosts ON mirrors
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION require_audit();

CREATE TABLE mirror_items (
  id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  mirror_id uuid NOT NULL REFERENCES mirrors (id) ON DELETE CASCADE,
  -- SHA-256 (hex) of where it lies and its version, or else its digest.
  key text NOT NULL CHECK (key ~ '^[0-9a-f]{64}$'),
  name text NOT NULL,
  version text,
  publisher text,
  digest text,
  origin text NOT NULL,
  published_at timestamptz,
  first_seen_at timestamptz NOT NULL,
  seen_run integer NOT NULL,
  outcome text NOT NULL CHECK (outcome IN ('waiting', 'published', 'staged', 'there', 'refused', 'left_out')),
  reason text,
  -- A staged version that is rejected goes, and its item stays.
  version_id bigint REFERENCES versions (id) ON DELETE SET NULL,
  tries smallint NOT NULL DEFAULT 0,
  retry_at timestamptz,
  taken_at timestamptz,
  rewritten_digest text,
  -- When an admin was told of that.
  rewritten_told_at timestamptz,
  gone_at timestamptz,
  UNIQUE (mirror_id, key)
);
CREATE INDEX mirror_items_names ON mirror_items (mirror_id, name);
CREATE INDEX mirror_items_waiting ON mirror_items (mirror_id, id) WHERE outcome = 'waiting';
CREATE INDEX mirror_items_version ON mirror_items (version_id);

-- Where a version came from that was not published by its author.
CREATE TABLE mirrored_versions (
  version_id bigint PRIMARY KEY REFERENCES versions (id) ON DELETE CASCADE,
  -- The address that was mirrored; versions of one skill come from one.
  upstream text NOT NULL CHECK (length(upstream) BETWEEN 1 AND 2000),
  source text NOT NULL CHECK (source ~ '^[a-z][a-z-]{0,31}$'),
  origin text NOT NULL CHECK (length(origin) <= 4000),
  name text NOT NULL,
  version text,
  publisher text,
  digest text,
  mirrored_at timestamptz NOT NULL
);
CREATE CONSTRAINT TRIGGER mirrored_versions_audited AFTER INSERT OR UPDATE OR DELETE ON mirrored_versions
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION require_audit();
