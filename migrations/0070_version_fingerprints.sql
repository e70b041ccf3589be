-- What clients of another registry's protocol call the files of a version when they ask which version a folder on disk is: digests over
-- paths and digests, several for a version, because clients order and choose files in several ways. Derived; in no backup.
CREATE TABLE version_fingerprints (
  version_id bigint NOT NULL REFERENCES versions (id) ON DELETE CASCADE,
  protocol text NOT NULL CHECK (protocol ~ '^[a-z][a-z0-9-]{0,31}$'),
  fingerprint text NOT NULL CHECK (fingerprint ~ '^[0-9a-f]{64}$'),
  PRIMARY KEY (version_id, protocol, fingerprint)
);
