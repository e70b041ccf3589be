/**
 * What the scanners import before they look at a file, by the module that drivers start. What is missing here is imported by
 * each run; where one of these is not installed, nothing is kept loaded.
 */
export const WARM_PROGRAMS: readonly { module: string; loads: readonly string[] }[] = [
  {
    module: "bandit",
    loads: ["bandit.cli.main", "bandit.core.extension_loader", "bandit.formatters.json"],
  },
  {
    module: "detect_secrets",
    loads: [
      "detect_secrets.main",
      "detect_secrets.filters.common",
      "detect_secrets.filters.heuristic",
      "detect_secrets.filters.regex",
      "detect_secrets.plugins.*",
      "detect_secrets.transformers.*",
      "detect_secrets.util.filetype",
      // It reads files in a pool of one process.
      "multiprocessing.pool",
      "multiprocessing.popen_fork",
      "multiprocessing.queues",
    ],
  },
  {
    module: "pip",
    loads: [
      "pip._internal.cli.main",
      "pip._internal.cli.main_parser",
      "pip._internal.commands.index",
      "pip._internal.commands.install",
      "pip._internal.metadata.importlib",
      "pip._internal.resolution.resolvelib.resolver",
      "pip._vendor.rich.json",
    ],
  },
  { module: "pip_audit", loads: ["pip_audit._cli", "filelock"] },
];
