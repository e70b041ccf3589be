/** Whose login a file holds that one tool keeps for one service, and that service's own domains: anybody may have its name in theirs. */
const OWN: [RegExp, string][] = [
  [
    /\.config\/(?:gh|hub|github-copilot)(?:\/|$)/,
    "github.com githubcopilot.com githubusercontent.com github.dev ghcr.io ghe.com",
  ],
  [/\.config\/glab-cli/, "gitlab.com"],
  [/\.aws(?:\/|$)/, "amazonaws.com amazonaws.com.cn aws.amazon.com awsapps.com api.aws"],
  [
    /\.config\/gcloud|application_default_credentials/,
    "google.com googleapis.com googleusercontent.com gcr.io pkg.dev",
  ],
  [
    /\.azure(?:\/|$)/,
    "azure.com azure.net azure.cn azure.us azure-api.net azurecr.io microsoft.com microsoftonline.com windows.net",
  ],
  [/\.pypirc$/, "pypi.org pythonhosted.org python.org"],
  [/\.config\/stripe/, "stripe.com"],
  [/huggingface/, "huggingface.co hf.co"],
  [/\.claude(?:\/|\.json)/, "anthropic.com claude.ai claude.com"],
  [/\.codex(?:\/|$)/, "openai.com chatgpt.com"],
  [/\.gemini(?:\/|$)/, "google.com googleapis.com"],
  [/\.kaggle/, "kaggle.com"],
];

/** The domains of the service whose login lies at a path; null: no tool is known that keeps it. */
export const domainsOfLogin = (path: string): readonly string[] | null =>
  OWN.find(([place]) => place.test(path))?.[1].split(" ") ?? null;
