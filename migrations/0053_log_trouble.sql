-- Why the log is no longer one history, as the worker found it, for every process to say; null: it is one.
ALTER TABLE log_origin ADD COLUMN trouble text;
