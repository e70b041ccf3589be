-- What the registry says on top of every page; one row at most.
CREATE TABLE announcement (
  singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton),
  text text NOT NULL CHECK (octet_length(text) BETWEEN 1 AND 1120 AND text COLLATE "C" !~ '[[:cntrl:]]'),
  set_at timestamptz NOT NULL
);
CREATE CONSTRAINT TRIGGER announcement_audited AFTER INSERT OR UPDATE OR DELETE ON announcement
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION require_audit();

-- Every process drops what it keeps of it (as a change of the catalog, migration 0058).
CREATE FUNCTION notify_announcement_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('skill_changed', '{"skill":"","publishers":[],"collections":[],"catalog":true}');
  RETURN NULL;
END $$;
CREATE TRIGGER announcement_changed AFTER INSERT OR UPDATE OR DELETE ON announcement
  FOR EACH STATEMENT EXECUTE FUNCTION notify_announcement_changed();
