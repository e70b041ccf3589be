-- Hooks of publishers and of the registry, the events that they are told, and what became of each delivery.
CREATE TABLE webhooks (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  -- Null: the registry's, for its admins.
  publisher_id bigint REFERENCES publishers (id),
  -- The account for which it acts: it is told what this one may see.
  created_by bigint NOT NULL REFERENCES accounts (id),
  address text NOT NULL CHECK (length(address) BETWEEN 1 AND 2000),
  events text[] NOT NULL CHECK (cardinality(events) BETWEEN 1 AND 32),
  -- Sealed under the registry's secret. The former one signs as well until its end.
  secret text NOT NULL,
  former_secret text,
  former_until timestamptz,
  state text NOT NULL CHECK (state IN ('active', 'disabled')),
  disabled_at timestamptz,
  disabled_why text,
  -- The first failure since the last success; null: the last try succeeded.
  failing_since timestamptz,
  -- Who sends for it, and until when.
  attempt_id uuid,
  lease_until timestamptz,
  created_at timestamptz NOT NULL,
  CHECK ((former_secret IS NULL) = (former_until IS NULL)),
  CHECK ((state = 'disabled') = (disabled_at IS NOT NULL))
);
CREATE INDEX webhooks_publisher ON webhooks (publisher_id);
CREATE INDEX webhooks_account ON webhooks (created_by);
CREATE CONSTRAINT TRIGGER webhooks_audited AFTER INSERT OR DELETE
  OR UPDATE OF publisher_id, created_by, address, events, secret, state ON webhooks
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION require_audit();

-- What was decided and is to be told. `id` is what receivers know an event by.
CREATE TABLE webhook_events (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  -- The decision; null: somebody asked for a test.
  audit_id bigint,
  type text CHECK (type ~ '^[a-z]+(\.[a-z]+)+$'),
  -- What it is about, once that was found; null: not told yet, or about no skill.
  skill_id bigint REFERENCES skills (id) ON DELETE SET NULL,
  body text CHECK (length(body) <= 8192),
  at timestamptz NOT NULL,
  -- Null: it waits for its hooks.
  told_at timestamptz,
  UNIQUE (audit_id, type)
);
CREATE INDEX webhook_events_untold ON webhook_events (at) WHERE told_at IS NULL;
CREATE INDEX webhook_events_at ON webhook_events (at);
CREATE INDEX webhook_events_skill ON webhook_events (skill_id);

CREATE TABLE webhook_deliveries (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  webhook_id uuid NOT NULL REFERENCES webhooks (id) ON DELETE CASCADE,
  event_id uuid NOT NULL REFERENCES webhook_events (id) ON DELETE CASCADE,
  state text NOT NULL CHECK (state IN ('waiting', 'delivered', 'failed', 'dropped')),
  -- Why it failed or was dropped without a try.
  why text,
  -- Tries since it was last begun; a redelivery begins it again.
  tries smallint NOT NULL DEFAULT 0,
  next_at timestamptz,
  created_at timestamptz NOT NULL,
  finished_at timestamptz,
  UNIQUE (webhook_id, event_id),
  CHECK ((state = 'waiting') = (next_at IS NOT NULL))
);
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (webhook_id, next_at) WHERE state = 'waiting';
CREATE INDEX webhook_deliveries_hook ON webhook_deliveries (webhook_id, created_at, id);
CREATE INDEX webhook_deliveries_event ON webhook_deliveries (event_id);

CREATE TABLE webhook_attempts (
  id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  delivery_id uuid NOT NULL REFERENCES webhook_deliveries (id) ON DELETE CASCADE,
  at timestamptz NOT NULL,
  -- Null: no answer came.
  status smallint,
  answer text CHECK (length(answer) <= 1000),
  error text,
  duration_ms integer NOT NULL
);
CREATE INDEX webhook_attempts_delivery ON webhook_attempts (delivery_id, id);
