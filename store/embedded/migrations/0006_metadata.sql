-- A JSON object of texts; empty for none.
ALTER TABLE memories ADD COLUMN metadata TEXT NOT NULL DEFAULT '';
ALTER TABLE working ADD COLUMN metadata TEXT NOT NULL DEFAULT '';
