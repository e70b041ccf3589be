-- What a rejected version had in storage goes as what a purged one had. Its row is gone, so that its number is free: nothing is referred to.
ALTER TABLE purges DROP CONSTRAINT purges_version_id_fkey;
-- Until its bytes are gone they count among what its publisher may take: null and 0 for a purge, which gives them back at once.
ALTER TABLE purges ADD COLUMN publisher_id bigint REFERENCES publishers (id);
ALTER TABLE purges ADD COLUMN size_bytes bigint NOT NULL DEFAULT 0;
CREATE INDEX purges_counted ON purges (publisher_id) WHERE removed_at IS NULL AND publisher_id IS NOT NULL;

CREATE OR REPLACE FUNCTION usage_of_publisher(publisher bigint, alone boolean)
RETURNS TABLE (used_bytes bigint, versions bigint, quota_mebibytes integer) LANGUAGE plpgsql AS $$
BEGIN
  IF alone THEN PERFORM pg_advisory_xact_lock(43, publisher::integer); END IF;
  RETURN QUERY SELECT coalesce(sum(u.size_bytes), 0)::bigint + (SELECT coalesce(sum(p.size_bytes), 0)::bigint FROM purges p
      WHERE p.publisher_id = publisher AND p.removed_at IS NULL),
    coalesce(sum(u.versions), 0)::bigint,
    (SELECT q.mebibytes FROM publisher_quotas q WHERE q.publisher_id = publisher)
    FROM publisher_usage u WHERE u.publisher_id = publisher;
END $$;

-- What versions, accounts and publishers are referred to by, and was looked for row by row.
CREATE INDEX reports_version ON reports (version_id) WHERE version_id IS NOT NULL;
CREATE INDEX reports_effect_version ON reports (effect_version_id) WHERE effect_version_id IS NOT NULL;
CREATE INDEX invitations_publisher ON invitations (publisher_id, created_at DESC);
CREATE INDEX invitations_inviter ON invitations (invited_by) WHERE status = 'pending';
CREATE INDEX versions_publisher_account ON versions (published_by) WHERE published_by IS NOT NULL;
