/** Programs with the same words and calls for an end of their own. */
export const HONEST_WORK: readonly [string, string][] = [
  [
    "bench.py",
    'import hashlib, time\ndef rate(algo, n=200_000):\n    t = time.perf_counter()\n    for i in range(n):\n        hashlib.new(algo, i.to_bytes(8, "big")).digest()\n    return n / (time.perf_counter() - t)\nfor a in ("sha256", "sha3_256", "blake2b"):\n    print(f"{a:10} {rate(a):12,.0f} hashes/s")\n',
  ],
  [
    "teach.py",
    'import hashlib, json\nclass Block:\n    def __init__(self, data, prev): self.data, self.prev, self.nonce = data, prev, 0\n    def digest(self): return hashlib.sha256(json.dumps([self.data, self.prev, self.nonce]).encode()).hexdigest()\n    def mine(self, difficulty=3):\n        while not self.digest().startswith("0" * difficulty):\n            self.nonce += 1\n        return self.digest()\nchain = [Block("genesis", "0")]\nprint(chain[0].mine())\n',
  ],
  [
    "dbpool.py",
    'import psycopg_pool, os\npool = psycopg_pool.ConnectionPool(os.environ["DATABASE_URL"], min_size=1, max_size=8)\ndef users():\n    with pool.connection() as c:\n        return c.execute("select worker, job_id from jobs where target < %s", (5,)).fetchall()\nprint(users())\n',
  ],
  [
    "queue.py",
    'import redis, json, subprocess\nr = redis.Redis("localhost")\nwhile True:\n    _, raw = r.blpop("jobs")\n    job = json.loads(raw)\n    out = subprocess.run(["ffmpeg", "-i", job["src"], "-threads", "2", job["dst"]], capture_output=True)\n    r.rpush("results", json.dumps({"job_id": job["id"], "code": out.returncode}))\n',
  ],
  [
    "game.js",
    'const grid = Array.from({ length: 20 }, () => Array(20).fill("rock"));\nlet inventory = { gold: 0, iron: 0 };\nexport function mine(x, y, pickaxe) {\n  const ore = grid[y][x];\n  if (ore === "empty") return inventory;\n  inventory[ore] = (inventory[ore] ?? 0) + pickaxe.level;\n  grid[y][x] = "empty";\n  return inventory;\n}\n',
  ],
  [
    "watch.py",
    'import psutil\nKNOWN = {"xmrig", "minerd", "cpuminer", "ethminer", "kdevtmpfsi", "nbminer", "t-rex"}\nfor p in psutil.process_iter(["name", "cmdline", "cpu_percent"]):\n    line = " ".join(p.info["cmdline"] or [])\n    if p.info["name"] in KNOWN or "stratum+tcp://" in line or "--donate-level" in line:\n        print("possible miner:", p.pid, line)\n',
  ],
  [
    "kill.sh",
    '#!/bin/sh\n# Stop known miners on a compromised box and report\nfor n in xmrig kinsing kdevtmpfsi minerd; do\n  pgrep -fl "$n" && pkill -9 -f "$n"\ndone\nss -tnp | grep -E \':(3333|4444|5555|14444)\\b\' || echo "no pool connections"\n',
  ],
  [
    "nice.sh",
    '#!/bin/sh\nnice -n 19 ionice -c3 tar czf "$HOME/backup/docs.tgz" -C "$HOME" Documents\ncpulimit -l 50 -- ffmpeg -i in.mkv -c:v libx265 -threads 4 out.mkv\n',
  ],
  [
    "hashcash.py",
    'import hashlib, itertools, datetime\ndef mint(resource, bits=16):\n    date = datetime.date.today().strftime("%y%m%d")\n    for c in itertools.count():\n        s = f"1:{bits}:{date}:{resource}::salt:{c:x}"\n        if int(hashlib.sha1(s.encode()).hexdigest(), 16) >> (160 - bits) == 0:\n            return s\nprint(mint("anni@mail.example"))\n',
  ],
  [
    "nodes.js",
    'const { Worker } = require("worker_threads");\nconst os = require("os");\nconst files = process.argv.slice(2);\nconst workers = os.cpus().map(() => new Worker("./minify-worker.js"));\nfiles.forEach((f, i) => workers[i % workers.length].postMessage(f));\nfor (const w of workers) w.on("message", (m) => console.log(m.file, m.saved));\n',
  ],
  [
    "bucket.py",
    'import hashlib, requests\nflags = requests.get("https://flags.example/v1").json()\ndef on(flag, user):\n    b = int(hashlib.sha1(f"{flag}:{user}".encode()).hexdigest()[:8], 16) % 100\n    return b < flags[flag]["percent"]\nfor i in range(10):\n    print(i, on("new-ui", f"u{i}"))\n',
  ],
  [
    "idle.py",
    'import psutil, subprocess, time\nwhile psutil.cpu_percent(interval=10) > 30:\n    time.sleep(60)\nsubprocess.run(["restic", "backup", "--tag", "idle", "/home/me/documents"], check=True)\n',
  ],
  [
    "boards.py",
    'import psutil, subprocess\nif psutil.cpu_percent(interval=2) < 20:\n    subprocess.run(["python3", "train.py", "--host", "localhost:6006", "--threads", "4"])\n',
  ],
  ["celery.sh", "#!/bin/sh\nexec celery -A shop worker --pool=gevent --concurrency=50 --hostname=w1@host -Q mail\n"],
  [
    "pm.sh",
    "#!/bin/sh\npip install pm4py process-mining text-miner\npython3 -m pm4py.discover --url http://localhost:8000/log.xes --threads 4\n",
  ],
  [
    "render.py",
    'import requests, subprocess, os\nq = os.environ["FARM_URL"]\njob = requests.get(q + "/next").json()\nsubprocess.run(["blender", "-b", job["file"], "-f", str(job["frame"])], check=True)\nrequests.post(q + "/done", json={"id": job["id"]})\n',
  ],
  [
    "hook.js",
    'const WebSocket = require("ws");\nconst ws = new WebSocket("wss://gateway.chat.example/?v=10");\nws.on("message", async (raw) => {\n  const m = JSON.parse(raw);\n  if (m.op === 10) setInterval(() => ws.send(JSON.stringify({ op: 1, d: m.s })), m.d.heartbeat_interval);\n  if (m.t === "MESSAGE_CREATE") console.log(m.d.author.username, m.d.content);\n});\n',
  ],
  [
    "ring.py",
    'import hashlib, bisect, requests\nclass Ring:\n    def __init__(self, nodes, n=64):\n        self.keys = sorted((int(hashlib.md5(f"{x}{i}".encode()).hexdigest(), 16), x) for x in nodes for i in range(n))\n    def of(self, key):\n        h = int(hashlib.md5(key.encode()).hexdigest(), 16)\n        return self.keys[bisect.bisect(self.keys, (h, "")) % len(self.keys)][1]\nr = Ring(["a", "b"]); requests.get(f"https://{r.of(\'x\')}.cache.example/x"); requests.put("https://a.cache.example/x", data=b"1")\n',
  ],
  [
    "dedupe.py",
    'import hashlib, requests\nseen = set(requests.get("https://store.example/index").json())\nfor i in range(100):\n    data = open(f"chunk-{i}", "rb").read()\n    d = hashlib.sha256(data).hexdigest()\n    if d not in seen:\n        requests.post("https://store.example/chunk", data=data, headers={"Digest": d})\n',
  ],
  [
    "defi.js",
    'const pool = "0x8ad599c3A0ff1De082011EFDDc58f1908eb6e6D8";\nconst wallet = process.argv[2];\nconst r = await fetch(`https://api.dex.example/positions?pool=${pool}&wallet=${wallet}`);\nconsole.table(await r.json());\n',
  ],
  [
    "sys.py",
    'import psutil, subprocess\nprint(psutil.cpu_percent(1), psutil.virtual_memory().percent)\nsubprocess.run(["open", "-a", "Activity Monitor"])\n',
  ],
  [
    "embed.html",
    '<!doctype html><script defer src="https://analytics.example/js/script.js" data-domain="site.example" data-api="/e"></script>\n',
  ],
  [
    "totp.py",
    'import hmac, hashlib, struct, time, base64, requests\ndef code(secret):\n    k = base64.b32decode(secret); h = hmac.new(k, struct.pack(">Q", int(time.time()) // 30), hashlib.sha1).digest()\n    o = h[-1] & 15\n    return (struct.unpack(">I", h[o:o + 4])[0] & 0x7FFFFFFF) % 10**6\nfor i in range(3):\n    r = requests.post("https://login.example/otp", data={"code": f"{code(\'JBSWY3DP\'):06}"})\n    if r.ok: break\n',
  ],
  [
    "ssh.sh",
    'ssh -o ProxyJump=bastion.example:22 -o User=deploy app.internal uptime\ncurl -o out.json -u "$USER:$PASS" https://api.example:8443/v1\n',
  ],
  [
    "pgb.sh",
    "pgbench --host db.internal --port 5432 --username bench --client 8 --jobs 4 --time 60\nwrk -t4 -c64 -d30s http://localhost:8080/\n",
  ],
  [
    "btc.js",
    'const res = await fetch("https://api.prices.example/simple/price?ids=bitcoin&vs_currencies=eur");\nconst { bitcoin } = await res.json();\ndocument.addEventListener("visibilitychange", () => { if (!document.hidden) location.reload(); });\ndocument.title = `BTC ${bitcoin.eur} \u20ac`;\n',
  ],
  [
    "pow.rb",
    "require 'digest'\nn = 0\nn += 1 until Digest::SHA256.hexdigest(\"hello#{n}\").start_with?('0000')\nputs \"nonce #{n}\"\n",
  ],
  [
    "gpu.py",
    'import torch, requests\nd = "cuda" if torch.cuda.is_available() else "cpu"\nx = torch.tensor(requests.get("https://data.example/x.json").json()).to(d)\nfor i in range(100):\n    x = x @ x.T / x.norm()\nprint(x.sum().item())\n',
  ],
  [
    "dask.py",
    'from dask.distributed import Client\nc = Client("tcp://scheduler.internal:8786")\nf = c.map(lambda n: n * n, range(100))\nprint(sum(c.gather(f)))\n',
  ],
  [
    "lcheck.sh",
    '#!/bin/sh\nif [ "$(cut -d. -f1 /proc/loadavg)" -lt 2 ]; then nice -n 19 updatedb --localpaths="$HOME"; fi\n',
  ],
  [
    "mqtt.py",
    'import paho.mqtt.client as mqtt, hashlib, json\nc = mqtt.Client(); c.connect("broker.example", 1883)\nfor i in range(10):\n    body = json.dumps({"i": i, "t": 20 + i})\n    c.publish("home/t", body + hashlib.sha256(body.encode()).hexdigest())\n',
  ],
  [
    "redis.py",
    'import redis, hashlib\nr = redis.Redis.from_url("rediss://cache.example:6380")\nfor i in range(5):\n    k = hashlib.sha1(f"page{i}".encode()).hexdigest()\n    if r.ttl(k) < 60: r.set(k, i, ex=600)\n',
  ],
];
