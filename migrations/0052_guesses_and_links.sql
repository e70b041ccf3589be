-- When the owner of a second factor was last told that somebody guesses at it.
ALTER TABLE auth_second_factors ADD COLUMN guesses_told_at timestamptz;
-- Links to choose a new password were kept as they were sent: whoever asked within the hour asks again.
DELETE FROM auth_verifications WHERE identifier LIKE 'reset-password:%';
-- Addresses that nobody confirmed are looked for by age.
CREATE INDEX auth_users_unconfirmed ON auth_users (updated_at) WHERE NOT email_verified;
