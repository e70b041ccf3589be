-- The fingerprints and key ids of a key and of its subkeys that are or were for signing: the signer of a signature is found by
-- them before anything is verified. Null: registered before they were kept; they are read when the publisher signs next.
ALTER TABLE signing_keys ADD COLUMN signer_ids text[];

-- The key or subkey that made a signature, by its fingerprint. Null: the signature itself says it.
ALTER TABLE signatures ADD COLUMN made_by text;
-- When a key's first signature verified here.
CREATE INDEX signatures_key_verified ON signatures (signing_key_id, verified_at);
