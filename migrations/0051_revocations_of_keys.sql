-- Which publishers registered a key: what its owner revoked in one copy counts in all.
CREATE INDEX signing_keys_fingerprint ON signing_keys (fingerprint);
