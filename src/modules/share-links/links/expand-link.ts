import type { AudioShare } from "./audio-share.ts";
import { findShortLink, notFound } from "./find-short-link.ts";
import { codeIn, describeLink } from "./read.ts";

/**
 * What a short link of ours is: never asked of anybody else, so an address of another service is simply not found.
 * @throws Problem short_code_malformed, short_not_found
 */
export function expandLink(share: AudioShare, shortUrl: string, now: number) {
  const code = codeIn(share, shortUrl.trim());
  if (code === null) throw notFound();
  return describeLink(share, findShortLink(share, code, now));
}
