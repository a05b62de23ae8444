-- Recalls are most of the audit, and are removed earlier than the rest.
CREATE INDEX audit_recalls ON audit (at) WHERE verb = 'recall';
