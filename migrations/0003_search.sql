-- The search index of packages/search: a copy of short fields, without foreign keys, so that it can be emptied and filled again.
-- What is compared is made in packages/search; collation "C" keeps it independent of the server's locale.
CREATE TABLE search_documents (
  skill_id bigint PRIMARY KEY,
  name text COLLATE "C" NOT NULL,
  name_key text COLLATE "C" NOT NULL,
  display_key text COLLATE "C" NOT NULL,
  words tsvector NOT NULL,
  popularity real NOT NULL
);
CREATE INDEX search_documents_name_key ON search_documents (name_key);
CREATE INDEX search_documents_display_key ON search_documents (display_key);
CREATE INDEX search_documents_words ON search_documents USING gin (words) WITH (fastupdate = off);

-- The words of all documents, to find the one that a query with a typo means.
CREATE TABLE search_words (
  word text COLLATE "C" PRIMARY KEY,
  typo_keys text[] COLLATE "C" NOT NULL
);
CREATE INDEX search_words_typo_keys ON search_words USING gin (typo_keys) WITH (fastupdate = off);
