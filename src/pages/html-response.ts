import type { VNode } from "preact";
import { renderToString } from "preact-render-to-string";

/** Nothing from other hosts, nothing inline: what a page needs comes from our own hashed paths. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "img-src 'self' data:",
  "script-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** The same for pages whose script reads from us. */
const CONNECTING_POLICY = `${CONTENT_SECURITY_POLICY}; connect-src 'self'`;

/**
 * A whole page (a Layout) as an answer. Text is escaped by the renderer; `headers` win over the ones set here. A page
 * that `connects` has a script that reads from us.
 */
export function htmlResponse(
  page: VNode,
  options: { status?: number; connects?: boolean; headers?: Record<string, string> } = {},
): Response {
  return new Response(`<!doctype html>\n${renderToString(page)}`, {
    status: options.status ?? 200,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": options.connects === true ? CONNECTING_POLICY : CONTENT_SECURITY_POLICY,
      // Under no-referrer a browser hides the origin of our own forms too.
      "referrer-policy": "same-origin",
      "x-content-type-options": "nosniff",
      "cache-control": "no-cache",
      ...options.headers,
    },
  });
}
