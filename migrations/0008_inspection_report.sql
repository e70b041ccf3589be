-- What an inspection says beside its verdict: what the code does, as it was seen, and the digest of the whole report.
-- `uses` is null where the analysers did not come to an end: then nothing is known, which is not the same as nothing.
ALTER TABLE inspections ADD COLUMN uses jsonb;
ALTER TABLE inspections ADD COLUMN report_digest text CHECK (report_digest ~ '^sha256:[0-9a-f]{64}$');

-- The rules of other scanners that say the same thing of the same place.
ALTER TABLE findings ADD COLUMN also text[] NOT NULL DEFAULT '{}';
