-- Who may see a skill. `public`: anybody. `organisation`: the members of its publisher. `private`: the publisher's owners and admins, and those
-- of its members who are on the skill's list of readers. Whoever may not see it is told what is told of a name that nobody has.
ALTER TABLE skills
  ADD COLUMN visibility text NOT NULL DEFAULT 'public' CHECK (visibility IN ('public', 'organisation', 'private')),
  -- What the log's leaves about a skill that is not public are salted with (packages/log): 32 bytes in hex.
  ADD COLUMN salt text CHECK (salt ~ '^[0-9a-f]{64}$'),
  ADD CONSTRAINT skills_salted CHECK ((visibility = 'public') = (salt IS NULL));
CREATE INDEX skills_hidden ON skills (publisher_id) WHERE visibility <> 'public';

-- A reader counts as long as the account belongs to the publisher: whoever leaves it, or is left behind by a transfer, reads nothing more.
CREATE TABLE skill_readers (
  skill_id bigint NOT NULL REFERENCES skills (id),
  account_id bigint NOT NULL REFERENCES accounts (id),
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (skill_id, account_id)
);
CREATE INDEX skill_readers_account ON skill_readers (account_id);
CREATE CONSTRAINT TRIGGER skill_readers_audited AFTER INSERT OR UPDATE OR DELETE ON skill_readers
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION require_audit();
CREATE CONSTRAINT TRIGGER skills_visibility_audited AFTER UPDATE OF visibility, salt ON skills
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION require_audit();
CREATE OR REPLACE TRIGGER skills_notify AFTER INSERT
  OR UPDATE OF latest_version_id, updated_at, publisher_id, revision, indexed_revision, visibility ON skills
  FOR EACH ROW EXECUTE FUNCTION notify_skill_row_changed();

-- The salt of a leaf that names nothing, for its proof. A skill that was made public and hidden again has another one since.
ALTER TABLE log_leaves ADD COLUMN salt text CHECK (salt ~ '^[0-9a-f]{64}$');
CREATE OR REPLACE FUNCTION refuse_leaf_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND OLD.position IS NULL AND NEW.position IS NOT NULL
     AND (NEW.id, NEW.leaf, NEW.version_id, NEW.skill_id, NEW.attestation_sequence, NEW.created_at, NEW.salt)
         IS NOT DISTINCT FROM (OLD.id, OLD.leaf, OLD.version_id, OLD.skill_id, OLD.attestation_sequence, OLD.created_at, OLD.salt) THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'log_leaves is append-only';
END $$;

-- Like `listings`, for what is not public: so lists, filters and counts of what is public read nothing else, and cost what they did.
CREATE TABLE hidden_listings (LIKE listings INCLUDING ALL);
ALTER TABLE hidden_listings ADD FOREIGN KEY (skill_id) REFERENCES skills (id) ON DELETE CASCADE;

CREATE OR REPLACE FUNCTION refresh_listings(changed bigint[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  -- One transaction may change which version is listed while another one changes that version: whoever comes second sees what the first one left.
  PERFORM 1 FROM skills WHERE id IN (SELECT unnest(changed)) ORDER BY id FOR NO KEY UPDATE;
  DELETE FROM listings USING skills
    WHERE skills.id = listings.skill_id AND skills.id IN (SELECT unnest(changed))
      AND (skills.latest_version_id IS NULL OR skills.visibility <> 'public');
  DELETE FROM hidden_listings USING skills
    WHERE skills.id = hidden_listings.skill_id AND skills.id IN (SELECT unnest(changed))
      AND (skills.latest_version_id IS NULL OR skills.visibility = 'public');
  WITH listable AS (
    SELECT skills.id, versions.id AS version_id, skills.name, skills.downloads, skills.visibility,
      date_trunc('milliseconds', skills.created_at) AS created_at, date_trunc('milliseconds', skills.updated_at) AS updated_at,
      ARRAY['tier:' || tier, 'format:' || format, 'publisher:' || publishers.handle]
        || ARRAY(SELECT DISTINCT 'tag:' || tag FROM unnest(tags) AS tag)
        || ARRAY(SELECT DISTINCT 'permission:' || level FROM unnest(permission_levels) AS level) AS facets
    FROM skills JOIN versions ON versions.id = skills.latest_version_id JOIN publishers ON publishers.id = skills.publisher_id
    WHERE skills.id IN (SELECT unnest(changed))),
  shown AS (
    INSERT INTO listings AS held (skill_id, version_id, name, downloads, created_at, updated_at, facets)
      SELECT id, version_id, name, downloads, created_at, updated_at, facets FROM listable WHERE visibility = 'public'
      ON CONFLICT (skill_id) DO UPDATE SET version_id = excluded.version_id, name = excluded.name, downloads = excluded.downloads,
        created_at = excluded.created_at, updated_at = excluded.updated_at, facets = excluded.facets
      WHERE (held.version_id, held.name, held.downloads, held.created_at, held.updated_at, held.facets) IS DISTINCT FROM
        (excluded.version_id, excluded.name, excluded.downloads, excluded.created_at, excluded.updated_at, excluded.facets))
  INSERT INTO hidden_listings (skill_id, version_id, name, downloads, created_at, updated_at, facets)
    SELECT id, version_id, name, downloads, created_at, updated_at, facets FROM listable WHERE visibility <> 'public'
    ON CONFLICT (skill_id) DO UPDATE SET version_id = excluded.version_id, name = excluded.name, downloads = excluded.downloads,
      created_at = excluded.created_at, updated_at = excluded.updated_at, facets = excluded.facets;
END $$;

CREATE OR REPLACE FUNCTION list_changed_skills() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE changed bigint[];
BEGIN
  IF TG_OP = 'INSERT' THEN
    SELECT array_agg(id) INTO changed FROM new_rows WHERE latest_version_id IS NOT NULL;
  ELSE
    SELECT array_agg(n.id) INTO changed FROM new_rows n JOIN old_rows o USING (id)
      WHERE (n.latest_version_id IS NOT NULL OR o.latest_version_id IS NOT NULL)
        AND (n.latest_version_id, n.name, n.publisher_id, n.downloads, n.created_at, n.updated_at, n.visibility)
          IS DISTINCT FROM (o.latest_version_id, o.name, o.publisher_id, o.downloads, o.created_at, o.updated_at, o.visibility);
  END IF;
  IF changed IS NOT NULL THEN PERFORM refresh_listings(changed); END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION rebuild_listings() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  TRUNCATE listings, listing_counts, hidden_listings;
  PERFORM refresh_listings(ARRAY(SELECT id FROM skills WHERE latest_version_id IS NOT NULL));
END $$;
