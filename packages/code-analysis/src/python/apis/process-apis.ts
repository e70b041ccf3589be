import { apis } from "./api.ts";

const LOADED =
  "{importlib.util.spec_from_file_location,imp.load_source,importlib.machinery.SourceFileLoader,imp.load_dy" +
  "namic,importlib.load_source,importlib.load_dynamic,importlib.machinery.ExtensionFileLoader,importlib.mac" +
  "hinery.SourcelessFileLoader}";

/** What starts programs, and what turns data into code. */
export const PROCESS_APIS = apis([
  ["subprocess.{run,call,Popen,check_call,check_output}", "run", { target: [0, "args"], inputs: ["input", "stdin"] }],
  [
    "subprocess.{getoutput,getstatusoutput} os.{system,popen,popen2,popen3,popen4} " +
      "commands.{getoutput,getstatusoutput} popen2.popen2 asyncio.create_subprocess_shell pexpect.{run,spawn} " +
      "platform.popen",
    "run",
    { target: [0, "cmd", "command"], inputs: [] },
  ],
  ["asyncio.create_subprocess_exec sh.Command plumbum.local", "run", { target: ["all"], inputs: [] }],
  ["os.{execl,execle,execlp,execlpe,spawnl,spawnle,spawnlp,spawnlpe}", "run", { target: ["rest"], inputs: [] }],
  ["os.{execv,execve,execvp,execvpe}", "run", { target: [1, 0], inputs: [0] }],
  ["os.{spawnv,spawnve,spawnvp,spawnvpe,posix_spawn,posix_spawnp}", "run", { target: [2, 1], inputs: [] }],
  [
    "os.startfile webbrowser.open win32api.ShellExecute win32com.shell.shell.ShellExecuteEx " +
      "ctypes.windll.shell32.ShellExecuteW ctypes.windll.shell32.ShellExecuteA",
    "run",
    { target: [0, 2], inputs: [] },
  ],
  [
    "gevent.backdoor.BackdoorServer eventlet.backdoor.{backdoor,backdoor_server} " +
      "aioconsole.{start_interactive_server,AsynchronousConsole} aiomonitor.{start_monitor,Monitor} " +
      "manhole.install twisted.conch.manhole_tap.makeService " +
      "twisted.conch.{manhole.Manhole,manhole.ColoredManhole} rpyc.core.service.{SlaveService,ClassicService} " +
      "rpyc.{SlaveService,ClassicService} " +
      "rpyc.utils.classic.connect_thread {rpdb,epdb,celery.contrib.rdb,web_pdb,remote_pdb}.{set_trace,serve,Rem" +
      "otePdb,Rpdb} remote_pdb.RemotePdb rpdb.Rpdb pyrasite.inject execnet.script.socketserver.startserver " +
      "ttyd.run twisted.internet.protocol.ProcessProtocol().spawnShell",
    "listen pty",
    { target: [1, 0] },
  ],
  [
    "debugpy.{listen,connect} ptvsd.{enable_attach,attach} pydevd.settrace pydevd_pycharm.settrace",
    "connect",
    { target: [0, "address", "host"] },
  ],
  ["pty.spawn", "pty run", { target: [0], inputs: [] }],
  ["pty.{fork,openpty}", "pty", {}],
  ["subprocess.Popen().communicate", "run", { target: ["place"], inputs: [0, "input"] }],
  [
    "subprocess.Popen().stdin.{write,writelines} " +
      "asyncio.create_subprocess_{exec,shell}().stdin.{write,writelines} pexpect.spawn().{send,sendline}",
    "run",
    { target: ["place"], inputs: [0] },
  ],
  ["asyncio.create_subprocess_{exec,shell}().communicate", "run", { target: ["place"], inputs: [0, "input"] }],
  [
    "psutil.Popen invoke.{run,sudo} delegator.run envoy.run trio.run_process " +
      "anyio.{run_process,open_process} gevent.subprocess.{run,Popen,call,check_output,check_call} command.run " +
      "ptyprocess.PtyProcess.spawn winpty.PtyProcess.spawn pywinpty.PtyProcess.spawn " +
      "pexpect.popen_spawn.PopenSpawn execute.run ctypes.CDLL().{system,popen,execv,execl} " +
      "ctypes.cdll.msvcrt.system ctypes.windll.kernel32.WinExec win32process.CreateProcess " +
      "subprocess.run_command",
    "run",
    { target: [0, "args", "command"], inputs: ["input", "stdin"] },
  ],
  [
    "pyopencl.Program pycuda.compiler.{SourceModule,compile} cupy.{RawKernel,RawModule} cupy.cuda.compiler.compile_with_cache",
    "evaluate",
    { inputs: [1, 0] },
  ],
  [
    "cffi.FFI().{verify,set_source} weave.inline llvmlite.binding.parse_assembly " +
      "moderngl.create_standalone_context().compute_shader timeit.{timeit,repeat} cProfile.{run,runctx} " +
      "profile.run pdb.{run,runeval} trace.Trace().run bdb.Bdb().run code.compile_command js2py.eval_js " +
      "execjs.{eval,exec_} py_mini_racer.MiniRacer().eval quickjs.Context().eval " +
      "lupa.LuaRuntime().{execute,eval}",
    "evaluate",
    { inputs: [0] },
  ],
  ["os.dup2", "redirect-streams", { inputs: [0] }],
  [
    "docker.{from_env,DockerClient}().containers.{run,create} podman.PodmanClient().containers.{run,create}",
    "run",
    { target: [0, "image"], inputs: [1, "command"] },
  ],
  ["exec eval execfile", "evaluate", { inputs: [0] }],
  [
    "code.{InteractiveInterpreter,InteractiveConsole}().{runcode,runsource,push} code.interact",
    "evaluate",
    { inputs: [0] },
  ],
  [
    "runpy.{run_path,run_module} zipimport.zipimporter zipimport.zipimporter().{load_module,exec_module}",
    "load",
    { target: [0] },
  ],
  ["types.{FunctionType,CodeType} types.LambdaType", "evaluate", { inputs: [0, "all"] }],
  ["ctypes.cast", "evaluate", { inputs: [0] }],
  ["marshal.{loads,load}", "deserialise", { inputs: [0], gives: "decoded" }],
  [
    "dill.{loads,load} cloudpickle.{loads,load} shelve.open pickle.{loads,load,Unpickler} joblib.load " +
      "jsonpickle.decode yaml.{unsafe_load,full_load} torch.{load,jit.load,export.load} " +
      "torch.package.PackageImporter keras.models.load_model tensorflow.keras.models.load_model " +
      "tensorflow.saved_model.load jax.export.deserialize onnxruntime.InferenceSession wasmtime.Module " +
      "wasmer.Module torch.load pandas.read_pickle {cPickle,_pickle,pickle5}.{loads,load} " +
      "pickle.Unpickler().load",
    "deserialise",
    { inputs: [0] },
  ],
  [`${LOADED}`, "load", { target: [1, 0] }],
  ["ctypes.{CDLL,PyDLL,WinDLL,OleDLL} ctypes.{cdll,windll}.LoadLibrary cffi.FFI().dlopen", "load", { target: [0] }],
  [
    "ctypes.CDLL().{mprotect,mmap,memfd_create} ctypes.pythonapi.mprotect " +
      "ctypes.windll.kernel32.{VirtualProtect,VirtualAllocEx} " +
      "ctypes.WinDLL().{VirtualProtect,VirtualAlloc,CreateThread,RtlMoveMemory,WriteProcessMemory,CreateRemoteT" +
      "hread}",
    "evaluate",
    { inputs: [0, 1, 2] },
  ],
  ["sys.path.{insert,append,extend} site.addsitedir importlib.machinery.FileFinder", "load", { target: [1, 0] }],
  ["ctypes.{CFUNCTYPE,WINFUNCTYPE,PYFUNCTYPE}()", "evaluate", { inputs: [0] }],
  [
    "ctypes.memmove " +
      "ctypes.windll.kernel32.{RtlMoveMemory,WriteProcessMemory,VirtualAlloc,CreateRemoteThread,CreateThread} " +
      "ctypes.{windll,wintypes}.ntdll.NtWriteVirtualMemory",
    "evaluate",
    { inputs: [0, 1, 2] },
  ],
  ["IPython.get_ipython().{system,run_cell,run_line_magic} get_ipython().{system,run_cell}", "run", { target: [0] }],
  ["multiprocessing.shared_memory.SharedMemory", "", { target: [0] }],
]);
