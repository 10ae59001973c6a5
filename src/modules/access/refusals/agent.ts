const MAX_CHARACTERS = 64;
/** Forms of salute's own secrets: a client that sends one as its name must not bring it into an export. */
const SECRET = /\b(sk_(live|sandbox)|whsec|op)_\w/;

/** The product name of a user agent, before the slash, up to 64 characters; empty if it has none. */
export function parseProductName(userAgent: string): string {
  const name = (userAgent.split("/", 1)[0] ?? "").replaceAll(/[^\x20-\x7e]/g, "").trim();
  return SECRET.test(name) ? "redacted" : name.slice(0, MAX_CHARACTERS);
}
