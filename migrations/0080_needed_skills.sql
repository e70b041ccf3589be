-- Which versions need a skill, for the list of its dependents.
CREATE INDEX versions_needed_skills ON versions USING gin ((manifest #> '{requires,skills}') jsonb_path_ops);
