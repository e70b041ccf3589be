import { type Db, findings, inspections, rescanItems } from "@gaia/db";
import { eq, type SQL } from "drizzle-orm";

/**
 * Removes a re-scan's inspection that nobody wants and that never counted.
 * @param which says which inspection, and whose
 * @returns false when it is not that any more: nothing was removed
 */
export async function dropInspection(tx: Db, which: SQL | undefined, inspectionId: string): Promise<boolean> {
  const [there] = await tx.select({ id: inspections.id }).from(inspections).where(which).for("update");
  if (!there) return false;
  await tx.update(rescanItems).set({ inspectionId: null }).where(eq(rescanItems.inspectionId, inspectionId));
  await tx.delete(findings).where(eq(findings.inspectionId, inspectionId));
  await tx.delete(inspections).where(eq(inspections.id, inspectionId));
  return true;
}
