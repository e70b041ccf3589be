/** The states of a version (design: a version's life). */
export const STATUSES = ["received", "inspecting", "staged", "published", "quarantined", "yanked", "purged"] as const;

export type Status = (typeof STATUSES)[number];

/** Not looked at yet. */
export const PENDING_STATUSES = ["received", "inspecting"] as const satisfies readonly Status[];

/** Those in which its bytes are given out: a quarantine takes from one of these, and a release returns to it. */
export const SERVED_STATUSES = ["published", "yanked"] as const satisfies readonly Status[];

/** Those in which nobody is given its bytes, although it was inspected. */
export const WITHHELD_STATUSES = ["quarantined", "purged"] as const satisfies readonly Status[];

export type ServedStatus = (typeof SERVED_STATUSES)[number];

/** Those that are said to everybody: where a decision may leave a version once somebody could have it. */
export const TOLD_STATUSES = [...SERVED_STATUSES, "quarantined", "purged"] as const satisfies readonly Status[];

/** Every legal move. What is not here is refused; staying where one is is no move. */
const MOVES: Record<Status, readonly Status[]> = {
  received: ["inspecting", "purged"],
  // Back to received when the job lost its lease.
  inspecting: ["received", "staged", "published", "quarantined", "purged"],
  // Approved. What is rejected is gone with all its rows: nobody but its publisher ever saw it.
  staged: ["published"],
  // Quarantined by a re-scan, an upheld report or an admin.
  published: ["yanked", "quarantined", "purged"],
  yanked: ["published", "quarantined", "purged"],
  // Released by an admin, to the state it had.
  quarantined: ["published", "yanked", "purged"],
  // A tombstone: names and numbers are never given out again.
  purged: [],
};

export function canMove(from: Status, to: Status): boolean {
  return MOVES[from].includes(to);
}

export type Viewer = "anyone" | "owner" | "admin";
export type Shown = 200 | 403 | 404 | 410;

/**
 * The HTTP status with which a version in each state answers each viewer, for its details and its download alike. A yanked one
 * still answers: a pin must keep working. A quarantined one says that it exists, so that whoever installed it learns why it is gone.
 */
const SHOWN: Record<Status, Record<Viewer, Shown>> = {
  received: { anyone: 404, owner: 200, admin: 200 },
  inspecting: { anyone: 404, owner: 200, admin: 200 },
  staged: { anyone: 404, owner: 200, admin: 200 },
  published: { anyone: 200, owner: 200, admin: 200 },
  quarantined: { anyone: 403, owner: 200, admin: 200 },
  yanked: { anyone: 200, owner: 200, admin: 200 },
  purged: { anyone: 410, owner: 410, admin: 410 },
};

export function showTo(status: Status, viewer: Viewer): Shown {
  return SHOWN[status][viewer];
}

/**
 * The HTTP status with which what the registry signed about a version answers. Whoever saw it published must be able to learn that it was
 * withdrawn: statements are hidden only while the version never was anybody's but its publisher's.
 */
export function showStatementsTo(status: Status, viewer: Viewer): Shown {
  return status === "quarantined" || status === "purged" ? 200 : showTo(status, viewer);
}

/** Whether lists, search and plain installs offer a version in this state. */
export function isListed(status: Status): boolean {
  return status === "published";
}
