import { Problem } from "./problem.ts";

/**
 * Refuses what a browser sends from a page that is not ours: a form of somebody else's site comes with the visitor's
 * cookies. Browsers say in Sec-Fetch-Site where a request began, over plain http in Origin alone; what sends neither
 * is no browser, and has no cookies of others to abuse (the rule of Go's http.CrossOriginProtection).
 * @param baseUrl our own address, for proxies that pass another Host on.
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
  );
}

function isOurs(origin: string, host: string | null, baseUrl: string): boolean {
  if (!URL.canParse(origin)) return false;
  const url = new URL(origin);
  return (host !== null && url.host === host.toLowerCase()) || url.origin === new URL(baseUrl).origin;
}
