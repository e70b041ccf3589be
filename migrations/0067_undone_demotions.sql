-- What an admin's demotion took, so that undoing it gives that back: the tier, and the inspection that it was held by.
-- Of demotions before this migration only the reason is known: undone, those rise to community by what they are.
ALTER TABLE versions ADD COLUMN demoted_from text CHECK (demoted_from IN ('community', 'verified'));
ALTER TABLE versions ADD COLUMN demoted_inspection_id uuid;
