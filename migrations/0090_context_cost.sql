-- What a version costs an agent in context, in tokens of o200k_base: its line in a list, its instructions, and all that these lead to.
-- Null until an inspection counted it, and where it could not be counted.
ALTER TABLE versions
  ADD COLUMN context_always integer CHECK (context_always >= 0),
  ADD COLUMN context_used integer CHECK (context_used >= 0),
  ADD COLUMN context_most integer CHECK (context_most >= context_used);
