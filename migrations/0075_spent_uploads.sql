-- What a client sent and never published lies in storage until what nothing names is collected, a day later. Its row stays as long, so that
-- it counts for the account that sent it.
ALTER TABLE upload_tickets ADD COLUMN spent_at timestamptz;
