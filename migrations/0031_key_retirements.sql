-- The DSSE envelope in which the key after this one says until when it signed; null while it signs, and for a key that handed nothing over.
ALTER TABLE registry_keys ADD COLUMN retirement jsonb;
