-- A long memory has several vectors, which lie one behind the other. spans are the stretches of the content that
-- they stand for: the byte offsets of the start and of the end of each, separated by spaces.
ALTER TABLE vectors ADD COLUMN spans TEXT NOT NULL DEFAULT '';
UPDATE vectors SET spans = '0 ' || (SELECT octet_length(content) FROM memories WHERE memories.slot = vectors.slot);

ALTER TABLE working ADD COLUMN spans TEXT NOT NULL DEFAULT '';
UPDATE working SET spans = '0 ' || octet_length(content) WHERE vector IS NOT NULL;
