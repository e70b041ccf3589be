import { inPieces } from "@gaia/reading";
/**
 * Packages that talk to somebody else, by the first words of their dotted names: what a method nothing else is known of
 * is given goes out by it.
 */
const PACKAGES = inPieces(
  "",
  String.raw`^(?:requests|requests_toolbelt|requests_futures|requests_html|httpx|aiohttp|urllib3|httplib2|`,
  String.raw`http\.client|treq|niquests|cloudscraper|curl_cffi|pycurl|grequests|mechanize|websockets?|socketio|`,
  String.raw`engineio|wsproto|picows|ftplib|aioftp|ftputil|smtplib|aiosmtplib|yagmail|redmail|imaplib|imap_tools|`,
  String.raw`aioimaplib|poplib|nntplib|telnetlib3?|paramiko|asyncssh|pysftp|scp|fabric|ssh2|boto3|aioboto3|botocore|`,
  String.raw`s3fs|gcsfs|minio|oss2|qiniu|b2sdk|azure|google\.cloud|googleapiclient|gspread|pygsheets|pydrive2?|`,
  String.raw`dropbox|boxsdk|onedrivesdk|msgraph|owncloud|nextcloud_client|webdav[34]|webdavclient3|easywebdav|`,
  String.raw`supabase|firebase_admin|pyrebase4?|pocketbase|appwrite|airtable|pyairtable|notion_client|pika|aio_pika|`,
  String.raw`kombu|paho\.mqtt|aiomqtt|gmqtt|asyncio_mqtt|kafka|aiokafka|confluent_kafka|pulsar|nats|stomp|zmq|`,
  String.raw`nanomsg|pynng|redis|aioredis|valkey|pymongo|motor|influxdb(?:_client)?|elasticsearch|opensearchpy|`,
  String.raw`meilisearch|algoliasearch|clickhouse_connect|grpc|rpyc|Pyro[45]|xmlrpc|jsonrpclib|zeep|suds|slack_sdk|`,
  String.raw`slackclient|slack_bolt|telegram|telebot|telethon|pyrogram|aiogram|discord|discord_webhook|dhooks|`,
  String.raw`nextcord|disnake|matrix_client|nio|mattermostdriver|rocketchat_API|twilio|vonage|sendgrid|mailgun|`,
  String.raw`postmarker|resend|apprise|pushover|pushbullet|ntfy|knockknock|notifiers|tweepy|atproto|mastodon|praw|`,
  String.raw`facebook|instagrapi|github|gitlab|gidgethub|ghapi|atlassian|jira|trello|sentry_sdk|posthog|mixpanel|`,
  String.raw`segment|analytics|amplitude|rollbar|bugsnag|datadog|statsd|logtail|loguru_loki|logging_loki|pygelf|`,
  String.raw`graypy|fluent|wandb|mlflow|neptune|comet_ml|scapy|dns|dnslib|aiodns|pycares|stem|twisted|`,
  String.raw`tornado\.httpclient|trio_websocket|asyncio\.(?:open_connection|StreamReader|StreamWriter)|`,
  String.raw`multiprocessing\.connection|logging\.handlers\.(?:HTTP|Socket|Datagram|SysLog|SMTP)Handler|bluetooth|`,
  String.raw`pybluez|bleak|socket|ssl)\b`,
);

export const isNetworkPackage = (name: string): boolean => name.length < 160 && PACKAGES.test(name);

/** What sets an object up, rather than telling it something: its arguments are credentials and places. */
const SETTING_UP = inPieces(
  "",
  String.raw`(?:^|_)(?:connect|login|auth|authenticate|authorize|init|configure|setup|from|load|set_missing|`,
  String.raw`open_sftp|sign|session|credentials?|token|key|close|mount|setsockopt|bind|settimeout|option|setopt)(?:_|`,
  String.raw`$)|^[A-Z]`,
);

export const isSettingUp = (method: string): boolean => SETTING_UP.test(method);

const ASKING = inPieces(
  "i",
  String.raw`recv|receiv|read|^get|poll|fetch|consum|listen|pull|messag|updat|download|quer(?:y|ies)|resolve|lookup|`,
  String.raw`search|^pop|^next|subscribe|history|accept|exec_command|body`,
);

export const isAsking = (method: string): boolean => ASKING.test(method);
