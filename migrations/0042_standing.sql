-- Why an account is suspended (`disabled_at`); null: it is not, or it was deleted.
ALTER TABLE accounts ADD COLUMN suspended_reason text;
-- Its owner deleted it. The row stays, without what was personal: the handle is never given out again.
ALTER TABLE accounts ADD COLUMN deleted_at timestamptz;
ALTER TABLE accounts ADD CONSTRAINT accounts_deleted CHECK (deleted_at IS NULL OR (disabled_at IS NOT NULL AND email IS NULL));

-- How far a publisher's standing lifts its skills in search (docs/reputation.md); counted anew now and then.
CREATE TABLE publisher_reputations (
  publisher_id bigint PRIMARY KEY REFERENCES publishers (id),
  score real NOT NULL CHECK (score BETWEEN 0 AND 1),
  lift smallint NOT NULL CHECK (lift BETWEEN 0 AND 3),
  counted_at timestamptz NOT NULL
);
CREATE INDEX publisher_reputations_counted ON publisher_reputations (counted_at);
