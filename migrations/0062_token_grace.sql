-- When the account's second factor was last shown with a token. It counts for a quarter of an hour, as in a session.
ALTER TABLE tokens ADD COLUMN proven_at timestamptz;
