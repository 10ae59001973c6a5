/** The cookie of a signed-in operator (contract section 12). */

export const SESSION_MS = 12 * 3_600_000;

/** `__Host-` limits the cookie to this host over https; without https browsers refuse that prefix. */
function cookieName(baseUrl: string): string {
  return baseUrl.startsWith("https:") ? "__Host-salute" : "salute_session";
}

/** The session's token as sent by the browser; null without one. */
export function readSessionToken(request: Request, baseUrl: string): string | null {
  const header = request.headers.get("cookie");
  if (header === null) return null;
  const prefix = `${cookieName(baseUrl)}=`;
  const found = header
    .split(";")
    .map((part) => part.trim())
    .find((part) => part.startsWith(prefix));
  const token = found?.slice(prefix.length) ?? "";
  return /^[\x21-\x7e]{20,100}$/.test(token) ? token : null;
}

/** The Set-Cookie header that starts a session. */
export function sessionCookie(token: string, baseUrl: string): string {
  return `${cookieName(baseUrl)}=${token}; ${attributes(baseUrl, SESSION_MS / 1000)}`;
}

/** The Set-Cookie header that ends it. */
export function endedCookie(baseUrl: string): string {
  return `${cookieName(baseUrl)}=; ${attributes(baseUrl, 0)}`;
}

function attributes(baseUrl: string, maxAgeSeconds: number): string {
  const secure = baseUrl.startsWith("https:") ? "; Secure" : "";
  return `Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Lax${secure}`;
}
