-- Answers to searches are kept until a notification: one that was made before the index was told of a change must not outlive the telling.
CREATE OR REPLACE TRIGGER skills_notify AFTER INSERT OR UPDATE OF latest_version_id, updated_at, publisher_id, revision, indexed_revision ON skills
  FOR EACH ROW EXECUTE FUNCTION notify_skill_row_changed();
