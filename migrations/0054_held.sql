-- A version is held for review while its verdict is REVIEW and nobody cleared the inspection that it comes from. Kept by the triggers below, in
-- the transaction that changes one of them, whatever the order of its statements.
ALTER TABLE versions ADD COLUMN held boolean NOT NULL DEFAULT false;

CREATE FUNCTION note_held_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.held := coalesce(NEW.verdict = 'REVIEW', false)
    AND NOT EXISTS (SELECT 1 FROM inspections WHERE inspections.id = NEW.inspection_id AND cleared_at IS NOT NULL);
  RETURN NEW;
END $$;
CREATE TRIGGER versions_held BEFORE UPDATE OF verdict, inspection_id, held ON versions
  FOR EACH ROW EXECUTE FUNCTION note_held_version();

CREATE FUNCTION note_held_of_inspection() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE versions SET held = held WHERE versions.id = NEW.version_id AND versions.inspection_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER inspections_clear_held AFTER UPDATE OF cleared_at ON inspections
  FOR EACH ROW EXECUTE FUNCTION note_held_of_inspection();

-- Like `listings`, for public skills of which all that is live is held: whatever reads `listings` leaves them out.
CREATE TABLE held_listings (LIKE listings INCLUDING ALL);
ALTER TABLE held_listings ADD FOREIGN KEY (skill_id) REFERENCES skills (id) ON DELETE CASCADE;
ALTER TABLE hidden_listings ADD COLUMN held boolean NOT NULL DEFAULT false;

CREATE OR REPLACE FUNCTION refresh_listings(changed bigint[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  -- One transaction may change which version is listed while another one changes that version: whoever comes second sees what the first one left.
  PERFORM 1 FROM skills WHERE id IN (SELECT unnest(changed)) ORDER BY id FOR NO KEY UPDATE;
  DELETE FROM listings USING skills LEFT JOIN versions ON versions.id = skills.latest_version_id
    WHERE skills.id = listings.skill_id AND skills.id IN (SELECT unnest(changed))
      AND (versions.id IS NULL OR skills.visibility <> 'public' OR versions.held);
  DELETE FROM held_listings USING skills LEFT JOIN versions ON versions.id = skills.latest_version_id
    WHERE skills.id = held_listings.skill_id AND skills.id IN (SELECT unnest(changed))
      AND (versions.id IS NULL OR skills.visibility <> 'public' OR NOT versions.held);
  DELETE FROM hidden_listings USING skills
    WHERE skills.id = hidden_listings.skill_id AND skills.id IN (SELECT unnest(changed))
      AND (skills.latest_version_id IS NULL OR skills.visibility = 'public');
  WITH listable AS (
    SELECT skills.id, versions.id AS version_id, skills.name, skills.downloads, skills.visibility, versions.held,
      date_trunc('milliseconds', skills.created_at) AS created_at, date_trunc('milliseconds', skills.updated_at) AS updated_at,
      ARRAY['tier:' || tier, 'format:' || format, 'publisher:' || publishers.handle]
        || ARRAY(SELECT DISTINCT 'tag:' || tag FROM unnest(tags) AS tag)
        || ARRAY(SELECT DISTINCT 'permission:' || level FROM unnest(permission_levels) AS level) AS facets
    FROM skills JOIN versions ON versions.id = skills.latest_version_id JOIN publishers ON publishers.id = skills.publisher_id
    WHERE skills.id IN (SELECT unnest(changed))),
  shown AS (
    INSERT INTO listings AS kept (skill_id, version_id, name, downloads, created_at, updated_at, facets)
      SELECT id, version_id, name, downloads, created_at, updated_at, facets FROM listable WHERE visibility = 'public' AND NOT held
      ON CONFLICT (skill_id) DO UPDATE SET version_id = excluded.version_id, name = excluded.name, downloads = excluded.downloads,
        created_at = excluded.created_at, updated_at = excluded.updated_at, facets = excluded.facets
      WHERE (kept.version_id, kept.name, kept.downloads, kept.created_at, kept.updated_at, kept.facets) IS DISTINCT FROM
        (excluded.version_id, excluded.name, excluded.downloads, excluded.created_at, excluded.updated_at, excluded.facets)),
  held_back AS (
    INSERT INTO held_listings (skill_id, version_id, name, downloads, created_at, updated_at, facets)
      SELECT id, version_id, name, downloads, created_at, updated_at, facets FROM listable WHERE visibility = 'public' AND held
      ON CONFLICT (skill_id) DO UPDATE SET version_id = excluded.version_id, name = excluded.name, downloads = excluded.downloads,
        created_at = excluded.created_at, updated_at = excluded.updated_at, facets = excluded.facets)
  INSERT INTO hidden_listings (skill_id, version_id, name, downloads, created_at, updated_at, facets, held)
    SELECT id, version_id, name, downloads, created_at, updated_at, facets, held FROM listable WHERE visibility <> 'public'
    ON CONFLICT (skill_id) DO UPDATE SET version_id = excluded.version_id, name = excluded.name, downloads = excluded.downloads,
      created_at = excluded.created_at, updated_at = excluded.updated_at, facets = excluded.facets, held = excluded.held;
END $$;

CREATE OR REPLACE FUNCTION list_changed_versions() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE changed bigint[];
BEGIN
  IF TG_OP = 'INSERT' THEN
    -- A restored one: the skill that names it came before it.
    SELECT array_agg(skill_id) INTO changed FROM new_rows n JOIN skills ON skills.id = n.skill_id AND skills.latest_version_id = n.id;
  ELSE
    SELECT array_agg(DISTINCT n.skill_id) INTO changed FROM new_rows n JOIN old_rows o USING (id)
      WHERE (n.tier, n.format, n.tags, n.permission_levels, n.held) IS DISTINCT FROM (o.tier, o.format, o.tags, o.permission_levels, o.held);
  END IF;
  IF changed IS NOT NULL THEN PERFORM refresh_listings(changed); END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION rebuild_listings() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  TRUNCATE listings, listing_counts, hidden_listings, held_listings;
  PERFORM refresh_listings(ARRAY(SELECT id FROM skills WHERE latest_version_id IS NOT NULL));
END $$;

CREATE INDEX versions_held_of_skill ON versions (skill_id) WHERE held;
-- Which version of a skill is its latest one is then chosen anew by whoever sweeps next.
UPDATE versions SET held = true WHERE verdict = 'REVIEW';
