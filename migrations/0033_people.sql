-- Who somebody is: signing in, sessions, second factors, passkeys (docs/ARCHITECTURE.md, Walk: who somebody is). The tables auth_… are
-- better-auth's, with its columns and text ids; accounts stay the registry's own.
CREATE TABLE auth_users (
  id text PRIMARY KEY,
  name text NOT NULL,
  email text NOT NULL UNIQUE,
  email_verified boolean NOT NULL DEFAULT false,
  image text,
  two_factor_enabled boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE auth_sessions (
  id text PRIMARY KEY,
  user_id text NOT NULL REFERENCES auth_users (id) ON DELETE CASCADE,
  token text NOT NULL UNIQUE,
  expires_at timestamptz NOT NULL,
  ip_address text,
  user_agent text,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  -- When the second factor was last shown in this session; the library does not know this column.
  proven_at timestamptz
);
CREATE INDEX auth_sessions_user ON auth_sessions (user_id);

CREATE TABLE auth_identities (
  id text PRIMARY KEY,
  account_id text NOT NULL,
  provider_id text NOT NULL,
  user_id text NOT NULL REFERENCES auth_users (id) ON DELETE CASCADE,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  password text,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX auth_identities_provider ON auth_identities (provider_id, account_id);
CREATE INDEX auth_identities_user ON auth_identities (user_id);

CREATE TABLE auth_verifications (
  id text PRIMARY KEY,
  identifier text NOT NULL,
  value text NOT NULL,
  expires_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX auth_verifications_identifier ON auth_verifications (identifier);
CREATE INDEX auth_verifications_end ON auth_verifications (expires_at);

CREATE TABLE auth_second_factors (
  id text PRIMARY KEY,
  user_id text NOT NULL UNIQUE REFERENCES auth_users (id) ON DELETE CASCADE,
  secret text NOT NULL,
  backup_codes text NOT NULL,
  verified boolean NOT NULL DEFAULT true,
  failed_verification_count integer NOT NULL DEFAULT 0,
  locked_until timestamptz,
  -- The newest time step (RFC 6238) of which a code was accepted: none is accepted twice. The library does not know this column.
  last_step bigint
);

CREATE TABLE auth_passkeys (
  id text PRIMARY KEY,
  user_id text NOT NULL REFERENCES auth_users (id) ON DELETE CASCADE,
  name text,
  public_key text NOT NULL,
  credential_id text NOT NULL UNIQUE,
  counter integer NOT NULL,
  device_type text NOT NULL,
  backed_up boolean NOT NULL,
  transports text,
  aaguid text,
  created_at timestamptz DEFAULT now()
);
CREATE INDEX auth_passkeys_user ON auth_passkeys (user_id);

-- Null: it signs in nowhere, and acts by tokens alone.
ALTER TABLE accounts ADD COLUMN auth_user_id text UNIQUE REFERENCES auth_users (id);

-- An admin's invitation to sign up, good for one account.
CREATE TABLE sign_up_invitations (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  secret_sha256 text NOT NULL UNIQUE,
  email text,
  invited_by bigint NOT NULL REFERENCES accounts (id),
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  used_by bigint REFERENCES accounts (id),
  used_at timestamptz
);
CREATE CONSTRAINT TRIGGER sign_up_invitations_audited AFTER INSERT OR UPDATE OR DELETE ON sign_up_invitations
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION require_audit();

-- A command line that asks for a token (RFC 8628). Both codes are kept as SHA-256.
CREATE TABLE device_logins (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  device_sha256 text NOT NULL UNIQUE,
  user_code_sha256 text NOT NULL UNIQUE,
  client text NOT NULL,
  address text NOT NULL,
  scopes text[] NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  polled_at timestamptz,
  status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'approved', 'denied', 'used')),
  account_id bigint REFERENCES accounts (id),
  CHECK ((status IN ('approved', 'used')) <= (account_id IS NOT NULL))
);
CREATE INDEX device_logins_end ON device_logins (expires_at);
