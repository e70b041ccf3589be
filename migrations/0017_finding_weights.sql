-- How much a finding speaks for harm, as log-odds; null for what is a fact, and for reports made before there were weights.
ALTER TABLE findings ADD COLUMN weight double precision;
