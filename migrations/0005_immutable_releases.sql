-- What a version consists of never changes once it is there: which files, which archives, which bytes. Removing is purging's work.
CREATE FUNCTION refuse_release_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% of a published version are immutable', TG_TABLE_NAME;
END $$;
CREATE TRIGGER files_immutable BEFORE UPDATE ON files FOR EACH STATEMENT EXECUTE FUNCTION refuse_release_change();
CREATE TRIGGER artifacts_immutable BEFORE UPDATE ON artifacts FOR EACH STATEMENT EXECUTE FUNCTION refuse_release_change();
CREATE FUNCTION refuse_digest_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the digests, name and number of a version are immutable';
END $$;
CREATE TRIGGER versions_immutable BEFORE UPDATE OF skill_id, version, sort_key, content_digest, release_digest, upload_sha256 ON versions
  FOR EACH ROW WHEN (OLD.skill_id IS DISTINCT FROM NEW.skill_id OR OLD.version IS DISTINCT FROM NEW.version
    OR OLD.sort_key IS DISTINCT FROM NEW.sort_key OR OLD.content_digest IS DISTINCT FROM NEW.content_digest
    OR OLD.release_digest IS DISTINCT FROM NEW.release_digest OR OLD.upload_sha256 IS DISTINCT FROM NEW.upload_sha256)
  EXECUTE FUNCTION refuse_digest_change();
