-- What replaced a memory and since when, when it was last said again, which memories a person let stand beside
-- it (ids, separated by spaces), and whether it holds what should not be shown to everyone. -62135596800000000
-- is no time at all.
ALTER TABLE memories ADD COLUMN superseded_by TEXT NOT NULL DEFAULT '';
ALTER TABLE memories ADD COLUMN deprecated_at INTEGER NOT NULL DEFAULT -62135596800000000;
ALTER TABLE memories ADD COLUMN repeated_at INTEGER NOT NULL DEFAULT -62135596800000000;
ALTER TABLE memories ADD COLUMN kept_with TEXT NOT NULL DEFAULT '';
ALTER TABLE memories ADD COLUMN sensitive INTEGER NOT NULL DEFAULT 0;

ALTER TABLE working ADD COLUMN superseded_by TEXT NOT NULL DEFAULT '';
ALTER TABLE working ADD COLUMN deprecated_at INTEGER NOT NULL DEFAULT -62135596800000000;
ALTER TABLE working ADD COLUMN repeated_at INTEGER NOT NULL DEFAULT -62135596800000000;
ALTER TABLE working ADD COLUMN kept_with TEXT NOT NULL DEFAULT '';
ALTER TABLE working ADD COLUMN sensitive INTEGER NOT NULL DEFAULT 0;

ALTER TABLE cold ADD COLUMN superseded_by TEXT NOT NULL DEFAULT '';

CREATE INDEX memories_superseded ON memories (superseded_by) WHERE superseded_by <> '';
CREATE INDEX memories_by_topic ON memories (topic, agent) WHERE topic <> '';
CREATE INDEX cold_superseded ON cold (superseded_by) WHERE superseded_by <> '';
