import { HOUR_MS, SECOND_MS } from "../../kit/clock.ts";

interface CookieTraits {
  /** Its name, which the prefix or ending of each kind of host is added to. */
  name: string;
  lifetimeMs: number;
  /** Whether pages of other sites may embed pages that need it; only over https, as browsers demand. */
  isEmbedded?: boolean;
}

/** The cookie of a session that is opened and ended by our own pages. */
export class SessionCookie {
  readonly lifetimeMs: number;
  readonly #name: string;
  readonly #isEmbedded: boolean;

  constructor({ name, lifetimeMs, isEmbedded = false }: CookieTraits) {
    this.#name = name;
    this.lifetimeMs = lifetimeMs;
    this.#isEmbedded = isEmbedded;
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

  /** The Set-Cookie header that starts a session. */
  start(token: string, baseUrl: string): string {
    return `${this.#nameAt(baseUrl)}=${token}; ${this.#attributes(baseUrl, this.lifetimeMs / SECOND_MS)}`;
  }

  /** The Set-Cookie header that ends it. */
  end(baseUrl: string): string {
    return `${this.#nameAt(baseUrl)}=; ${this.#attributes(baseUrl, 0)}`;
  }

  /** `__Host-` limits the cookie to this host over https; without https browsers refuse that prefix. */
  #nameAt(baseUrl: string): string {
    return isHttps(baseUrl) ? `__Host-${this.#name}` : `${this.#name.replaceAll("-", "_")}_session`;
  }

  #attributes(baseUrl: string, maxAgeSeconds: number): string {
    const kept = `Path=/; Max-Age=${maxAgeSeconds}; HttpOnly`;
    if (!isHttps(baseUrl)) return `${kept}; SameSite=Lax`;
    return this.#isEmbedded ? `${kept}; SameSite=None; Secure; Partitioned` : `${kept}; SameSite=Lax; Secure`;
  }
}

function isHttps(baseUrl: string): boolean {
  return baseUrl.startsWith("https:");
}

/** The cookie of a signed-in operator (contract section 12). */
export const OPERATOR_COOKIE = new SessionCookie({ name: "salute", lifetimeMs: 12 * HOUR_MS });
