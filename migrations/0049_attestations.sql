-- A statement about SHA256SUMS that is not of the one type that signs a release: it is shown, and carries nothing.
ALTER TABLE signatures DROP CONSTRAINT signatures_status_check;
ALTER TABLE signatures ADD CONSTRAINT signatures_status_check CHECK (status IN ('valid', 'revoked', 'attested'));
-- What an attestation says, empty for what signs. Null: a bundle was taken for a signature whatever it said; the sweep reads it.
ALTER TABLE signatures ADD COLUMN predicate_type text;
CREATE INDEX signatures_unread ON signatures (id) WHERE kind = 'sigstore' AND status = 'valid' AND predicate_type IS NULL;
