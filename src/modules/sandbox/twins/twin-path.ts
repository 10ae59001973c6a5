const SANDBOX_PREFIX = "/api/partner/sandbox/";

/** Path that the corresponding route of the other mode would have; the build may have none. */
export function twinPath(path: string): string {
  if (path.startsWith(SANDBOX_PREFIX)) {
    const rest = path.slice(SANDBOX_PREFIX.length);
    return rest.startsWith("salutes/") ? `/api/${rest}` : `/api/partner/${rest}`;
  }
  if (path.startsWith("/api/salutes/")) return `${SANDBOX_PREFIX}${path.slice("/api/".length)}`;
  return `${SANDBOX_PREFIX}${path.slice("/api/partner/".length)}`;
}
