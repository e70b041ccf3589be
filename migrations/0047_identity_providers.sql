-- Which identity provider's groups gave a membership (`auth_identities.provider_id`), and take it away; null: somebody gave it by hand.
ALTER TABLE memberships ADD COLUMN granted_by text;
