import { HOUR_MS, SECOND_MS } from "../../kit/clock.ts";

interface CookieTraits {
  /** Its name over https, after `__Host-`. */
  name: string;
  /** Its name without https, where browsers refuse that prefix. */
  plainName: string;
  lifetimeMs: number;
}

/** The cookie of a session that our own pages open and end. */
export class SessionCookie {
  readonly lifetimeMs: number;
  readonly #name: string;
  readonly #plainName: string;

  constructor({ name, plainName, lifetimeMs }: CookieTraits) {
    this.lifetimeMs = lifetimeMs;
    this.#name = name;
    this.#plainName = plainName;
  }

  /** The session's token as sent by the browser; null without one. */
  read(request: Request, baseUrl: string): string | null {
    const header = request.headers.get("cookie");
    if (header === null) return null;
    const prefix = `${this.#nameAt(baseUrl)}=`;
    const found = header
      .split(";")
      .map((part) => part.trim())
      .find((part) => part.startsWith(prefix));
    const token = found?.slice(prefix.length) ?? "";
    return /^[\x21-\x7e]{20,100}$/.test(token) ? token : null;
  }

  /** The Set-Cookie header that starts a session. @param isEmbedded whether another site's page frames its pages */
  start(token: string, baseUrl: string, isEmbedded = false): string {
    const rest = attributes(baseUrl, this.lifetimeMs / SECOND_MS, isEmbedded);
    return `${this.#nameAt(baseUrl)}=${token}; ${rest}`;
  }

  /** The Set-Cookie header that ends it. */
  end(baseUrl: string, isEmbedded = false): string {
    return `${this.#nameAt(baseUrl)}=; ${attributes(baseUrl, 0, isEmbedded)}`;
  }

  /** `__Host-` limits the cookie to this host. */
  #nameAt(baseUrl: string): string {
    return isHttps(baseUrl) ? `__Host-${this.#name}` : this.#plainName;
  }
}

/** Browsers send a cookie to a frame of another site only with SameSite=None, which they accept only over https. */
function attributes(baseUrl: string, maxAgeSeconds: number, isEmbedded: boolean): string {
  const kept = `Path=/; Max-Age=${maxAgeSeconds}; HttpOnly`;
  if (!isHttps(baseUrl)) return `${kept}; SameSite=Lax`;
  return isEmbedded ? `${kept}; SameSite=None; Secure; Partitioned` : `${kept}; SameSite=Lax; Secure`;
}

function isHttps(baseUrl: string): boolean {
  return baseUrl.startsWith("https:");
}

/** The cookie of a signed-in operator (contract section 12). */
export const OPERATOR_COOKIE = new SessionCookie({
  name: "salute",
  plainName: "salute_session",
  lifetimeMs: 12 * HOUR_MS,
});
