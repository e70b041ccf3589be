import { apis } from "./api.ts";

/** Files and directories. What `open` gives is in `python-files.ts`. */
export const FILE_APIS = apis([
  ["shutil.rmtree", "delete-tree", { target: [0, "path"] }],
  [
    "os.{remove,unlink,rmdir,removedirs} pathlib.Path().{unlink,rmdir} send2trash.send2trash",
    "delete",
    { target: ["self", 0] },
  ],
  ["os.truncate", "write", { target: [0] }],
  ["os.chmod pathlib.Path().chmod os.{chown,lchown}", "permit", { target: ["self", 0, "path"] }],
  [
    "os.{walk,listdir,scandir,fwalk} glob.{glob,iglob} pathlib.Path().{glob,rglob,iterdir,walk}",
    "list",
    { target: ["self", 0], gives: "listing" },
  ],
  ["os.{mkdir,makedirs} pathlib.Path().{mkdir,touch}", "write", { target: ["self", 0, "name"] }],
  [
    "winreg.{SetValueEx,SetValue,CreateKey,CreateKeyEx,OpenKey} _winreg.{SetValueEx,CreateKey}",
    "write",
    { target: [1, 0], inputs: [4] },
  ],
  [
    "tarfile.open().{extractall,extract} zipfile.ZipFile().{extractall,extract} shutil.unpack_archive",
    "write",
    { target: ["path", 0, 1], inputs: ["self", 0] },
  ],
  ["crontab.CronTab().new", "write", { label: "/var/spool/cron/crontabs", inputs: ["command", 0] }],
  [
    "win32com.client.Dispatch().GetFolder().RegisterTaskDefinition win32com.client.Dispatch().{GetFolder,RegisterTask}",
    "write",
    { label: "C:/Windows/System32/Tasks/task", inputs: ["all"] },
  ],
  ["winshell.CreateShortcut", "write", { target: ["Path", 0], inputs: ["Target", 1] }],
  ["tempfile.{TemporaryFile,SpooledTemporaryFile}", "write", {}],
]);
