-- What the file was made for: the embedding model, its dimension, the version of the word splitter.
CREATE TABLE settings (
  name  TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- The hot long-term memories. A slot is the memory's number, here and in the index; freed ones are reused.
-- Times are microseconds since 1970, UTC; what never expires does so at the largest. What loading reads comes first, so that it skips the texts.
CREATE TABLE memories (
  slot          INTEGER PRIMARY KEY,
  id            TEXT NOT NULL UNIQUE,
  agent         TEXT NOT NULL,
  scope         TEXT NOT NULL,
  layer         TEXT NOT NULL,
  status        TEXT NOT NULL,
  type          TEXT NOT NULL,
  status_reason TEXT NOT NULL,
  task          TEXT NOT NULL,
  session       TEXT NOT NULL,
  topic         TEXT NOT NULL,
  importance    REAL NOT NULL,
  rule          TEXT NOT NULL,
  created_at    INTEGER NOT NULL,
  occurred_at   INTEGER NOT NULL,
  accessed_at   INTEGER NOT NULL,
  access_count  INTEGER NOT NULL,
  status_at     INTEGER NOT NULL,
  expires_at    INTEGER NOT NULL,
  summary       TEXT NOT NULL,
  content       TEXT NOT NULL
) STRICT;

CREATE INDEX memories_by_task ON memories (task, scope, agent) WHERE task <> '';

-- The terms of the keyword index, and which of them each memory has: pairs of varints, the distance from
-- the term before and the count.
CREATE TABLE terms (
  id   INTEGER PRIMARY KEY,
  term TEXT NOT NULL UNIQUE
) STRICT;

CREATE TABLE words (
  slot  INTEGER PRIMARY KEY REFERENCES memories ON DELETE CASCADE,
  terms BLOB NOT NULL
) STRICT;

-- Little-endian float32 values.
CREATE TABLE vectors (
  slot   INTEGER PRIMARY KEY REFERENCES memories ON DELETE CASCADE,
  vector BLOB NOT NULL
) STRICT;

-- Memories that wait for their vector, in the order in which they were accepted.
CREATE TABLE queue (
  seq          INTEGER PRIMARY KEY,
  slot         INTEGER NOT NULL UNIQUE REFERENCES memories ON DELETE CASCADE,
  added_at     INTEGER NOT NULL,
  attempts     INTEGER NOT NULL DEFAULT 0,
  not_before   INTEGER NOT NULL DEFAULT 0,
  leased_until INTEGER NOT NULL DEFAULT 0,
  -- Why it is set aside; NULL while it is not.
  parked       TEXT
) STRICT;

CREATE INDEX queue_waiting ON queue (seq) WHERE parked IS NULL;

-- Where memories lie in cold storage.
CREATE TABLE cold (
  id      TEXT PRIMARY KEY,
  agent   TEXT NOT NULL,
  scope   TEXT NOT NULL,
  layer   TEXT NOT NULL,
  task    TEXT NOT NULL,
  segment TEXT NOT NULL,
  reason  TEXT NOT NULL,
  at      INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX cold_by_task ON cold (task, scope, agent) WHERE task <> '';

-- The working layer.
CREATE TABLE working (
  id            TEXT PRIMARY KEY,
  agent         TEXT NOT NULL,
  scope         TEXT NOT NULL,
  layer         TEXT NOT NULL,
  status        TEXT NOT NULL,
  type          TEXT NOT NULL,
  status_reason TEXT NOT NULL,
  task          TEXT NOT NULL,
  session       TEXT NOT NULL,
  topic         TEXT NOT NULL,
  importance    REAL NOT NULL,
  rule          TEXT NOT NULL,
  created_at    INTEGER NOT NULL,
  occurred_at   INTEGER NOT NULL,
  accessed_at   INTEGER NOT NULL,
  access_count  INTEGER NOT NULL,
  status_at     INTEGER NOT NULL,
  expires_at    INTEGER NOT NULL,
  summary       TEXT NOT NULL,
  content       TEXT NOT NULL,
  vector        BLOB
) STRICT;

-- Both lead past what has expired, which stays until maintenance moves it.
CREATE INDEX working_by_agent ON working (agent, expires_at);
CREATE INDEX working_shared ON working (expires_at) WHERE scope = 'shared';

-- What was done, by whom, and why; and which entries are about a memory.
CREATE TABLE audit (
  seq        INTEGER PRIMARY KEY,
  at         INTEGER NOT NULL,
  agent      TEXT NOT NULL,
  verb       TEXT NOT NULL,
  memory_ids TEXT NOT NULL,
  outcome    TEXT NOT NULL,
  reason     TEXT NOT NULL
) STRICT;

CREATE INDEX audit_by_time ON audit (at);

CREATE TABLE audit_memories (
  memory_id TEXT NOT NULL,
  seq       INTEGER NOT NULL REFERENCES audit ON DELETE CASCADE,
  PRIMARY KEY (memory_id, seq)
) STRICT, WITHOUT ROWID;

CREATE INDEX audit_memories_by_seq ON audit_memories (seq);
