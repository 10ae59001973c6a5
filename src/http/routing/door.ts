import { parseTarget } from "../target.ts";

/** Elysia assumes that a path begins at the first slash from this position of the URL on, whatever the host. */
const ELYSIA_STARTS_AT = 11;

/**
 * Whether Elysia 1.4.30 answers a request rightly; test/http/door.test.ts fails once a later version needs less. Other
 * requests are answered by the route that Elysia's router finds for their path:
 * - HEAD, because Elysia gives HEAD of a path with parameters the length of the body that was left out, 0.
 * - A Host of up to three characters, or none: Elysia would take `/zz/metrics` for `/metrics`.
 */
export function isRightInElysia({ method, url }: Request): boolean {
  return (
    method !== "HEAD" && url.indexOf("/", ELYSIA_STARTS_AT) === url.length - parseTarget(url).whole.length
  );
}
