import type { VNode } from "preact";
import { renderToString } from "preact-render-to-string";
import { type RefusedForm, withRefusedForm } from "./components/forms/form.tsx";
import paper from "./styles/paper.css" with { type: "text" };

/** Nothing from other hosts, nothing inline: pages load only our own hashed paths. */
function contentSecurityPolicy({ embeddedBy = [] }: PageOptions): string {
  return [
    "default-src 'none'",
    "style-src 'self'",
    "img-src 'self' data:",
    "script-src 'self'",
    // Some pages' scripts fetch, and tools read robots.txt as if they were the page.
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    `frame-ancestors ${embeddedBy.length === 0 ? "'none'" : embeddedBy.join(" ")}`,
  ].join("; ");
}

export interface PageOptions {
  /** Origins whose pages may embed this one; none by default. */
  embeddedBy?: readonly string[];
  /** Added to the head, for search engines and previews. */
  jsonLd?: object;
  /** A form of the page that was refused, and is shown as it was sent. */
  refused?: RefusedForm;
}

interface Options extends PageOptions {
  status?: number;
  /** These override the headers set here. */
  headers?: Record<string, string>;
}

/** A whole page (a Layout) as an answer. */
export function htmlResponse(page: VNode, options: Options = {}): Response {
  return new Response(pageText(page, options), {
    status: options.status ?? 200,
    headers: { "content-type": "text/html; charset=utf-8", ...pageHeaders(options), ...options.headers },
  });
}

/** A whole page as HTML. Text is escaped by the renderer. */
export function pageText(page: VNode, { jsonLd, refused }: PageOptions): string {
  const html = withRefusedForm(refused, page, renderToString);
  return `<!doctype html>\n${withData(html, jsonLd)}`;
}

/** Headers of every page. */
export function pageHeaders(options: PageOptions): Record<string, string> {
  return {
    "content-security-policy": contentSecurityPolicy(options),
    // With no-referrer a browser also hides the origin of our own forms.
    "referrer-policy": "same-origin",
    "x-content-type-options": "nosniff",
    "cache-control": "no-cache",
  };
}

/** A part of a page, for a script that keeps it up to date. */
export function htmlText(part: VNode): string {
  return renderToString(part);
}

/** Data that browsers do not run. It cannot end its element, since no < is left. */
function withData(html: string, jsonLd: object | undefined): string {
  if (jsonLd === undefined) return html;
  const data = JSON.stringify(jsonLd).replaceAll("<", "\\u003c");
  return html.replace("</head>", () => `<script type="application/ld+json">${data}</script></head>`);
}

/** A page as the text of a file that needs no other, for printing. Its head has no style. */
export function htmlFile(page: VNode): string {
  return `<!doctype html>\n${renderToString(page).replace("</head>", () => `<style>${paper}</style></head>`)}\n`;
}
