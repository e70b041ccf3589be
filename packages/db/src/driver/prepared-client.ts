/** So many different texts are prepared; more of them would only fill the server's memory. */
const MOST_TEXTS = 300;
/** Texts with more parameters than this are written for a number of rows, and seldom come again. */
const MOST_PARAMETERS = 30;

/**
 * The same client, for drizzle: it passes `prepare: false` with every query whatever the client was made with, so that the server parses
 * and plans each one anew. Here it is prepared again, within the transactions that the client begins, too. A client that was made with
 * `prepare: false` stays so.
 */
export const preparingClient = <Client extends object>(client: Client): Client => preparing(client, new Set());

function preparing<Client extends object>(client: Client, texts: Set<string>): Client {
  return new Proxy(client, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== "function") return value;
      if (name === "unsafe") {
        return (text: string, params: unknown[] = [], options: object = {}) =>
          value.call(target, text, params, { ...options, prepare: isWorth(text, params, texts) });
      }
      if (name === "begin" || name === "savepoint") {
        const within = (run: unknown) =>
          typeof run === "function" ? (inner: object) => run(preparing(inner, texts)) : run;
        return (...args: unknown[]) => value.call(target, ...args.map(within));
      }
      return value;
    },
  });
}

function isWorth(text: string, params: unknown[], texts: Set<string>): boolean {
  if (texts.has(text)) return true;
  if (params.length > MOST_PARAMETERS || texts.size >= MOST_TEXTS) return false;
  texts.add(text);
  return true;
}
