-- What a purge still has to remove from storage: a crash between the decision and the removal loses neither.
CREATE TABLE purges (
  version_id bigint PRIMARY KEY REFERENCES versions (id),
  -- SHA-256 (hex) of its upload and its archives.
  digests text[] NOT NULL,
  purged_at timestamptz NOT NULL,
  removed_at timestamptz
);
CREATE INDEX purges_open ON purges (purged_at) WHERE removed_at IS NULL;
