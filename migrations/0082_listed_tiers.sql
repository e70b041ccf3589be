-- A filter by tier takes a skill that has a listed version of that tier or a higher one, and shows that version: `community_id` and `verified_id`
-- name it, null where there is none. So `facets` hold a tier with each lower one.
--
-- `rising`: downloads of seven days over the weekly mean of the four weeks before, in thousandths; 0 below ten downloads. Kept by the sweep.
ALTER TABLE skills ADD COLUMN rising integer NOT NULL DEFAULT 0;
ALTER TABLE listings ADD COLUMN community_id bigint, ADD COLUMN verified_id bigint, ADD COLUMN rising integer NOT NULL DEFAULT 0;
ALTER TABLE held_listings ADD COLUMN community_id bigint, ADD COLUMN verified_id bigint, ADD COLUMN rising integer NOT NULL DEFAULT 0;
ALTER TABLE hidden_listings ADD COLUMN community_id bigint, ADD COLUMN verified_id bigint, ADD COLUMN rising integer NOT NULL DEFAULT 0;
CREATE INDEX listings_rising ON listings (rising, skill_id);
CREATE INDEX skills_rising ON skills (id) WHERE rising > 0;
CREATE INDEX downloads_daily_day ON downloads_daily (day);

-- The version that a reader who asks for one of these tiers is shown: the highest stable one, else the highest prerelease.
CREATE FUNCTION listed_of_tier(skill bigint, tiers text[]) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT v.id FROM versions v
    WHERE v.skill_id = skill AND v.status = 'published' AND NOT v.held AND v.tier = ANY (tiers)
      AND NOT EXISTS (SELECT 1 FROM signer_changes c WHERE c.version_id = v.id AND c.status = 'pending')
    ORDER BY (right(v.sort_key, 1) = '~') DESC, v.sort_key DESC LIMIT 1
$$;

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
        ELSE listed_of_tier(skills.id, '{verified}') END AS verified_id
    FROM skills JOIN versions ON versions.id = skills.latest_version_id JOIN publishers ON publishers.id = skills.publisher_id
    WHERE skills.id IN (SELECT unnest(changed))),
  listable AS (
    SELECT *, ARRAY['tier:experimental', 'format:' || format, 'publisher:' || handle]
        || CASE WHEN community_id IS NULL THEN '{}'::text[] ELSE '{tier:community}' END
        || CASE WHEN verified_id IS NULL THEN '{}'::text[] ELSE '{tier:verified}' END
        || ARRAY(SELECT DISTINCT 'tag:' || tag FROM unnest(tags) AS tag)
        || ARRAY(SELECT DISTINCT 'permission:' || level FROM unnest(permission_levels) AS level) AS facets
    FROM latest),
  shown AS (
    INSERT INTO listings AS kept (skill_id, version_id, community_id, verified_id, name, downloads, rising, created_at, updated_at, facets)
      SELECT id, version_id, community_id, verified_id, name, downloads, rising, created_at, updated_at, facets
        FROM listable WHERE visibility = 'public' AND NOT held
      ON CONFLICT (skill_id) DO UPDATE SET version_id = excluded.version_id, community_id = excluded.community_id,
        verified_id = excluded.verified_id, name = excluded.name, downloads = excluded.downloads, rising = excluded.rising,
        created_at = excluded.created_at, updated_at = excluded.updated_at, facets = excluded.facets
      WHERE (kept.version_id, kept.community_id, kept.verified_id, kept.name, kept.downloads, kept.rising, kept.created_at, kept.updated_at,
          kept.facets) IS DISTINCT FROM (excluded.version_id, excluded.community_id, excluded.verified_id, excluded.name,
          excluded.downloads, excluded.rising, excluded.created_at, excluded.updated_at, excluded.facets)),
  held_back AS (
    INSERT INTO held_listings (skill_id, version_id, community_id, verified_id, name, downloads, rising, created_at, updated_at, facets)
      SELECT id, version_id, community_id, verified_id, name, downloads, rising, created_at, updated_at, facets
        FROM listable WHERE visibility = 'public' AND held
      ON CONFLICT (skill_id) DO UPDATE SET version_id = excluded.version_id, community_id = excluded.community_id,
        verified_id = excluded.verified_id, name = excluded.name, downloads = excluded.downloads, rising = excluded.rising,
        created_at = excluded.created_at, updated_at = excluded.updated_at, facets = excluded.facets)
  INSERT INTO hidden_listings (skill_id, version_id, community_id, verified_id, name, downloads, rising, created_at, updated_at, facets, held)
    SELECT id, version_id, community_id, verified_id, name, downloads, rising, created_at, updated_at, facets, held
      FROM listable WHERE visibility <> 'public'
    ON CONFLICT (skill_id) DO UPDATE SET version_id = excluded.version_id, community_id = excluded.community_id,
      verified_id = excluded.verified_id, name = excluded.name, downloads = excluded.downloads, rising = excluded.rising,
      created_at = excluded.created_at, updated_at = excluded.updated_at, facets = excluded.facets, held = excluded.held;
END $$;

CREATE OR REPLACE FUNCTION list_changed_skills() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE changed bigint[];
BEGIN
  IF TG_OP = 'INSERT' THEN
    SELECT array_agg(id) INTO changed FROM new_rows WHERE latest_version_id IS NOT NULL;
  ELSE
    SELECT array_agg(n.id) INTO changed FROM new_rows n JOIN old_rows o USING (id)
      WHERE (n.latest_version_id IS NOT NULL OR o.latest_version_id IS NOT NULL)
        AND (n.latest_version_id, n.name, n.publisher_id, n.downloads, n.rising, n.created_at, n.updated_at, n.visibility)
          IS DISTINCT FROM (o.latest_version_id, o.name, o.publisher_id, o.downloads, o.rising, o.created_at, o.updated_at, o.visibility);
  END IF;
  IF changed IS NOT NULL THEN PERFORM refresh_listings(changed); END IF;
  RETURN NULL;
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
        IS DISTINCT FROM (o.tier, o.format, o.tags, o.permission_levels, o.held, o.status = 'published');
  END IF;
  IF changed IS NOT NULL THEN PERFORM refresh_listings(changed); END IF;
  RETURN NULL;
END $$;

-- How much more the skills are taken than before, by the days up to `today` (`2026-03-15`): below one download a week before, one is assumed.
CREATE FUNCTION settle_rising(today date) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE settled bigint;
BEGIN
  WITH taken AS (
    SELECT versions.skill_id, downloads_daily.day::date > today - 7 AS is_recent, sum(count)::bigint AS count
      FROM downloads_daily JOIN versions ON versions.id = version_id
      WHERE day > to_char(today - 35, 'YYYY-MM-DD') AND day <= to_char(today, 'YYYY-MM-DD') GROUP BY 1, 2),
  risen AS (
    SELECT skill_id, least(2000000000, 1000 * sum(count) FILTER (WHERE is_recent)
        / greatest(1, coalesce(sum(count) FILTER (WHERE NOT is_recent), 0) / 4.0))::integer AS rising
      FROM taken GROUP BY skill_id HAVING sum(count) FILTER (WHERE is_recent) >= 10),
  changed AS MATERIALIZED (
    SELECT skills.id, coalesce(risen.rising, 0) AS rising FROM skills LEFT JOIN risen ON risen.skill_id = skills.id
      WHERE skills.rising <> coalesce(risen.rising, 0) AND (skills.rising > 0 OR risen.rising IS NOT NULL)
      ORDER BY skills.id FOR NO KEY UPDATE OF skills)
  UPDATE skills SET rising = changed.rising FROM changed WHERE skills.id = changed.id;
  GET DIAGNOSTICS settled = ROW_COUNT;
  RETURN settled;
END $$;

SELECT rebuild_listings();
