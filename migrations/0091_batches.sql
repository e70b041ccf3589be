-- Archives of many skills: what each of them has, and what came of it. Rows say what is still to do, so that a killed process loses nothing.
CREATE TABLE batches (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  account_id bigint NOT NULL REFERENCES accounts (id),
  publisher_id bigint NOT NULL REFERENCES publishers (id),
  -- The token that sent it, which has to be alive until its end; null: it was sent in person.
  token_id uuid,
  scopes text[] NOT NULL,
  default_version text,
  visibility text CHECK (visibility IN ('public', 'organisation', 'private')),
  is_staged boolean NOT NULL,
  state text NOT NULL CHECK (state IN ('checking', 'checked', 'publishing', 'done', 'failed')),
  reason text,
  failures smallint NOT NULL DEFAULT 0,
  attempt_id uuid,
  lease_until timestamptz,
  retry_at timestamptz,
  created_at timestamptz NOT NULL,
  confirmed_at timestamptz,
  finished_at timestamptz
);
CREATE INDEX batches_account ON batches (account_id, created_at);
CREATE INDEX batches_at_work ON batches (id) WHERE state IN ('checking', 'publishing');

CREATE TABLE batch_items (
  id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  batch_id uuid NOT NULL REFERENCES batches (id) ON DELETE CASCADE,
  position smallint NOT NULL,
  -- Where it lies in the archive; empty: its root.
  path text NOT NULL,
  -- Its package in storage, and how long that is.
  sha256 text NOT NULL CHECK (sha256 ~ '^[0-9a-f]{64}$'),
  size_bytes bigint NOT NULL CHECK (size_bytes >= 0),
  outcome text NOT NULL CHECK (outcome IN ('waiting', 'new', 'there', 'refused', 'published', 'staged')),
  name text,
  version text,
  -- Why it is refused: the registry's code, its sentence, and its diagnostics.
  code text,
  reason text,
  errors jsonb,
  -- A staged version that is rejected goes, and its item stays.
  version_id bigint REFERENCES versions (id) ON DELETE SET NULL,
  tries smallint NOT NULL DEFAULT 0,
  UNIQUE (batch_id, position)
);
CREATE INDEX batch_items_sha256 ON batch_items (sha256);
CREATE INDEX batch_items_version ON batch_items (version_id);
