-- How far a list in pages was read in this run, whether it was longer than a mirror takes, and when the last whole run began.
ALTER TABLE mirrors
  ADD COLUMN list_cursor text CHECK (length(list_cursor) <= 2000),
  ADD COLUMN list_pages integer NOT NULL DEFAULT 0,
  ADD COLUMN is_cut boolean NOT NULL DEFAULT false,
  ADD COLUMN whole_at timestamptz;
-- When the last whole run began that did not list it: it is no older, whatever its upstream says.
ALTER TABLE mirror_items ADD COLUMN not_before timestamptz;
CREATE INDEX mirrored_versions_publisher ON mirrored_versions (upstream, publisher);
CREATE INDEX mirrored_versions_name ON mirrored_versions (upstream, name);
