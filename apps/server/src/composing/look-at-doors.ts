/** Whether each door is open: name -> null, or why it is shut. */
export async function lookAtDoors(
  doors: Record<string, { check(): Promise<void> }>,
): Promise<Record<string, string | null>> {
  const looked = await Promise.all(
    Object.entries(doors).map(async ([name, door]): Promise<[string, string | null]> => {
      try {
        await door.check();
        return [name, null];
      } catch (error) {
        return [name, error instanceof Error ? error.message : "does not answer"];
      }
    }),
  );
  return Object.fromEntries(looked);
}
