import type { AudioShare } from "./audio-share.ts";
import { codeIn, describeLink } from "./read.ts";
import { findShortLink, notFound } from "./short-links/find-short-link.ts";

/**
 * The content of one of our short links. Other services are never asked, so their addresses are not found.
 * @throws Problem short_code_malformed, short_not_found
 */
export function expandLink(share: AudioShare, shortUrl: string, now: number) {
  const code = codeIn(share, shortUrl.trim());
  if (code === null) throw notFound();
  return describeLink(share, findShortLink(share, code, now));
}
