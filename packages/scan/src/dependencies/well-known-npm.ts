/**
 * Names of npm that people mean when they type something close to them. Also a few that lie close to a better known one and are a
 * package of their own: a name in this list is never taken for a misspelling of another.
 */
export const WELL_KNOWN_NPM: readonly string[] = `
lodash lodash-es lodash.merge lodash.debounce lodash.get lodash.isequal lodash.clonedeep underscore react react-dom react-is
react-router react-router-dom react-redux react-scripts react-native react-test-renderer react-hook-form react-query react-select
react-icons react-hot-toast react-toastify react-transition-group react-helmet react-markdown react-dropzone react-datepicker
react-table react-spring react-refresh react-dev-utils preact redux redux-thunk redux-saga reselect immer immutable mobx mobx-react
zustand jotai recoil xstate vue vue-router vuex pinia nuxt vuetify svelte sveltekit solid-js angular next next-auth next-themes
gatsby remix astro express express-session express-validator express-rate-limit express-async-errors fastify koa koa-router
koa-bodyparser hapi restify hono body-parser cookie-parser cookie-session cookie cors helmet morgan multer compression passport
passport-local passport-jwt passport-google-oauth20 jsonwebtoken jwt-decode jose bcrypt bcryptjs argon2 crypto-js tweetnacl elliptic
node-forge uuid nanoid shortid short-uuid cuid ulid chalk kleur picocolors colors ansi-styles ansi-regex ansi-colors strip-ansi
supports-color color-convert color-name color color-string wrap-ansi string-width cli-cursor cli-spinners cli-table cli-table3 ora
listr listr2 inquirer enquirer prompts commander yargs yargs-parser minimist meow cac arg dotenv dotenv-expand dotenv-cli cross-env
cross-spawn execa shelljs npm-run-all npm-check-updates concurrently nodemon pm2 forever rimraf mkdirp del glob globby fast-glob
minimatch micromatch picomatch anymatch chokidar fs-extra graceful-fs jsonfile universalify tmp temp tempy which where semver
node-semver debug ms winston pino pino-pretty bunyan log4js loglevel signale axios axios-retry axios-mock-adapter node-fetch
cross-fetch isomorphic-fetch whatwg-fetch got ky superagent supertest request request-promise request-promise-native needle undici
follow-redirects form-data formidable busboy qs query-string querystring url-parse url-join path-to-regexp mime mime-types mime-db
content-type accepts negotiator vary etag fresh on-finished finalhandler send serve-static serve serve-handler http-server
http-proxy http-proxy-middleware http-errors https-proxy-agent http-proxy-agent proxy-agent socks-proxy-agent agent-base ws
socket.io socket.io-client engine.io engine.io-client sockjs sockjs-client websocket faye-websocket mongodb mongoose mysql mysql2 pg
pg-promise pg-pool pg-types sequelize knex typeorm prisma drizzle-orm drizzle-kit sqlite3 better-sqlite3 redis ioredis memcached
kafkajs amqplib bull bullmq agenda bee-queue node-cron cron node-schedule later nodemailer handlebars ejs pug mustache nunjucks
hbs marked markdown-it showdown remark rehype unified remark-gfm remark-parse rehype-raw highlight.js prismjs shiki katex mathjax
cheerio jsdom puppeteer puppeteer-core playwright playwright-core selenium-webdriver webdriverio cypress testcafe nightwatch jest
jest-cli jest-environment-jsdom ts-jest babel-jest vitest mocha chai sinon nyc istanbul jasmine karma ava tap tape qunit nock
msw faker should expect chance enzyme typescript ts-node tsx ts-loader tslib tsup tsc-watch esbuild swc rollup vite webpack
webpack-cli webpack-dev-server webpack-merge webpack-bundle-analyzer html-webpack-plugin mini-css-extract-plugin css-loader
style-loader sass-loader less-loader file-loader url-loader babel-loader babel-core babel-cli babel-preset-env babel-eslint
babel-polyfill parcel gulp grunt browserify turbo nx lerna rush eslint eslint-config-prettier eslint-plugin-react
eslint-plugin-import eslint-plugin-react-hooks eslint-plugin-prettier eslint-plugin-jsx-a11y eslint-plugin-vue eslint-config-airbnb
eslint-scope eslint-visitor-keys prettier stylelint standard xo husky lint-staged commitlint commitizen semantic-release
standard-version conventional-changelog postcss postcss-cli postcss-loader autoprefixer cssnano tailwindcss bootstrap bulma
jquery jquery-ui popper.js moment moment-timezone dayjs date-fns date-fns-tz luxon rxjs async bluebird q p-limit p-queue p-map
p-retry p-timeout promise when zod yup joi ajv ajv-formats ajv-keywords validator class-validator class-transformer superstruct
io-ts fp-ts ramda immutability-helper deepmerge deep-equal fast-deep-equal object-assign object-path clone clone-deep extend xtend
flat dot-prop classnames clsx styled-components emotion styled-jsx sass node-sass less stylus three d3 d3-array d3-scale d3-shape
chart.js react-chartjs-2 recharts echarts highcharts victory plotly.js leaflet mapbox-gl maplibre-gl pixi.js phaser konva fabric
paper animejs gsap framer-motion lottie-web swiper slick-carousel react-slick lightgallery sharp jimp canvas image-size
imagemin pngjs jpeg-js gm pdf-lib pdfkit pdf-parse pdfjs-dist jspdf html2canvas docx mammoth xlsx exceljs papaparse csv-parse
csv-parser csv-stringify fast-csv xml2js fast-xml-parser xmldom sax htmlparser2 parse5 entities he html-entities sanitize-html
dompurify isomorphic-dompurify xss iconv-lite jszip adm-zip archiver unzipper yauzl yazl tar tar-fs tar-stream fflate pako
zlib-sync js-yaml yaml toml ini json5 jsonc-parser json-schema json-stringify-safe fast-json-stringify flatted serialize-javascript
protobufjs google-protobuf grpc graphql graphql-tag graphql-request graphql-tools apollo-server apollo-client apollo-server-express
urql relay-runtime dataloader type-graphql nexus aws-sdk aws-cdk aws-cdk-lib serverless firebase firebase-admin firebase-tools
googleapis google-auth-library stripe twilio paypal-rest-sdk braintree square openai anthropic cohere-ai langchain langgraph
langsmith llamaindex ai ollama replicate chromadb tiktoken js-tiktoken gpt-tokenizer discord.js slack telegraf grammy
node-telegram-bot-api whatsapp-web.js baileys tmi.js twitter-api-v2 octokit simple-git isomorphic-git nodegit probot electron
electron-builder electron-packager electron-store electron-updater nw tauri cordova ionic expo expo-cli metro ethers web3 viem
wagmi hardhat truffle ganache solc bs58 bn.js bignumber.js big.js decimal.js mathjs long bip39 bip32 bitcoinjs-lib hdkey
secp256k1 keccak ethereumjs-util ethereumjs-wallet solana-web3.js core-js core-js-pure regenerator-runtime whatwg-url tr46
webidl-conversions punycode safe-buffer safer-buffer string_decoder readable-stream inherits util-deprecate process-nextick-args
isarray once wrappy inflight path-is-absolute balanced-match brace-expansion concat-map is-number to-regex-range fill-range braces
is-extglob is-glob glob-parent normalize-path readdirp binary-extensions is-binary-path fsevents escape-string-regexp has-flag
escalade sisteransi kind-of is-plain-object is-plain-obj isobject is-buffer is-stream is-regex is-callable is-arrayish is-core-module
resolve resolve-from import-fresh parent-module callsites error-ex parse-json lines-and-columns json-parse-even-better-errors
js-tokens loose-envify scheduler prop-types hoist-non-react-statics invariant warning tiny-invariant tiny-warning cosmiconfig
lilconfig pkg-dir find-up locate-path p-locate p-try path-exists path-key shebang-command shebang-regex npm-run-path onetime
mimic-fn signal-exit strip-final-newline human-signals merge-stream get-stream pump end-of-stream through through2 split2
concat-stream duplexify stream-shift eventemitter3 events emittery mitt tiny-emitter event-stream hook-std lru-cache yallist quick-lru
node-cache flat-cache file-entry-cache cacache make-fetch-happen npm yarn pnpm corepack npx nvm node-gyp node-pre-gyp nan bindings
node-addon-api prebuild-install prebuild detect-libc ffi-napi ref-napi napi-rs acorn acorn-walk acorn-jsx espree esprima estraverse
esutils escodegen esquery recast ast-types magic-string source-map source-map-support source-map-js terser uglify-js clean-css
html-minifier svgo csso browserslist caniuse-lite electron-to-chromium node-releases update-browserslist-db baseline-browser-mapping
update-notifier configstore conf env-paths os-locale username hostname open opn launch-editor detect-port portfinder get-port
address ip ip-regex ipaddr.js is-ip public-ip internal-ip macaddress systeminformation node-os-utils usb serialport noble
robotjs node-pty xterm keytar clipboardy node-notifier blessed ink terminal-kit boxen figlet gradient-string chalk-animation
log-symbols figures cli-progress progress terminal-link node-emoji emoji-regex slugify speakingurl lodash.template pluralize
change-case camelcase camel-case param-case decamelize humanize-string title-case i18next react-i18next i18n intl-messageformat
react-intl formatjs polyglot numeral accounting currency.js libphonenumber-js google-libphonenumber email-validator
card-validator credit-card-type ua-parser-js bowser mobile-detect platform is-mobile fingerprintjs js-cookie universal-cookie
localforage idb dexie pouchdb lowdb nedb levelup leveldown level lmdb rocksdb workbox-webpack-plugin web-vitals lighthouse
swr swagger-ui-express swagger-jsdoc openapi-types openapi-typescript openapi-fetch json-server mockjs casual rate-limiter-flexible
bottleneck opossum newrelic dd-trace prom-client opentelemetry applicationinsights sentry raven rollbar bugsnag fdir tinyglobby
nth-check css-select css-what domhandler domutils dom-serializer boolbase cssesc cssom cssstyle csstype nwsapi symbol-tree saxes
@types/node @types/react @types/react-dom @types/lodash @types/express @types/jest @types/uuid @types/mocha @types/chai @types/ws
@types/semver @types/yargs @types/debug @types/cors @types/fs-extra @types/glob @types/jsonwebtoken @types/bcrypt @types/multer
@babel/core @babel/runtime @babel/preset-env @babel/preset-react @babel/preset-typescript @babel/parser @babel/traverse @babel/types
@angular/core @angular/common @angular/cli @angular/forms @angular/router @angular/compiler @vue/compiler-sfc @vue/cli @nestjs/core
@nestjs/common @nestjs/cli @nestjs/config @nestjs/platform-express @nestjs/typeorm @nestjs/jwt @nestjs/swagger
@typescript-eslint/parser @typescript-eslint/eslint-plugin @testing-library/react @testing-library/jest-dom
@testing-library/user-event @storybook/react @mui/material @mui/icons-material @emotion/react @emotion/styled @chakra-ui/react
@reduxjs/toolkit @tanstack/react-query @tanstack/react-table @apollo/client @graphql-codegen/cli @prisma/client @aws-sdk/client-s3
@aws-sdk/client-dynamodb @aws-sdk/lib-dynamodb @aws-sdk/client-lambda @azure/identity @azure/storage-blob @google-cloud/storage
@google/generative-ai @google/genai @anthropic-ai/sdk @anthropic-ai/claude-code @openai/codex @modelcontextprotocol/sdk
@modelcontextprotocol/inspector @modelcontextprotocol/server-filesystem @modelcontextprotocol/server-github
@modelcontextprotocol/server-postgres @modelcontextprotocol/server-memory @langchain/core @langchain/openai @langchain/community
@octokit/rest @octokit/core @octokit/graphql @slack/web-api @slack/bolt @sentry/node @sentry/browser @sentry/react @hono/node-server
@fastify/cors @fastify/static @sveltejs/kit @playwright/test @vitest/ui @vitejs/plugin-react @rollup/plugin-node-resolve
@rollup/plugin-commonjs @tailwindcss/forms @tailwindcss/typography @headlessui/react @heroicons/react @radix-ui/react-dialog
@radix-ui/react-slot @fortawesome/fontawesome-free @stripe/stripe-js @supabase/supabase-js @clerk/nextjs @upstash/redis @vercel/analytics
@cloudflare/workers-types @firebase/app @electron/remote @swc/core @esbuild/linux-x64 @solana/web3.js @metamask/sdk @ethersproject/providers
bower clipboard cookies gaxios graphiql grant is-object is-array jsdoc jslint mssql motion nprogress pegjs preact-router prism prompt
protobuf.js rambda remotion rsync schedule scrypt stylis tslint titlecase mquery flatten promish reqwest signalr signals telegram
object.assign json-parser uglify-es reach-router react-date-picker react-if react-vis csp-parse css-parse css-stringify csv-loader
lodash.set simple-get es-cookie crypto-es crypto-ts tslint-config-prettier tslint-plugin-prettier tsutils scss-loader jsonc jsonp
junit brace callsite colour colord clone-regexp dargs formdata inherit mkdir resolver server socks strip trough victor cline axiom
`
  .split(/\s+/)
  .filter((name) => name !== "");
