/**
 * `/.well-known/security.txt` (RFC 9116): where weaknesses of the registry are reported.
 * @param about.contact a URI (§2.5.3)
 * @param about.now it expires within a year of this (§2.5.5), and says the same for a whole month
 */
export function securityTxt(about: { contact: string; publicUrl: string; now: Date }): string {
  const expires = new Date(Date.UTC(about.now.getUTCFullYear(), about.now.getUTCMonth() + 7, 1)).toISOString();
  return [
    `Contact: ${about.contact}`,
    `Expires: ${expires}`,
    "Preferred-Languages: en",
    `Canonical: ${about.publicUrl}/.well-known/security.txt`,
    "",
  ].join("\n");
}
