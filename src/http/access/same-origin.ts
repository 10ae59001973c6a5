import { Problem } from "../answers/problem.ts";

/**
 * Refuses requests that a browser sends from another site's page, since they carry the visitor's cookies. Browsers
 * name the origin in Sec-Fetch-Site, over plain http only in Origin; a client that sends neither is not a browser,
 * and has no cookies to abuse (the rule of Go's http.CrossOriginProtection).
 * @param baseUrl the server's own address, for proxies that change Host.
 * @throws Problem forbidden
 */
export function requireSameOrigin({ headers }: Request, baseUrl: string): void {
  const site = headers.get("sec-fetch-site");
  if (site === "same-origin" || site === "none") return;
  const origin = headers.get("origin");
  if (site === null && (origin === null || isOurs(origin, headers.get("host"), baseUrl))) return;
  throw new Problem(
    "forbidden",
    "Open the page here and send its form from there: this came from another site.",
    { reason: "form_origin" },
  );
}

function isOurs(origin: string, host: string | null, baseUrl: string): boolean {
  if (!URL.canParse(origin)) return false;
  const url = new URL(origin);
  return (host !== null && url.host === host.toLowerCase()) || url.origin === new URL(baseUrl).origin;
}
