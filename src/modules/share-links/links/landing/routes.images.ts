import { anyone, type Operation, readOperation } from "../../../../http/operation.ts";
import { HOUR_MS, SECOND_MS } from "../../../../kit/clock.ts";
import type { AudioShare } from "../audio-share.ts";
import { AUDIO_SHARE_GROUP } from "../catalogs/catalogs.ts";
import { linkCard } from "../pages/card.ts";
import { findShortLink, requireActive } from "../short-links/find-short-link.ts";
import { LINK_REFUSALS, LinkParams } from "../short-links/model.ts";
import type { LinkRow } from "../store.ts";
import { cardSvg } from "./card-image.ts";
import { qrUrlOf } from "./landing-view.ts";
import { qrSvg } from "./qr.ts";

const KEPT_SECONDS = HOUR_MS / SECOND_MS;

const TYPES = { svg: "image/svg+xml", png: "image/png" } as const;

/** The pictures of a short link: its QR code, and the card of previews. */
export function imageRoutes(share: AudioShare): Operation[] {
  return [
    imageRoute(share, {
      id: "drawAudioShareQrSvg",
      file: "qr.svg",
      summary: "Get a short link's QR code as SVG",
      image: (link) => qrSvg(qrUrlOf(share, link)),
    }),
    imageRoute(share, {
      id: "drawAudioShareQrPng",
      file: "qr.png",
      summary: "Get a short link's QR code as PNG",
      image: (link) => share.images.png(qrSvg(qrUrlOf(share, link))),
    }),
    imageRoute(share, {
      id: "drawAudioShareCard",
      file: "card.png",
      summary: "Get the picture of a short link's previews, 1200 × 630 pixels",
      image: (link) => share.images.png(cardSvg({ ...linkCard(share, link), code: link.code })),
    }),
  ];
}

interface ImageRoute {
  id: string;
  file: "qr.svg" | "qr.png" | "card.png";
  summary: string;
  image: (link: LinkRow) => string | Promise<Uint8Array<ArrayBuffer>>;
}

function imageRoute(share: AudioShare, { id, file, summary, image }: ImageRoute): Operation {
  const mediaType = file.endsWith("svg") ? TYPES.svg : TYPES.png;
  return readOperation({
    id,
    method: "GET",
    path: `/s/audio/{code}/${file}`,
    group: AUDIO_SHARE_GROUP,
    summary,
    access: anyone("short_links"),
    params: LinkParams,
    response: { mediaType, description: "An image." },
    errors: LINK_REFUSALS,
    read: async ({ params, now }) => {
      const link = requireActive(findShortLink(share, params.code, now));
      const left = Math.floor((link.expires_at - now) / SECOND_MS);
      return new Response(await image(link), {
        headers: {
          "content-type": mediaType,
          "cache-control": `public, max-age=${Math.min(KEPT_SECONDS, left)}`,
          "x-content-type-options": "nosniff",
          "x-robots-tag": "noindex",
        },
      });
    },
  });
}
