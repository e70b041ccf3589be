-- Versions inspected anew, in the background (docs/ARCHITECTURE.md, walk 5).
CREATE TABLE rescans (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  cause text NOT NULL CHECK (cause IN ('advisory', 'rules', 'scanner', 'admin')),
  detail text NOT NULL,
  -- Which have to look; null: all of them.
  scanners text[],
  -- The versions and digests that reports are held against; a report that has them is carried over.
  expected jsonb,
  -- Names `expected`; null where there is none.
  fingerprint text,
  status text NOT NULL CHECK (status IN ('running', 'paused', 'completed', 'cancelled')),
  total integer NOT NULL,
  -- An admin said to go on: it is not paused again.
  approved boolean NOT NULL DEFAULT false,
  -- Null: the registry itself.
  created_by bigint REFERENCES accounts (id),
  created_at timestamptz NOT NULL DEFAULT now(),
  paused_at timestamptz,
  decided_by bigint REFERENCES accounts (id),
  decided_at timestamptz,
  decision_reason text,
  finished_at timestamptz,
  CHECK ((status IN ('completed', 'cancelled')) = (finished_at IS NOT NULL))
);
CREATE UNIQUE INDEX rescans_one_live ON rescans (fingerprint) WHERE status IN ('running', 'paused');
CREATE INDEX rescans_created ON rescans (created_at, id);
CREATE CONSTRAINT TRIGGER rescans_audited AFTER INSERT OR DELETE OR UPDATE OF status, approved ON rescans
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION require_audit();

ALTER TABLE inspections ADD COLUMN rescan_id uuid REFERENCES rescans (id);
CREATE UNIQUE INDEX inspections_one_a_rescan ON inspections (rescan_id, version_id) WHERE rescan_id IS NOT NULL;
-- Findings that merging left out of the report: a later inspection that carries their scanner over needs them.
ALTER TABLE inspections ADD COLUMN left_out jsonb NOT NULL DEFAULT '[]';

CREATE TABLE rescan_items (
  rescan_id uuid NOT NULL REFERENCES rescans (id),
  version_id bigint NOT NULL REFERENCES versions (id),
  status text NOT NULL CHECK (status IN ('waiting', 'inspecting', 'held', 'done', 'failed', 'skipped')),
  -- The inspection that counted when this one began.
  previous_inspection_id uuid REFERENCES inspections (id),
  inspection_id uuid REFERENCES inspections (id),
  before text CHECK (before IN ('ALLOW', 'REVIEW', 'BLOCK')),
  after text CHECK (after IN ('ALLOW', 'REVIEW', 'BLOCK')),
  effect text CHECK (effect IN ('same', 'worse', 'better')),
  note text,
  tries integer NOT NULL DEFAULT 0,
  retry_at timestamptz,
  finished_at timestamptz,
  PRIMARY KEY (rescan_id, version_id)
);
CREATE INDEX rescan_items_open ON rescan_items (rescan_id, status, version_id) WHERE status IN ('waiting', 'inspecting', 'held');
CREATE UNIQUE INDEX rescan_items_one_at_a_time ON rescan_items (version_id) WHERE status = 'inspecting';
CREATE INDEX rescan_items_version ON rescan_items (version_id);
CREATE INDEX rescan_items_inspection ON rescan_items (inspection_id);

-- Who withheld a version: what a scan withheld, a scan may give back.
ALTER TABLE versions ADD COLUMN quarantined_by text CHECK (quarantined_by IN ('scan', 'admin'));
UPDATE versions SET quarantined_by = CASE
    WHEN EXISTS (SELECT 1 FROM audit_log JOIN skills ON skills.id = versions.skill_id
      WHERE audit_log.action = 'version.quarantine' AND audit_log.target = 'skill:' || skills.name || '@' || versions.version) THEN 'admin'
    ELSE 'scan' END
  WHERE status = 'quarantined';

-- What a publisher's members are told about their versions.
CREATE TABLE notices (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  publisher_id bigint NOT NULL REFERENCES publishers (id),
  version_id bigint NOT NULL REFERENCES versions (id),
  kind text NOT NULL CHECK (kind IN ('demoted', 'quarantined', 'restored', 'clearance-void', 'verdict-worse')),
  text text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  read_at timestamptz
);
CREATE INDEX notices_publisher ON notices (publisher_id, id);
