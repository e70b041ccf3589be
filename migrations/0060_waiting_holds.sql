-- Since when a version waits for an admin: held for review while it is published, or withheld by a scan. Null: it does not wait. Kept by the
-- trigger below, which runs after the one that keeps `held` (triggers of one event run by name).
ALTER TABLE versions ADD COLUMN held_since timestamptz;
UPDATE versions SET held_since = date_trunc('milliseconds', coalesce(
    (SELECT finished_at FROM inspections WHERE inspections.id = versions.inspection_id), versions.changed_at))
  WHERE (status = 'published' AND held) OR (status = 'quarantined' AND quarantined_by = 'scan');

CREATE FUNCTION note_held_since() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.status = 'published' AND NEW.held) OR (NEW.status = 'quarantined' AND coalesce(NEW.quarantined_by = 'scan', false)) THEN
    IF OLD.held_since IS NULL OR NEW.status <> OLD.status THEN
      -- As a cursor of a list writes it.
      NEW.held_since := date_trunc('milliseconds', now());
    END IF;
  ELSE
    NEW.held_since := NULL;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER versions_held_since BEFORE UPDATE OF verdict, inspection_id, held, status, quarantined_by ON versions
  FOR EACH ROW EXECUTE FUNCTION note_held_since();

CREATE INDEX versions_waiting ON versions (held_since, id) WHERE held_since IS NOT NULL;
