-- What an inspection that has not ended has so far. `progress` is for people: which scanners wait, work, or ended. `partial` is for the
-- next attempt, and for the end when there is none: the reports and findings of the scanners that ended. Both are null once it is completed.
ALTER TABLE inspections ADD COLUMN progress jsonb;
ALTER TABLE inspections ADD COLUMN partial jsonb;
