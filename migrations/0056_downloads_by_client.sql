-- Beside the count that ranks (one for each principal, skill and day, over all clients): how a version was taken, one for each principal.
CREATE TABLE downloads_by_client (
  version_id bigint NOT NULL REFERENCES versions (id),
  day text NOT NULL,
  -- The protocol: api, and what other clients speak.
  client text COLLATE "C" NOT NULL CHECK (client ~ '^[a-z][a-z0-9-]{0,31}$'),
  count integer NOT NULL CHECK (count > 0),
  PRIMARY KEY (version_id, day, client)
);
