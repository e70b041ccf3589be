import { inPieces } from "@gaia/reading";
/**
 * Packages that talk to somebody else, by the first words of their dotted names: what a method nothing else is known of
 * is given goes out by it.
 */
const PACKAGES = inPieces(
  "",
  String.raw`^(?:requests|requests_toolbelt|requests_futures|requests_html|httpx|aiohttp|urllib3|httplib2|http\.client|treq|niquests|`,
  String.raw`cloudscraper|curl_cffi|pycurl|grequests|mechanize|websockets?|socketio|engineio|wsproto|picows|ftplib|aioftp|ftputil|`,
  String.raw`smtplib|aiosmtplib|yagmail|redmail|imaplib|imap_tools|aioimaplib|poplib|nntplib|telnetlib3?|paramiko|asyncssh|pysftp|scp|`,
  String.raw`fabric|ssh2|boto3|aioboto3|botocore|s3fs|gcsfs|minio|oss2|qiniu|b2sdk|azure|google\.cloud|googleapiclient|gspread|pygsheets|`,
  String.raw`pydrive2?|dropbox|boxsdk|onedrivesdk|msgraph|owncloud|nextcloud_client|webdav[34]|webdavclient3|easywebdav|supabase|`,
  String.raw`firebase_admin|pyrebase4?|pocketbase|appwrite|airtable|pyairtable|notion_client|pika|aio_pika|kombu|paho\.mqtt|aiomqtt|`,
  String.raw`gmqtt|asyncio_mqtt|kafka|aiokafka|confluent_kafka|pulsar|nats|stomp|zmq|nanomsg|pynng|redis|aioredis|valkey|pymongo|motor|`,
  String.raw`influxdb(?:_client)?|elasticsearch|opensearchpy|meilisearch|algoliasearch|clickhouse_connect|grpc|rpyc|Pyro[45]|xmlrpc|`,
  String.raw`jsonrpclib|zeep|suds|slack_sdk|slackclient|slack_bolt|telegram|telebot|telethon|pyrogram|aiogram|discord|discord_webhook|`,
  String.raw`dhooks|nextcord|disnake|matrix_client|nio|mattermostdriver|rocketchat_API|twilio|vonage|sendgrid|mailgun|postmarker|resend|`,
  String.raw`apprise|pushover|pushbullet|ntfy|knockknock|notifiers|tweepy|atproto|mastodon|praw|facebook|instagrapi|github|gitlab|`,
  String.raw`gidgethub|ghapi|atlassian|jira|trello|sentry_sdk|posthog|mixpanel|segment|analytics|amplitude|rollbar|bugsnag|datadog|`,
  String.raw`statsd|logtail|loguru_loki|logging_loki|pygelf|graypy|fluent|wandb|mlflow|neptune|comet_ml|scapy|dns|dnslib|aiodns|pycares|`,
  String.raw`stem|twisted|tornado\.httpclient|trio_websocket|asyncio\.(?:open_connection|StreamReader|StreamWriter)|`,
  String.raw`multiprocessing\.connection|logging\.handlers\.(?:HTTP|Socket|Datagram|SysLog|SMTP)Handler|bluetooth|pybluez|bleak|socket|`,
  String.raw`ssl)\b`,
);

export const isNetworkPackage = (name: string): boolean => name.length < 160 && PACKAGES.test(name);

/** What sets an object up, rather than telling it something: its arguments are credentials and places. */
const SETTING_UP = inPieces(
  "",
  String.raw`(?:^|_)(?:connect|login|auth|authenticate|authorize|init|configure|setup|from|load|set_missing|open_sftp|sign|session|`,
  String.raw`credentials?|token|key|close|mount|setsockopt|bind|settimeout|option|setopt)(?:_|$)|^[A-Z]`,
);

export const isSettingUp = (method: string): boolean => SETTING_UP.test(method);

const ASKING = inPieces(
  "i",
  String.raw`recv|receiv|read|^get|poll|fetch|consum|listen|pull|messag|updat|download|quer(?:y|ies)|resolve|lookup|`,
  String.raw`search|^pop|^next|subscribe|history|accept|exec_command|body`,
);

export const isAsking = (method: string): boolean => ASKING.test(method);
