/** Spec §3: one grant. `scope` null means the whole domain. */
export interface Permission {
  domain: "filesystem" | "network" | "shell" | "desktop" | "mcp" | "env" | "database";
  level: "read" | "write" | "execute" | "control" | "connect" | "none";
  scope: string | null;
}
