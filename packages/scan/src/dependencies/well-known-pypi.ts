/**
 * Names of PyPI that people mean when they type something close to them, in their one spelling (PEP 503). Also a few that lie close to a
 * better known one and are a package of their own: a name in this list is never taken for a misspelling of another.
 */
export const WELL_KNOWN_PYPI: readonly string[] = `
boto3 botocore urllib3 requests setuptools certifi charset-normalizer idna typing-extensions python-dateutil s3transfer packaging
awscli six numpy pyyaml cryptography pip fsspec s3fs cffi attrs importlib-metadata pandas pycparser jmespath rsa zipp wheel click
markupsafe pydantic pydantic-core pydantic-settings jinja2 protobuf platformdirs pytz google-api-core jsonschema colorama pyasn1
pyasn1-modules googleapis-common-protos pyjwt rich aiohttp aiosignal frozenlist multidict yarl async-timeout virtualenv filelock
distlib tomli tomlkit tomli-w toml pluggy pytest pytest-cov pytest-asyncio pytest-xdist pytest-mock pytest-django pytest-timeout
pytest-benchmark pytest-html pytest-runner iniconfig exceptiongroup coverage tox nox google-auth google-auth-oauthlib
google-cloud-storage google-cloud-core google-cloud-bigquery google-cloud-pubsub google-cloud-aiplatform google-cloud-logging
google-cloud-secret-manager google-api-python-client google-generativeai google-genai google-crc32c google-resumable-media
cachetools requests-oauthlib oauthlib requests-toolbelt requests-mock requests-cache requests-html grpcio grpcio-tools grpcio-status
pyparsing pyopenssl sqlalchemy greenlet decorator psutil scipy scikit-learn scikit-image joblib threadpoolctl matplotlib kiwisolver
contourpy fonttools cycler pillow lxml beautifulsoup4 bs4 soupsieve html5lib docutils sphinx pygments babel imagesize alabaster
tqdm wrapt websocket-client websockets websocket httpx httpcore h11 h2 hpack hyperframe anyio sniffio starlette fastapi uvicorn
gunicorn uvloop httptools watchfiles watchdog werkzeug flask flask-cors flask-login flask-sqlalchemy flask-wtf flask-migrate
flask-restful flask-socketio flask-jwt-extended flask-caching flask-bcrypt flask-mail itsdangerous blinker django djangorestframework
django-cors-headers django-filter django-environ django-redis django-debug-toolbar django-extensions django-allauth django-storages
asgiref sqlparse celery kombu amqp vine billiard redis hiredis rq pymongo motor psycopg2 psycopg2-binary psycopg asyncpg pymysql
mysqlclient mysql-connector-python mysql-connector aiomysql aiosqlite sqlmodel alembic mako peewee tortoise-orm databases
elasticsearch opensearch-py kafka-python confluent-kafka pika paramiko bcrypt pynacl fabric invoke ansible ansible-core netmiko
docker docker-compose kubernetes openshift azure-core azure-identity azure-storage-blob azure-common azure-keyvault-secrets
azure-mgmt-core azure-mgmt-resource azure-mgmt-compute msal msal-extensions msrest isodate adal applicationinsights
snowflake-connector-python snowflake-sqlalchemy databricks-sdk databricks-cli databricks-sql-connector pyspark py4j pyarrow
fastparquet polars duckdb dask distributed ray modin vaex numba llvmlite cython sympy mpmath networkx statsmodels seaborn plotly
bokeh altair dash streamlit gradio gradio-client panel holoviews xgboost lightgbm catboost tensorflow tensorflow-cpu
tensorflow-gpu tensorboard tensorflow-estimator tensorflow-hub keras keras-preprocessing torch torchvision torchaudio torchtext
pytorch-lightning lightning triton jax jaxlib flax optax transformers tokenizers datasets accelerate diffusers safetensors
huggingface-hub sentencepiece sentence-transformers peft trl bitsandbytes xformers timm einops onnx onnxruntime onnxruntime-gpu
openai anthropic cohere mistralai groq ollama litellm tiktoken langchain langchain-core langchain-community langchain-openai
langchain-anthropic langchain-text-splitters langgraph langsmith langfuse llama-index llama-index-core llama-cpp-python
chromadb qdrant-client pinecone pinecone-client weaviate-client pymilvus faiss-cpu faiss-gpu pgvector autogen crewai dspy
instructor outlines guidance mcp fastmcp claude-agent-sdk openai-agents semantic-kernel haystack-ai unstructured pypdf pypdf2
pdfplumber pdfminer-six pymupdf reportlab weasyprint python-docx docx2txt python-pptx openpyxl xlsxwriter xlrd xlwt xlutils odfpy
markdown markdown-it-py mdurl markdown2 mistune commonmark nbformat nbconvert nbclient notebook jupyter jupyterlab jupyter-client
jupyter-core jupyter-server ipython ipykernel ipywidgets ipdb traitlets prompt-toolkit matplotlib-inline jedi parso pexpect
ptyprocess pickleshare backcall executing asttokens stack-data pure-eval debugpy nest-asyncio pyzmq tornado terminado send2trash
argon2-cffi argon2-cffi-bindings prometheus-client python-json-logger rfc3339-validator webcolors uri-template fqdn isoduration
jsonpointer jsonpatch json5 orjson ujson simplejson msgpack cbor2 ruamel-yaml ruamel-yaml-clib xmltodict defusedxml dicttoxml
python-dotenv dotenv python-decouple environs dynaconf omegaconf hydra-core configparser configobj click-plugins typer typer-cli
shellingham fire docopt argparse argcomplete colorlog loguru structlog coloredlogs humanfriendly humanize tabulate termcolor
prettytable texttable wcwidth blessed asciimatics textual rich-click tenacity retry retrying backoff cachecontrol diskcache
more-itertools toolz cytoolz sortedcontainers boltons marshmallow marshmallow-sqlalchemy cerberus voluptuous schema trafaret
dataclasses dataclasses-json typing-inspect typing-inspection mypy mypy-extensions pyright black flake8 pyflakes pycodestyle mccabe
pylint astroid isort lazy-object-proxy autopep8 yapf ruff bandit safety pip-audit pip-tools pipenv poetry poetry-core hatch
hatchling flit flit-core pdm uv build twine pkginfo readme-renderer keyring jeepney secretstorage importlib-resources
pyproject-hooks setuptools-scm setuptools-rust versioneer bump2version cookiecutter pre-commit identify nodeenv cfgv
detect-secrets semgrep checkov sentry-sdk newrelic ddtrace datadog opentelemetry-api opentelemetry-sdk
opentelemetry-semantic-conventions opentelemetry-exporter-otlp opentelemetry-instrumentation opentracing jaeger-client statsd
prometheus-fastapi-instrumentator slack-sdk slackclient slack-bolt discord discord-py tweepy praw telethon pyrogram
python-telegram-bot twilio sendgrid stripe braintree paypalrestsdk mailchimp-marketing shopifyapi square plaid-python hubspot-api-client
simple-salesforce jira atlassian-python-api pygithub github3-py python-gitlab gitpython gitdb smmap dulwich notion-client trello
selenium playwright pyppeteer webdriver-manager undetected-chromedriver splinter mechanize scrapy parsel w3lib twisted
itemadapter cssselect pyquery lxml-html-clean feedparser newspaper3k trafilatura readability-lxml fake-useragent cloudscraper
curl-cffi pycurl treq aiofiles aioboto3 aiobotocore aiohttp-retry aioredis trio curio gevent eventlet zope-interface zope-event
zope-component autobahn constantly hyperlink incremental automat service-identity ldap3 python-ldap pyserial pyusb bleak
opencv-python opencv-python-headless opencv-contrib-python imageio imageio-ffmpeg moviepy pydub librosa soundfile audioread ffmpeg-python
pytesseract easyocr wand python-magic filetype mutagen pyaudio speechrecognition gtts pyttsx3 vosk openai-whisper yt-dlp youtube-dl
pytube pyautogui pynput pyperclip keyboard mouse mss pygetwindow pyinstaller py2exe cx-freeze nuitka pywin32 pywin32-ctypes wmi
comtypes pefile capstone unicorn keystone-engine pwntools scapy impacket pycryptodome pycryptodomex pycrypto ecdsa eth-account
web3 eth-utils eth-abi eth-keys eth-typing hexbytes solana solders base58 coincurve mnemonic bip-utils ccxt python-binance
yfinance alpaca-trade-api alpha-vantage ta-lib pandas-ta backtrader zipline quantlib pandas-datareader pandas-stubs types-requests
types-pyyaml types-python-dateutil types-setuptools types-six types-redis types-toml types-protobuf nltk spacy gensim textblob
langdetect rapidfuzz fuzzywuzzy python-levenshtein levenshtein thefuzz jellyfish unidecode ftfy emoji regex chardet cchardet
python-slugify text-unidecode inflect inflection phonenumbers email-validator dnspython validators faker factory-boy freezegun
hypothesis mock responses moto vcrpy httpretty respx behave robotframework locust nose nose2 parameterized ddt testcontainers
geopy geopandas shapely fiona pyproj rasterio folium gdal cartopy rtree earthengine-api arrow pendulum dateparser tzlocal tzdata
croniter schedule apscheduler python-crontab holidays workalendar zstandard brotli brotlipy lz4 python-snappy blosc h5py tables
zarr netcdf4 xarray astropy biopython rdkit pysam ase mdanalysis gym gymnasium stable-baselines3 pygame pyglet arcade kivy pyqt5
pyqt6 pyside2 pyside6 wxpython customtkinter pysimplegui dearpygui graphviz pydot pygraphviz pyvis igraph python-igraph anytree
graphql-core graphene strawberry-graphql ariadne zeep suds spyne pysftp sshtunnel asyncssh parallel-ssh ftputil smbprotocol
pexif exifread piexif qrcode python-barcode pyzbar segno num2words deepdiff dictdiffer jsondiff glom jmespath-terminal addict munch
python-box easydict attrdict pathlib2 pathspec path py pyfiglet pyaml strictyaml hjson bidict intervaltree bitarray bitstring
construct pyelftools cloudpickle dill pympler memory-profiler line-profiler py-spy objgraph scalene snakeviz gprof2dot
sqlalchemy-utils sqlglot dbt-core dbt-postgres dbt-snowflake great-expectations apache-airflow apache-beam prefect dagster luigi
mlflow wandb comet-ml neptune clearml optuna hyperopt bayesian-optimization shap lime eli5 imbalanced-learn category-encoders
feature-engine prophet pmdarima sktime tsfresh umap-learn hdbscan kneed yellowbrick missingno pandas-profiling ydata-profiling
httpie aws-cdk-lib aws-lambda-powertools chalice zappa serverless troposphere cfn-lint pulumi boto s3cmd b2sdk minio gcsfs adlfs
smart-open pyfakefs pyhocon pyhumps python-multipart multipart email-reply-parser sseclient-py sse-starlette gspread oauth2client
pydrive pydrive2 httplib2 uritemplate authlib python-jose passlib pyotp webauthn fido2 
aiofile bpython cattrs cronitor dataset distribute django-filer django-upgrade djongo environ fastai grapheme grequests gsutil identity
ijson isolate jsonpath ipytest mocker ncclient ngboost networkx parse parsy patch parsl pyarrow-hotfix pyamg pymssql pyshark pyvisa
pyvips retworkx schedula scanpy scheduler scrypt simpy slack spython tablib tensorboardx tools torchx vyper willow antropy astrapy
efinance pymantic pbspark xdist arnparse wsgiref
`
  .split(/\s+/)
  .filter((name) => name !== "");
