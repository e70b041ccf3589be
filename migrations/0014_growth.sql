-- The catalog as lists, filters and counts read it: one narrow row for each listed skill, derived from `skills` and `versions` by the triggers
-- below (`rebuild_listings` makes it anew). `facets` are `tier:…`, `format:…`, `publisher:…`, `tag:…` and `permission:…`.
CREATE TABLE listings (
  skill_id bigint PRIMARY KEY REFERENCES skills (id) ON DELETE CASCADE,
  version_id bigint NOT NULL,
  name text NOT NULL,
  downloads bigint NOT NULL,
  -- Whole milliseconds: what a cursor holds is exactly what is compared.
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  facets text[] COLLATE "C" NOT NULL
);
CREATE INDEX listings_name ON listings (name, skill_id);
CREATE INDEX listings_updated ON listings (updated_at, skill_id);
CREATE INDEX listings_created ON listings (created_at, skill_id);
CREATE INDEX listings_downloads ON listings (downloads, skill_id);
CREATE INDEX listings_facets ON listings USING gin (facets) WITH (fastupdate = off);

-- How many listed skills have a facet, and `all`: the sum of its rows. Changes are only ever added, so that no publish waits for another one;
-- `fold_listing_counts` makes one row of them now and then.
CREATE TABLE listing_counts (
  facet text COLLATE "C" NOT NULL,
  skills bigint NOT NULL
);
CREATE INDEX listing_counts_facet ON listing_counts (facet);
CREATE INDEX listing_counts_most ON listing_counts ((split_part(facet, ':', 1)), skills);

CREATE FUNCTION count_listings() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO listing_counts SELECT facet, count(*) FROM new_rows, unnest(array_prepend('all', facets)) AS facet GROUP BY facet;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO listing_counts SELECT facet, -count(*) FROM old_rows, unnest(array_prepend('all', facets)) AS facet GROUP BY facet;
  ELSE
    INSERT INTO listing_counts
      SELECT facet, sum(change) FROM (
        SELECT unnest(n.facets), 1 FROM new_rows n JOIN old_rows o USING (skill_id) WHERE n.facets <> o.facets
        UNION ALL
        SELECT unnest(o.facets), -1 FROM new_rows n JOIN old_rows o USING (skill_id) WHERE n.facets <> o.facets
      ) AS changed (facet, change) GROUP BY facet HAVING sum(change) <> 0;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER listings_counted_in AFTER INSERT ON listings REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION count_listings();
CREATE TRIGGER listings_counted_out AFTER DELETE ON listings REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION count_listings();
CREATE TRIGGER listings_counted_anew AFTER UPDATE ON listings REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION count_listings();

CREATE FUNCTION fold_listing_counts() RETURNS void LANGUAGE sql AS $$
  WITH folded AS (
    DELETE FROM listing_counts WHERE facet IN (SELECT facet FROM listing_counts GROUP BY facet HAVING count(*) > 1)
    RETURNING facet, skills)
  INSERT INTO listing_counts SELECT facet, sum(skills) FROM folded GROUP BY facet HAVING sum(skills) <> 0;
$$;

CREATE FUNCTION refresh_listings(changed bigint[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  -- One transaction may change which version is listed while another one changes that version: whoever comes second sees what the first one left.
  PERFORM 1 FROM skills WHERE id IN (SELECT unnest(changed)) ORDER BY id FOR NO KEY UPDATE;
  DELETE FROM listings USING skills
    WHERE skills.id = listings.skill_id AND skills.id IN (SELECT unnest(changed)) AND skills.latest_version_id IS NULL;
  INSERT INTO listings AS held (skill_id, version_id, name, downloads, created_at, updated_at, facets)
    SELECT skills.id, versions.id, skills.name, skills.downloads,
      date_trunc('milliseconds', skills.created_at), date_trunc('milliseconds', skills.updated_at),
      ARRAY['tier:' || tier, 'format:' || format, 'publisher:' || publishers.handle]
        || ARRAY(SELECT DISTINCT 'tag:' || tag FROM unnest(tags) AS tag)
        || ARRAY(SELECT DISTINCT 'permission:' || level FROM unnest(permission_levels) AS level)
    FROM skills JOIN versions ON versions.id = skills.latest_version_id JOIN publishers ON publishers.id = skills.publisher_id
    WHERE skills.id IN (SELECT unnest(changed))
    ON CONFLICT (skill_id) DO UPDATE SET version_id = excluded.version_id, name = excluded.name, downloads = excluded.downloads,
      created_at = excluded.created_at, updated_at = excluded.updated_at, facets = excluded.facets
    WHERE (held.version_id, held.name, held.downloads, held.created_at, held.updated_at, held.facets) IS DISTINCT FROM
      (excluded.version_id, excluded.name, excluded.downloads, excluded.created_at, excluded.updated_at, excluded.facets);
END $$;

CREATE FUNCTION list_changed_skills() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE changed bigint[];
BEGIN
  IF TG_OP = 'INSERT' THEN
    SELECT array_agg(id) INTO changed FROM new_rows WHERE latest_version_id IS NOT NULL;
  ELSE
    SELECT array_agg(n.id) INTO changed FROM new_rows n JOIN old_rows o USING (id)
      WHERE (n.latest_version_id IS NOT NULL OR o.latest_version_id IS NOT NULL)
        AND (n.latest_version_id, n.name, n.publisher_id, n.downloads, n.created_at, n.updated_at)
          IS DISTINCT FROM (o.latest_version_id, o.name, o.publisher_id, o.downloads, o.created_at, o.updated_at);
  END IF;
  IF changed IS NOT NULL THEN PERFORM refresh_listings(changed); END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER skills_listed_new AFTER INSERT ON skills REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION list_changed_skills();
CREATE TRIGGER skills_listed_anew AFTER UPDATE ON skills REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION list_changed_skills();

CREATE FUNCTION list_changed_versions() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE changed bigint[];
BEGIN
  IF TG_OP = 'INSERT' THEN
    -- A restored one: the skill that names it came before it.
    SELECT array_agg(skill_id) INTO changed FROM new_rows n JOIN skills ON skills.id = n.skill_id AND skills.latest_version_id = n.id;
  ELSE
    SELECT array_agg(DISTINCT n.skill_id) INTO changed FROM new_rows n JOIN old_rows o USING (id)
      WHERE (n.tier, n.format, n.tags, n.permission_levels) IS DISTINCT FROM (o.tier, o.format, o.tags, o.permission_levels);
  END IF;
  IF changed IS NOT NULL THEN PERFORM refresh_listings(changed); END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER versions_listed_new AFTER INSERT ON versions REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION list_changed_versions();
CREATE TRIGGER versions_listed_anew AFTER UPDATE ON versions REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION list_changed_versions();

CREATE FUNCTION rebuild_listings() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  TRUNCATE listings, listing_counts;
  PERFORM refresh_listings(ARRAY(SELECT id FROM skills WHERE latest_version_id IS NOT NULL));
END $$;
SELECT rebuild_listings();

-- The search index, second form: `words` also says in which fields a word stands and how much the skill is used (packages/search), so that the
-- best of very many are found without reading all of them. `search_documents` stays for processes of the release before.
CREATE TABLE search_entries (
  skill_id bigint PRIMARY KEY,
  name text COLLATE "C" NOT NULL,
  name_key text COLLATE "C" NOT NULL,
  display_key text COLLATE "C" NOT NULL,
  words tsvector NOT NULL,
  popularity real NOT NULL
);
CREATE INDEX search_entries_name_key ON search_entries (name_key);
CREATE INDEX search_entries_display_key ON search_entries (display_key, popularity);
CREATE INDEX search_entries_words ON search_entries USING gin (words) WITH (fastupdate = off);
-- Whoever sweeps next tells the index of every skill.
UPDATE skills SET indexed_revision = revision - 1;
