-- Of a package that a version brings: whether the skill itself asks for it, what it needs in turn, and what its index told of it.
-- Null in rows of inspections before this migration, and where it is not known.
ALTER TABLE version_dependencies
  ADD COLUMN is_asked boolean,
  ADD COLUMN needs text[],
  ADD COLUMN needs_more boolean,
  ADD COLUMN license text,
  ADD COLUMN supplier text,
  ADD COLUMN hashes text[];
