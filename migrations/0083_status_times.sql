-- What the registry's status counts of the last thirty days: verdicts of publishes, decided reports, and decisions about what was held, whose audit
-- rows say since when.
CREATE INDEX inspections_verdicts ON inspections (finished_at) INCLUDE (created_at) WHERE status = 'completed' AND rescan_id IS NULL;
CREATE INDEX reports_decided ON reports (decided_at) INCLUDE (created_at) WHERE decided_at IS NOT NULL;
CREATE INDEX audit_log_held ON audit_log (at) WHERE detail ? 'held_since';
