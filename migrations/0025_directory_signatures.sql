-- The signatures over its own directory that a package brings (OpenSSF Model Signing), as the last inspection found them. They carry no
-- tier: none of them names publisher, name and version.
CREATE TABLE directory_signatures (
  version_id bigint NOT NULL REFERENCES versions (id),
  path text NOT NULL,
  state text NOT NULL CHECK (state IN ('valid', 'unregistered', 'unknown', 'invalid')),
  -- The publisher's key or identity that made it; null: none of theirs is known to have.
  signing_key_id uuid REFERENCES signing_keys (id),
  -- Null where nobody is proven to have signed.
  signer text,
  reason text,
  -- The file's text; empty for one too long to be told beside others.
  body text NOT NULL,
  signed_at timestamptz,
  verified_at timestamptz NOT NULL,
  PRIMARY KEY (version_id, path),
  CHECK ((state = 'valid') = (signing_key_id IS NOT NULL))
);
