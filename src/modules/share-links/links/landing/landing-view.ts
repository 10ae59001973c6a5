import type { AudioShare } from "../audio-share.ts";
import { linkCard } from "../pages/card.ts";
import { fullCode } from "../short-links/issue-short-link.ts";
import type { LinkRow } from "../store.ts";
import { QR_CHANNEL } from "../visits/visitors.ts";
import type { ShareWords } from "../words/index.ts";
import { readLanding } from "./landing.ts";
import type { LandingView } from "./landing-page.tsx";

/** What the landing page of a link shows; null for a link that redirects. */
export function landingView(share: AudioShare, link: LinkRow, words: ShareWords): LandingView | null {
  const landing = readLanding(share, link);
  if (landing === null) return null;
  const { code, destination, kind, description: text } = link;
  const card = linkCard(share, link, words);
  return {
    ...{ code, card, landing, text, destination, kind },
    qrUrl: buildQrUrl(share, link),
    brand: share.brand(),
  };
}

/** The address in a link's QR code: its visits count in a channel of their own. */
export function buildQrUrl(share: AudioShare, link: LinkRow): string {
  return `${share.shortUrl(fullCode(share, share.live.read, link))}?c=${QR_CHANNEL}`;
}
