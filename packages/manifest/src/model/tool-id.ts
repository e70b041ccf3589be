/** Whether a tool may be called so where its name is no function's: a MiaOS tool is called as its `id`, which has hyphens. */
export const isToolId = (name: string): boolean => /^[A-Za-z0-9_][A-Za-z0-9_-]{0,63}$/.test(name);
