-- When somebody presented a token as leaked. It is revoked then, and the bootstrap token does not come back with that value.
ALTER TABLE tokens ADD COLUMN leaked_at timestamptz;
