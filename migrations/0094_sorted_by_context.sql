-- A list may be sorted by what a skill's instructions take of a model's context: `context` is the estimate of the latest version, the others those of
-- the versions that a filter by tier shows (`community_id`, `verified_id`). 2147483647: it was not counted, or there is no such version; it comes last.
ALTER TABLE listings
  ADD COLUMN context integer NOT NULL DEFAULT 2147483647,
  ADD COLUMN community_context integer NOT NULL DEFAULT 2147483647,
  ADD COLUMN verified_context integer NOT NULL DEFAULT 2147483647;
ALTER TABLE held_listings
  ADD COLUMN context integer NOT NULL DEFAULT 2147483647,
  ADD COLUMN community_context integer NOT NULL DEFAULT 2147483647,
  ADD COLUMN verified_context integer NOT NULL DEFAULT 2147483647;
ALTER TABLE hidden_listings
  ADD COLUMN context integer NOT NULL DEFAULT 2147483647,
  ADD COLUMN community_context integer NOT NULL DEFAULT 2147483647,
  ADD COLUMN verified_context integer NOT NULL DEFAULT 2147483647;
CREATE INDEX listings_context ON listings (context, skill_id);
CREATE INDEX listings_community_context ON listings (community_context, skill_id);
CREATE INDEX listings_verified_context ON listings (verified_context, skill_id);

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
  WITH latest AS MATERIALIZED (
    SELECT skills.id, versions.id AS version_id, skills.name, skills.downloads, skills.visibility, skills.rising, versions.held, publishers.handle,
      date_trunc('milliseconds', skills.created_at) AS created_at, date_trunc('milliseconds', skills.updated_at) AS updated_at,
      versions.format, versions.tags, versions.permission_levels,
      -- Of all others the latest one is the highest, so it is looked for only where the latest one is not of the tier.
      CASE WHEN versions.tier IN ('community', 'verified') AND NOT versions.held THEN versions.id
        ELSE listed_of_tier(skills.id, '{community,verified}') END AS community_id,
      CASE WHEN versions.tier = 'verified' AND NOT versions.held THEN versions.id
        ELSE listed_of_tier(skills.id, '{verified}') END AS verified_id,
      coalesce(versions.context_used, 2147483647) AS context
    FROM skills JOIN versions ON versions.id = skills.latest_version_id JOIN publishers ON publishers.id = skills.publisher_id
    WHERE skills.id IN (SELECT unnest(changed))),
  listable AS (
    SELECT latest.*,
      -- Of the version that is shown to who asks for the tier.
      coalesce((SELECT v.context_used FROM versions v WHERE v.id = latest.community_id), 2147483647) AS community_context,
      coalesce((SELECT v.context_used FROM versions v WHERE v.id = latest.verified_id), 2147483647) AS verified_context,
      ARRAY['tier:experimental', 'format:' || format, 'publisher:' || handle]
        || CASE WHEN community_id IS NULL THEN '{}'::text[] ELSE '{tier:community}' END
        || CASE WHEN verified_id IS NULL THEN '{}'::text[] ELSE '{tier:verified}' END
        || ARRAY(SELECT DISTINCT 'tag:' || tag FROM unnest(tags) AS tag)
        || ARRAY(SELECT DISTINCT 'permission:' || level FROM unnest(permission_levels) AS level) AS facets
    FROM latest),
  shown AS (
    INSERT INTO listings AS kept (skill_id, version_id, community_id, verified_id, name, downloads, rising, context, community_context, verified_context,
        created_at, updated_at, facets)
      SELECT id, version_id, community_id, verified_id, name, downloads, rising, context, community_context, verified_context,
        created_at, updated_at, facets
        FROM listable WHERE visibility = 'public' AND NOT held
      ON CONFLICT (skill_id) DO UPDATE SET version_id = excluded.version_id, community_id = excluded.community_id,
        verified_id = excluded.verified_id, name = excluded.name, downloads = excluded.downloads, rising = excluded.rising,
        context = excluded.context, community_context = excluded.community_context, verified_context = excluded.verified_context,
        created_at = excluded.created_at, updated_at = excluded.updated_at, facets = excluded.facets
      WHERE (kept.version_id, kept.community_id, kept.verified_id, kept.name, kept.downloads, kept.rising, kept.context, kept.community_context,
          kept.verified_context, kept.created_at, kept.updated_at, kept.facets) IS DISTINCT FROM (excluded.version_id, excluded.community_id, excluded.verified_id, excluded.name,
          excluded.downloads, excluded.rising, excluded.context, excluded.community_context, excluded.verified_context, excluded.created_at, excluded.updated_at, excluded.facets)),
  held_back AS (
    INSERT INTO held_listings (skill_id, version_id, community_id, verified_id, name, downloads, rising, context, community_context, verified_context,
        created_at, updated_at, facets)
      SELECT id, version_id, community_id, verified_id, name, downloads, rising, context, community_context, verified_context,
        created_at, updated_at, facets
        FROM listable WHERE visibility = 'public' AND held
      ON CONFLICT (skill_id) DO UPDATE SET version_id = excluded.version_id, community_id = excluded.community_id,
        verified_id = excluded.verified_id, name = excluded.name, downloads = excluded.downloads, rising = excluded.rising,
        context = excluded.context, community_context = excluded.community_context, verified_context = excluded.verified_context,
        created_at = excluded.created_at, updated_at = excluded.updated_at, facets = excluded.facets)
  INSERT INTO hidden_listings (skill_id, version_id, community_id, verified_id, name, downloads, rising, context, community_context, verified_context,
        created_at, updated_at, facets, held)
    SELECT id, version_id, community_id, verified_id, name, downloads, rising, context, community_context, verified_context,
        created_at, updated_at, facets, held
      FROM listable WHERE visibility <> 'public'
    ON CONFLICT (skill_id) DO UPDATE SET version_id = excluded.version_id, community_id = excluded.community_id,
      verified_id = excluded.verified_id, name = excluded.name, downloads = excluded.downloads, rising = excluded.rising,
        context = excluded.context, community_context = excluded.community_context, verified_context = excluded.verified_context,
      created_at = excluded.created_at, updated_at = excluded.updated_at, facets = excluded.facets, held = excluded.held;
END $$;

CREATE OR REPLACE FUNCTION list_changed_versions() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE changed bigint[];
BEGIN
  IF TG_OP = 'INSERT' THEN
    -- A restored one: the skill came before it, and lists it or another one.
    SELECT array_agg(DISTINCT n.skill_id) INTO changed FROM new_rows n JOIN skills ON skills.id = n.skill_id AND skills.latest_version_id IS NOT NULL
      WHERE skills.latest_version_id = n.id OR (n.status = 'published' AND n.tier <> 'experimental');
  ELSE
    SELECT array_agg(DISTINCT n.skill_id) INTO changed FROM new_rows n JOIN old_rows o USING (id)
      WHERE (n.tier, n.format, n.tags, n.permission_levels, n.held, n.status = 'published')
        IS DISTINCT FROM (o.tier, o.format, o.tags, o.permission_levels, o.held, o.status = 'published')
        -- What is not listed yet is read when it is.
        OR (n.status = 'published' AND n.context_used IS DISTINCT FROM o.context_used);
  END IF;
  IF changed IS NOT NULL THEN PERFORM refresh_listings(changed); END IF;
  RETURN NULL;
END $$;

SELECT rebuild_listings();
