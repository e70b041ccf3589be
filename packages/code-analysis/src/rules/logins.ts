/** Whose login a file holds that one tool keeps for one service. */
export const LOGINS: [RegExp, RegExp][] = [
  [/\.config\/(?:gh|hub|github-copilot)(?:\/|$)/, /github|ghcr|copilot/i],
  [/\.config\/glab-cli/, /gitlab/i],
  [/\.aws(?:\/|$)/, /amazonaws|aws/i],
  [/\.config\/gcloud|application_default_credentials/, /google|gcr\.io/i],
  [/\.azure(?:\/|$)/, /azure|microsoft|windows\.net/i],
  [/\.pypirc$/, /pypi|python/i],
  [/\.config\/stripe/, /stripe/i],
  [/huggingface/, /huggingface|hf\.co/i],
  [/\.claude(?:\/|\.json)/, /anthropic|claude/i],
  [/\.codex(?:\/|$)/, /openai|chatgpt/i],
  [/\.gemini(?:\/|$)/, /google/i],
  [/\.kaggle/, /kaggle/i],
];
