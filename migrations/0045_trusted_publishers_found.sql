-- Which trusted publishers a job's identity may mean is asked by the issuer and its number, its name or its subject, not by the issuer alone.
CREATE INDEX trusted_publishers_number ON trusted_publishers (issuer, repository_id) WHERE removed_at IS NULL AND repository_id IS NOT NULL;
CREATE INDEX trusted_publishers_repository ON trusted_publishers (issuer, lower(repository)) WHERE removed_at IS NULL AND repository_id IS NULL;
CREATE INDEX trusted_publishers_subject ON trusted_publishers (issuer, subject) WHERE removed_at IS NULL AND subject IS NOT NULL;
