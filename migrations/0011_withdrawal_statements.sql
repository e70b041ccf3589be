-- A version that is withdrawn or given back is a decision that the registry signs, like a publish, a verdict and a tier.
ALTER TABLE attestations DROP CONSTRAINT attestations_decision_check;
ALTER TABLE attestations ADD CONSTRAINT attestations_decision_check
  CHECK (decision IN ('publish', 'verdict', 'tier', 'yank', 'unyank', 'quarantine', 'release', 'purge'));
