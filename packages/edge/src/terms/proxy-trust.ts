/**
 * Whose word counts about where a request came from: that of the last so many proxies, whoever they are, or of those that ask from certain
 * networks.
 */
export type ProxyTrust =
  | { readonly hops: number }
  | { readonly networks: readonly string[]; has(address: string): boolean };
