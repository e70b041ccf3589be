import { matchesGlob } from "@gaia/policy";

/** What steers the programs inside, or belongs to us: nobody is handed these. */
const STEERING = [
  "PATH|HOME|LANG|TMPDIR|SHELL|USER|LOGNAME|PWD|OLDPWD|_|SHLVL|IFS|ENV|BASH_ENV|PS\\d|NODE|DISPLAY|WAYLAND_DISPLAY",
  "(?:LD|DYLD|PYTHON|NODE|NPM|GAIA|GLIBC|MALLOC|XDG|SSH|GPG|DBUS|BASH_FUNC|VITEST|SUDO)_.*",
  "GAIA.*|PYTHON.*|(?:https?|all|no)_proxy",
];
const NEVER = new RegExp(`^(?:${STEERING.join("|")})$`, "i");

type Environment = Readonly<Record<string, string | undefined>>;

/** The variables of the caller that a skill gets: those whose names it declares, and those that its patterns match. Pure. */
export function grantedEnvironment(
  names: readonly string[],
  patterns: readonly string[],
  own: Environment,
): Record<string, string> {
  const isGranted = (name: string): boolean =>
    !NEVER.test(name) && (names.includes(name) || patterns.some((pattern) => matchesGlob(pattern, name)));
  return Object.fromEntries(
    Object.entries(own).filter((pair): pair is [string, string] => pair[1] !== undefined && isGranted(pair[0])),
  );
}

/** Whether a skill could ever be given it. */
export const isHandedOut = (name: string): boolean => !NEVER.test(name);
