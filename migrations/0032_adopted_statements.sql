-- Leaves of the log whose statements a restored database lost: taken over from storage, and numbered anew.
CREATE INDEX log_leaves_adopted ON log_leaves (attestation_sequence)
  WHERE version_id IS NULL AND attestation_sequence IS NOT NULL;
