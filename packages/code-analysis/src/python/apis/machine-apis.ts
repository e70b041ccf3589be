import { apis } from "./api.ts";

/** Devices, desktops, databases, clocks, and what looks at the machine itself. */
export const MACHINE_APIS = apis([
  [
    "pynput.keyboard.{Listener,GlobalHotKeys} " +
      "keyboard.{on_press,on_release,hook,record,start_recording,stop_recording,read_event,read_key} " +
      "pyxhook.HookManager pyWinhook.HookManager pyHook.HookManager " +
      "ctypes.windll.user32.{GetAsyncKeyState,SetWindowsHookExA,SetWindowsHookExW} " +
      "Xlib.display.Display().record_create_context evdev.InputDevice " +
      "evdev.InputDevice().{read_loop,async_read_loop,read,read_one} pynput.keyboard.Events " +
      "keyboard.{hook_key,on_press_key,get_typed_strings} inputs.get_key " +
      "ctypes.windll.user32.{GetKeyState,GetKeyboardState} " +
      "ctypes.WinDLL().{GetAsyncKeyState,SetWindowsHookExW} " +
      "Quartz.{CGEventTapCreate,CoreGraphics.CGEventTapCreate} " +
      "AppKit.NSEvent.addGlobalMonitorForEventsMatchingMask_handler_ win32api.GetAsyncKeyState " +
      "win32con.GetAsyncKeyState",
    "capture",
    { label: "keyboard", gives: "user-data" },
  ],
  ["pynput.mouse.Listener mouse.hook", "capture", { label: "mouse", gives: "user-data" }],
  [
    "PIL.ImageGrab.{grab,grabclipboard} pyautogui.screenshot pyscreenshot.grab mss.mss().{grab,shot,save} " +
      "mss.mss mss.MSS d3dshot.create autopy.bitmap.capture_screen dxcam.create bettercam.create " +
      "pyscreeze.screenshot Quartz.CGWindowListCreateImage Quartz.CGDisplayCreateImage " +
      "PIL.ImageGrab.grab_clipboard PyQt{5,6}.QtWidgets.QApplication.primaryScreen().grabWindow " +
      "PySide{2,6}.QtWidgets.QApplication.primaryScreen().grabWindow mss.{linux,darwin,windows}.MSS " +
      "win32gui.GetWindowDC wx.ScreenDC",
    "capture",
    { label: "screen", gives: "user-data" },
  ],
  [
    "pyperclip.{paste,waitForPaste,waitForNewPaste} clipboard.paste win32clipboard.GetClipboardData " +
      "tkinter.Tk().clipboard_get pandas.read_clipboard xerox.paste tkinter.Tk().selection_get " +
      "copykitten.paste pyclip.paste klembord.{get_text,get} jaraco.clipboard.paste " +
      "AppKit.NSPasteboard.generalPasteboard().stringForType_ " +
      "PyQt{5,6}.QtWidgets.QApplication.clipboard().text PySide{2,6}.QtWidgets.QApplication.clipboard().text " +
      "ctypes.windll.user32.GetClipboardData " +
      "gi.repository.Gtk.Clipboard.{get,get_default}().{wait_for_text,wait_for_image,request_text,wait_for_cont" +
      "ents} gi.repository.Gdk.Display.get_default().get_clipboard().{read_text_async,read_text_finish} " +
      "dbus.{SessionBus,Interface}().{getClipboardContents,getClipboardHistoryItem} " +
      "dbus.SessionBus().get_object().{getClipboardContents,getClipboardHistoryMenu} " +
      "tkinter.Tk().selection_get win32clipboard.GetClipboardData",
    "capture",
    { label: "clipboard", gives: "user-data" },
  ],
  [
    "sounddevice.{rec,InputStream,RawInputStream,Stream,RawStream,playrec} pyaudio.PyAudio().open " +
      "speech_recognition.Microphone speech_recognition.Recognizer().{listen,record,listen_in_background} " +
      "pvrecorder.PvRecorder alsaaudio.PCM soundcard.{default_microphone,get_microphone} " +
      "soundcard.default_microphone().record audiorecorder.record",
    "capture",
    { label: "microphone", gives: "user-data" },
  ],
  ["readline.{get_history_item,get_line_buffer}", "capture", { label: "keyboard", gives: "user-data" }],
  [
    "win32gui.{GetWindowText,GetWindowTextLength} " +
      "pygetwindow.{getActiveWindowTitle,getAllTitles,getActiveWindow,getAllWindows} " +
      "ctypes.windll.user32.{GetWindowTextW,GetWindowTextA} " +
      "pywinctl.{getActiveWindowTitle,getActiveWindow,getAllTitles} " +
      "AppKit.NSWorkspace.sharedWorkspace().{activeApplication,frontmostApplication} " +
      "Xlib.display.Display().create_resource_object().{get_wm_name,get_full_text_property} " +
      "ewmh.EWMH().{getActiveWindow,getWmName} uiautomation.{GetForegroundControl,GetFocusedControl} " +
      "active_window.get_active_window",
    "capture",
    { label: "window titles", gives: "user-data" },
  ],
  [
    "cv2.VideoCapture picamera.PiCamera picamera2.Picamera2 pygame.camera.Camera imageio.get_reader " +
      "imutils.video.VideoStream vidgear.gears.CamGear",
    "capture",
    { label: "camera", gives: "user-data" },
  ],
  [
    "browser_cookie3.{chrome,firefox,load,edge,brave,opera,safari} browsercookie.{chrome,firefox,load} " +
      "browser_cookie3.{chromium,opera_gx,vivaldi,librewolf} " +
      "pycookiecheat.{chrome_cookies,get_cookies,firefox_cookies} " +
      "rookiepy.{edge,brave,any_browser,opera,vivaldi,safari} rookiepy.{chrome,load,firefox}",
    "capture",
    { label: "browser cookies", gives: "secret-file" },
  ],
  [
    "keyring.{get_password,get_credential} " +
      "secretstorage.{get_default_collection,get_all_collections,dbus_init} win32crypt.CryptUnprotectData " +
      "ctypes.windll.crypt32.CryptUnprotectData win32cred.{CredEnumerate,CredRead}",
    "capture",
    { label: "stored passwords", gives: "secret-file" },
  ],
  [
    "pyautogui.{click,typewrite,write,press,hotkey,moveTo,dragTo,scroll,doubleClick,rightClick,keyDown,keyUp}" +
      " pynput.{keyboard,mouse}.Controller keyboard.{write,send,press,press_and_release} mouse.{click,move} " +
      "autopy.mouse.click pywinauto.Application xdo.Xdo",
    "control",
    {},
  ],
  [
    "platform.{node,uname,platform,version,machine,processor} socket.{gethostname,getfqdn} getpass.getuser " +
      "os.{getlogin,uname,getuid} uuid.getnode psutil.{net_if_addrs,users,boot_time} os.cpu_count",
    "",
    { gives: "host-info" },
  ],
  [
    "sys.gettrace psutil.{process_iter,pids,virtual_memory,disk_usage} " +
      "ctypes.windll.kernel32.{IsDebuggerPresent,CheckRemoteDebuggerPresent} wmi.WMI().Win32_ComputerSystem",
    "",
    { gives: "host-info" },
  ],
  [
    "pyperclip.{copy,set_clipboard} clipboard.copy win32clipboard.{SetClipboardData,SetClipboardText} " +
      "tkinter.Tk().clipboard_append copykitten.copy pyclip.copy klembord.set_text xerox.copy " +
      "jaraco.clipboard.copy",
    "control",
    { label: "clipboard", inputs: [0] },
  ],
  ["time.sleep asyncio.sleep", "sleep", { target: [0] }],
  [
    "time.{time,time_ns,localtime,gmtime,strftime,ctime} datetime.datetime.{now,today,utcnow} " +
      "datetime.date.today datetime.{now,today,utcnow} arrow.{now,utcnow} pendulum.now",
    "",
    { gives: "clock" },
  ],
  [
    "ssl._create_unverified_context urllib3.disable_warnings requests.packages.urllib3.disable_warnings",
    "disable-protection",
    { label: "certificate checks" },
  ],
  [
    "{sqlite3,apsw,pysqlcipher3.dbapi2,sqlcipher3,psycopg2,psycopg,pymysql,MySQLdb,mysql.connector,pyodbc,cx_" +
      "Oracle,oracledb,duckdb,asyncpg,aiosqlite,aiomysql,snowflake.connector,redshift_connector}.connect " +
      "asyncpg.create_pool sqlalchemy.{create_engine,ext.asyncio.create_async_engine} pymongo.MongoClient " +
      "motor.motor_asyncio.AsyncIOMotorClient redis.{Redis,StrictRedis,from_url} elasticsearch.Elasticsearch " +
      "neo4j.GraphDatabase.driver cassandra.cluster.Cluster plyvel.DB leveldb.LevelDB rocksdict.Rdict " +
      "rocksdb.DB lmdb.open shelve.open dbm.{open,gnu.open,ndbm.open} apsw.Connection pykeepass.PyKeePass " +
      "ccl_leveldb.RawLevelDb ccl_chromium_reader.ccl_leveldb.RawLevelDb tinydb.TinyDB sqlite_utils.Database " +
      "dataset.connect peewee.SqliteDatabase",
    "database",
    { target: [0, "dsn", "host", "database"] },
  ],
  [
    "cryptography.fernet.Fernet().encrypt Crypto.Cipher.AES.new().encrypt " +
      "Cryptodome.Cipher.AES.new().encrypt cryptography.hazmat.primitives.ciphers.Cipher().encryptor().update " +
      "nacl.secret.SecretBox().encrypt " +
      "pyAesCrypt.{encryptFile,encryptStream} {Crypto,Cryptodome}.Cipher.{AES,DES3,Blowfish,ChaCha20_Poly1305,A" +
      "RC4}.new().{encrypt,encrypt_and_digest} {Crypto,Cryptodome}.Cipher.PKCS1_OAEP.new().encrypt " +
      "cryptography.fernet.MultiFernet().encrypt " +
      "cryptography.hazmat.primitives.ciphers.aead.{AESGCM,AESCCM,ChaCha20Poly1305,AESSIV}().encrypt " +
      "nacl.public.{SealedBox,Box}().encrypt nacl.secret.Aead().encrypt rsa.encrypt " +
      "gnupg.GPG().{encrypt,encrypt_file} simplecrypt.encrypt pyaes.AESModeOfOperationCTR().encrypt " +
      "pyffx.{String,Integer}().encrypt Crypto.Cipher.ARC4.new().encrypt " +
      "Crypto.Cipher.{ChaCha20,Salsa20,PKCS1_OAEP}.new().encrypt",
    "encrypt",
    { inputs: [0], gives: "random" },
  ],
  [
    "cryptography.fernet.Fernet().decrypt " +
      "Crypto.Cipher.{AES,DES,DES3,ARC4,Blowfish,ChaCha20,Salsa20,ARC2}.new().decrypt " +
      "Cryptodome.Cipher.{AES,ARC4}.new().decrypt " +
      "cryptography.hazmat.primitives.ciphers.Cipher().decryptor().update nacl.secret.SecretBox().decrypt " +
      "cryptography.hazmat.primitives.ciphers.aead.AESGCM().decrypt",
    "decode",
    { inputs: [0], gives: "decoded" },
  ],
  [
    "os.urandom secrets.{token_bytes,token_hex,randbits} random.{randbytes,getrandbits} Crypto.Random.get_random_bytes",
    "",
    { gives: "random" },
  ],
  ["input raw_input sys.stdin.{read,readline,readlines} getpass.getpass click.prompt", "", { gives: "input" }],
  [
    "atexit.register sys.{settrace,setprofile} sys.meta_path.{insert,append} sys.path_hooks.append signal.signal",
    "hook",
    { label: "a hook" },
  ],
]);
