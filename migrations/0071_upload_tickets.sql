-- Files that a client sends one by one before it says which version they are. A ticket is its holder's, for one file of these bytes, once.
-- What storage keeps of them is named by nothing else and goes with what nothing names.
CREATE TABLE upload_tickets (
  ticket_sha256 text PRIMARY KEY CHECK (ticket_sha256 ~ '^[0-9a-f]{64}$'),
  -- Whose it is, as limits count callers.
  holder text NOT NULL,
  path text NOT NULL,
  size_bytes bigint NOT NULL CHECK (size_bytes >= 0),
  sha256 text NOT NULL CHECK (sha256 ~ '^[0-9a-f]{64}$'),
  expires_at timestamptz NOT NULL,
  -- When its bytes came.
  received_at timestamptz
);
CREATE INDEX upload_tickets_holder ON upload_tickets (holder);
CREATE INDEX upload_tickets_end ON upload_tickets (expires_at);
