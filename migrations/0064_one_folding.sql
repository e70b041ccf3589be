-- Lower case by the database's collation is no lower case everywhere: in a Turkish one `lower('I')` is a dotless i. Latin letters are made
-- small as everywhere, and the others as the database does. In queries and indexes alike: `folded` (packages/db/src/folded.ts).
CREATE FUNCTION folded(text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  AS $$ SELECT lower(lower($1 COLLATE "C") COLLATE "default") $$;

DROP INDEX trusted_publishers_repository;
CREATE INDEX trusted_publishers_repository ON trusted_publishers (issuer, folded(repository))
  WHERE removed_at IS NULL AND repository_id IS NULL;
