-- What the author's own client signed of the files (`SIGNATURE.json` of GAIA's client), verified when it came: key and signature. The rest of that file follows from the version's own. Null: it came without one.
ALTER TABLE versions ADD COLUMN author_signature jsonb;
