-- The newest active memories of a topic are read from the index in their order, however many the topic has.
DROP INDEX memories_by_topic;
CREATE INDEX memories_by_topic ON memories (topic, agent, scope, status, id) WHERE topic <> '';
