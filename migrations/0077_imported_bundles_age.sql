-- When the bundle was made that a version came by, as its index says: an older bundle of the same registry is said to be one. Null: of
-- imports before it was kept.
ALTER TABLE imported_versions ADD COLUMN bundle_created_at timestamptz;
CREATE INDEX imported_versions_newest ON imported_versions (registry, bundle_created_at);
