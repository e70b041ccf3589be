import { inPieces } from "./patterns/pattern.ts";
/** Where anybody puts a text or a file without saying who they are. By their kind of name, not by a list of cases. */
export const PASTE_HOSTS = inPieces(
  "i",
  String.raw`(?:^|[.-])(?:[a-z]{0,12}paste[a-z]{0,8}|[a-z]{2,10}bin|rentry|gofile|anonfiles?|catbox|litterbox|`,
  String.raw`mediafire|sendspace|wetransfer|tmpfiles?|filebin|bashupload|telegra|controlc|termbin|`,
  String.raw`snippet[a-z]{0,4})[.-](?!githubusercontent)(?:[a-z0-9-]+\.){0,4}[a-z]{2,10}$|(?:^|\.)(?:0x0|ix|mega|`,
  String.raw`transfer|files?|upload)\.[a-z]{2,10}$|^cdn\.discordapp\.com$|^media\.discordapp\.net$`,
);

export const SHORTENERS = inPieces(
  "i",
  String.raw`^(?:www\.)?(?:bit\.ly|t\.co|t\.ly|is\.gd|v\.gd|goo\.gl|cutt\.ly|rb\.gy|ow\.ly|tiny\.cc|s\.id|lnkd\.in|rebrand\.ly|buff\.ly|`,
  String.raw`shorturl\.at|qr\.ae|x\.gd)$|(?:^|[.-])(?:[a-z]{0,8}short[a-z]{0,8}|tiny[a-z-]{0,8}|(?:[a-z]{0,6}-)?lnk[a-z-]{0,6}|`,
  String.raw`shrt[a-z]{0,4}|[a-z]{0,6}bitly[a-z]{0,4})[.-](?:[a-z0-9-]+\.){0,4}[a-z]{2,10}$`,
);

/** Endpoints whose use is to collect, tunnels, and names that move. */
export const DROP_HOSTS = inPieces(
  "i",
  String.raw`(?:^|[.-])(?:webhook[a-z]{0,6}|hooks?|requestbin|request-?catcher|pipedream|beeceptor|interact(?:sh)?|oast[a-z]{0,4}|`,
  String.raw`burpcollaborator|canarytokens?|ngrok(?:-free)?|trycloudflare|serveo|loca|localtunnel|duckdns|no-ip|ddns|dyndns|hopto|zapto|`,
  String.raw`collect(?:or|s)?|exfil[a-z]{0,9}|drop(?:zone|box-?sync|s)?|beacon|harvest[a-z]{0,3}|loot|stash|c2|cnc|sink|grabber|`,
  String.raw`steal[a-z]{0,3}|intake|ingest|telemetry|relay|receiver?|leak[a-z]{0,3})[.-](?:[a-z0-9-]+\.){0,4}[a-z]{2,12}$|\.onion$`,
);

/** The sites of those who give such names, which are not the machines behind the names. */
export const PROVIDERS: ReadonlySet<string> = new Set("duckdns.org no-ip.com noip.com dyndns.org ngrok.com".split(" "));

/** Names and places below a known host's that anybody gets: whose they are, the host does not say. With the path where that decides. */
export const TENANT_PLACES = inPieces(
  "i",
  String.raw`^(?:[a-z]{2,6}:\/\/)?(?:(?:[\w-]+\.){0,4}(?:s3|s3-website)[\w.-]{0,40}\.amazonaws\.com|(?:[\w-]+\.){1,4}(?:execute-api|`,
  String.raw`lambda-url|elb|elasticbeanstalk)\.[\w.-]{0,40}amazonaws\.com|(?:[\w-]+\.){0,4}storage\.googleapis\.com|`,
  String.raw`firebasestorage\.googleapis\.com|script\.google\.com|script\.googleusercontent\.com|forms\.gle|docs\.google\.com\/forms|`,
  String.raw`drive\.google\.com\/uc|(?:[\w-]+\.){1,4}(?:blob|file|table)\.core\.windows\.net|gist\.githubusercontent\.com|`,
  String.raw`(?:[\w-]+\.){1,3}up\.railway\.app)(?=[/:?#]|$)`,
);

/** Where everybody's tools come from: an installer of theirs says nothing about a skill. Sites, or whole host names. */
export const KNOWN_HOSTS: ReadonlySet<string> = new Set(
  `astral.sh pi-hole.net rustup.rs fluxcd.io docker.com docker.io deno.land deno.com bun.sh bun.com nodejs.org
  nodesource.com python.org pytorch.org pypa.io python-poetry.org pnpm.io yarnpkg.com npmjs.com npmjs.org
  pypi.org crates.io golang.org go.dev rubygems.org brew.sh k3s.io helm.sh kubernetes.io k8s.io hashicorp.com
  terraform.io pulumi.com ollama.com ollama.ai huggingface.co fly.io vercel.com netlify.com cloudflare.com
  heroku.com railway.app railway.com supabase.com planetscale.com amazonaws.com aws.amazon.com amazon.com
  azure.com microsoft.com aka.ms windows.net google.com googleapis.com cloud.google.com gstatic.com apple.com
  openai.com anthropic.com claude.ai cursor.com modelcontextprotocol.io starship.rs sdkman.io get.sdkman.io
  anaconda.com conda.io mamba.pm pixi.sh nixos.org determinate.systems tailscale.com ngrok.com debian.org
  ubuntu.com fedoraproject.org archlinux.org alpinelinux.org mozilla.org jenkins.io gradle.org apache.org
  maven.org sentry.io datadoghq.com grafana.com elastic.co mongodb.com postgresql.org redis.io mysql.com gnu.org
  kernel.org w3.org ietf.org github.com githubusercontent.com gitlab.com bitbucket.org codeberg.org
  sourceforge.net jsdelivr.net unpkg.com esm.sh wikipedia.org stackoverflow.com readthedocs.io atlassian.com
  slack.com notion.com notion.so stripe.com twilio.com shopify.com linear.app figma.com nvidia.com amd.com
  intel.com meta.com mise.run mise.jdx.dev volta.sh asdf-vm.com fnm.vercel.app cli.github.com
  foundry.paradigm.xyz solana.com semgrep.com snyk.io aquasecurity.github.io goreleaser.com dagger.io buf.build
  temporal.io prisma.io expo.dev flutter.dev dart.dev haskell.org ocaml.org elixir-lang.org julialang.org
  r-project.org dot.net zoom.us dropbox.com shields.io badgen.net chocolatey.org boxstarter.org scoop.sh box.com
  salesforce.com hubspot.com discord.com telegram.org datadoghq.eu codecov.io newrelic.com honeycomb.io logz.io
  sumologic.com splunk.com segment.com segment.io posthog.com mixpanel.com amplitude.com axiom.co betterstack.com
  cypress.io circleci.com travis-ci.com buildkite.com gitpod.io render.com digitalocean.com linode.com
  hetzner.com ovh.com scaleway.com backblazeb2.com getcomposer.org php.net rubyonrails.org ruby-lang.org rvm.io
  perl.org cpanmin.us haproxy.org nginx.org caddyserver.com traefik.io letsencrypt.org certbot.eff.org chezmoi.io
  vector.dev influxdata.com timescale.com cockroachlabs.com clickhouse.com duckdb.org sqlite.org neo4j.com
  qdrant.tech weaviate.io pinecone.io langchain.com mistral.ai cohere.com groq.com openrouter.ai elevenlabs.io
  replicate.com deepgram.com assemblyai.com zapier.com airtable.com asana.com monday.com intercom.io zendesk.com
  mailgun.net sendgrid.com postmarkapp.com resend.com plaid.com paypal.com braintreegateway.com squareup.com
  spotify.com twitter.com x.com reddit.com youtube.com bitwarden.com 1password.com doppler.com infisical.com
  npmmirror.com aliyun.com tuna.tsinghua.edu.cn goproxy.io goproxy.cn sum.golang.org
  agentskills.io android.com arxiv.org auth0.com babeljs.io chrome.com claude.com creativecommons.org
  crossref.org doi.org ebi.ac.uk ecma-international.org ensembl.org eslint.org git-scm.com iso.org jestjs.io
  json-schema.org llvm.org mermaid.js.org mitre.org nasa.gov nextjs.org nih.gov nist.gov noaa.gov openapis.org
  openalex.org opensource.org owasp.org playwright.dev prometheus.io pubmed.gov pypistats.org pytest.org
  rcsb.org react.dev schema.org scikit-learn.org semanticscholar.org semver.org sitemaps.org spring.io
  swift.org tailwindcss.com travis-ci.org typescriptlang.org uniprot.org unicode.org usgs.gov visualstudio.com
  vite.dev vuejs.org web.dev webkit.org whatwg.org who.int wolframalpha.com worldbank.org wttr.in
  ycombinator.com open-meteo.com openweathermap.org weather.gov metoffice.gov.uk together.ai together.xyz
  deepseek.com x.ai perplexity.ai fal.ai stability.ai runwayml.com lumalabs.ai voyageai.com tavily.com exa.ai
  brave.com moonshot.cn bigmodel.cn minimax.io minimaxi.com trello.com todoist.com pipedrive.com xero.com
  quickbooks.com intuit.com wise.com revolut.com coinbase.com binance.com kraken.com coingecko.com
  coinmarketcap.com etherscan.io infura.io alchemy.com chain.link uniswap.org mapbox.com here.com tomtom.com
  yelp.com airbnb.com uber.com walmart.com last.fm musicbrainz.org themoviedb.org imdb.com goodreads.com
  strava.com garmin.com fitbit.com ouraring.com home-assistant.io philips-hue.com tesla.com
  obsidian.md obsproject.com blender.org gimp.org inkscape.org videolan.org audacityteam.org libreoffice.org
  zotero.org calibre-ebook.com handbrake.fr imagemagick.org ffmpeg.org sketch.com raycast.com alfredapp.com
  steampowered.com unity.com unity3d.com godotengine.org unrealengine.com jetbrains.com sublimetext.com
  vscodium.com postman.com insomnia.rest dbeaver.io mariadb.org qgis.org posit.co rstudio.com mathworks.com
  wolfram.com tug.org latex-project.org pandoc.org graphviz.org wireshark.org nmap.org virtualbox.org vmware.com
  parallels.com qemu.org vagrantup.com iterm2.com gnupg.org gpgtools.org winscp.net filezilla-project.org 7-zip.org
  plex.tv jellyfin.org syncthing.net nextcloud.com ledger.com trezor.io metamask.io phantom.app arduino.cc
  raspberrypi.com espressif.com platformio.org kicad.org freecad.org openscad.org autodesk.com adobe.com deepl.com
  lmstudio.ai comfy.org jan.ai gpt4all.io openwebui.com n8n.io make.com ifttt.com logseq.com joplinapp.org
  standardnotes.com evernote.com devonthink.com reaper.fm ableton.com darktable.org krita.org shotcut.org kdenlive.org
  signal.org thunderbird.net vivaldi.com opera.com torproject.org wireguard.com openvpn.net protonvpn.com proton.me
  rectangleapp.com karabiner-elements.pqrs.org hammerspoon.org autohotkey.com sysinternals.com winehq.org
  flathub.org snapcraft.io f-droid.org macports.org cmake.org qt.io gtk.org`
    .split(/\s+/)
    .filter(Boolean),
);

/** Vendors of logs and figures: their collectors are named so, and an account of the user's own is at the other end. */
export const VENDOR_INTAKES: ReadonlySet<string> = new Set(
  (
    "datadoghq.com datadoghq.eu newrelic.com sentry.io honeycomb.io grafana.net grafana.com logz.io " +
    "sumologic.com splunkcloud.com segment.io segment.com mixpanel.com amplitude.com posthog.com codecov.io " +
    "axiom.co betterstack.com elastic.co elastic-cloud.com"
  ).split(" "),
);

/** Owners of repositories with installers that everybody uses. */
export const KNOWN_OWNERS: ReadonlySet<string> = new Set(
  `homebrew nvm-sh ohmyzsh docker kubernetes helm rust-lang nodejs python pyenv rbenv asdf-vm astral-sh anthropics
  openai github microsoft azure google googlecloudplatform aws hashicorp golang denoland oven-sh vercel facebook
  apache mozilla ollama huggingface junegunn tmux-plugins jqlang mikefarah cli stedolan sindresorhus
  modelcontextprotocol nixos cloudflare aquasecurity anchore k3d-io rancher grafana prometheus securego golangci
  returntocorp semgrep trufflesecurity zricethezav gitleaks nvidia amd getsentry trailofbits mermaid-js jdx
  conda-forge pypa`
    .split(/\s+/)
    .filter(Boolean),
);
