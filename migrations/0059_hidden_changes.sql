-- No kept answer shows a skill that is not public, so a change of such a one says its name alone: a stranger can tell whether an answer was
-- kept, and would see in what falls with it that a publisher does something. `catalog` says whether what speaks of the catalog, of the
-- publisher or of a collection changes too. A change of visibility is one of a public skill, whichever way it goes.
-- To look at the visibility takes no lock: whoever moves a version, publishes or counts reviews holds a row that a change of visibility
-- locks first (`lockVersions` of packages/registry). What holds none, a signature, changes the skill's own pages alone, which fall by its name.
--
-- The plain name is said beside the JSON, for processes of the release before: they forget what they keep of the skill of exactly that name.
-- The next release takes it away.
CREATE FUNCTION say_skill_changed_since(skill bigint, earlier_publisher bigint, was_public boolean) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('skill_changed', name), pg_notify('skill_changed', json_build_object(
      'skill', name,
      'publishers', CASE WHEN is_told
        THEN (SELECT json_agg(handle ORDER BY handle) FROM publishers WHERE id IN (publisher_id, earlier_publisher))
        ELSE json_build_array() END,
      'collections', json_build_array(),
      'catalog', is_told
    )::text)
    FROM (SELECT name, publisher_id, was_public OR visibility = 'public' AS is_told FROM skills WHERE id = skill) AS changed;
END $$;

CREATE OR REPLACE FUNCTION say_skill_changed(skill bigint, earlier_publisher bigint DEFAULT NULL) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM say_skill_changed_since(skill, earlier_publisher, false);
END $$;
CREATE OR REPLACE FUNCTION notify_skill_row_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN PERFORM say_skill_changed_since(NEW.id, OLD.publisher_id, OLD.visibility = 'public');
  ELSE PERFORM say_skill_changed_since(NEW.id, NULL, false);
  END IF;
  RETURN NULL;
END $$;

-- Counts of what is rejected while it is staged go with it: a process of the release before, which rejects, knows nothing of this table.
ALTER TABLE downloads_by_client DROP CONSTRAINT downloads_by_client_version_id_fkey,
  ADD CONSTRAINT downloads_by_client_version_id_fkey FOREIGN KEY (version_id) REFERENCES versions (id) ON DELETE CASCADE;
