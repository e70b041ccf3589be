-- The npm package that an audit confirmed to hold a verified MiaOS skill; null: nobody confirmed one.
ALTER TABLE versions ADD COLUMN npm_package text;
