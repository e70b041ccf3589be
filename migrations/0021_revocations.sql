-- What was taken back is found by these statements alone, which are few beside publishes and verdicts.
CREATE INDEX attestations_taken_back ON attestations (version_id, sequence)
  WHERE decision NOT IN ('publish', 'verdict');
CREATE INDEX versions_withheld ON versions (id) WHERE status IN ('yanked', 'quarantined', 'purged');
