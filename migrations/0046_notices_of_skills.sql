-- Which skill a notice is about that no version stands for: of one that is not public, those alone are told who may know of it.
ALTER TABLE notices ADD COLUMN skill_id bigint REFERENCES skills (id);
-- Until now these are what was said of offers, in these words.
UPDATE notices SET skill_id = skills.id
  FROM skill_transfers JOIN skills ON skills.id = skill_transfers.skill_id
  WHERE notices.version_id IS NULL AND notices.publisher_id IN (skill_transfers.from_publisher_id, skill_transfers.to_publisher_id)
    AND ((notices.kind = 'transfer-requested' AND strpos(notices.text, ' offered ' || skills.name || ' of ') > 0)
      OR (notices.kind = 'transfer-ended' AND starts_with(notices.text, 'The offer of ' || skills.name || ' by '))
      OR (notices.kind = 'transferred' AND starts_with(notices.text, skills.name || ' went from ')));
