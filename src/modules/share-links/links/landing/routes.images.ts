import { anyone, type Operation, readOperation } from "../../../../http/operation.ts";
import { sha256Hex } from "../../../../kit/crypto/seal.ts";
import { qrSvg } from "../../../../kit/formats/qr.ts";
import type { AudioShare } from "../audio-share.ts";
import { AUDIO_SHARE_GROUP } from "../catalogs/catalogs.ts";
import { linkCard } from "../pages/card.ts";
import { findShortLink, requireActive } from "../short-links/find-short-link.ts";
import { LINK_REFUSALS, LinkParams } from "../short-links/model.ts";
import type { LinkRow } from "../store.ts";
import { isProgram } from "../visits/visitors.ts";
import { cardSvg } from "./card-image.ts";
import { buildQrUrl } from "./landing-view.ts";

const TYPES = { svg: "image/svg+xml", png: "image/png" } as const;

/** The pictures of a short link: its QR code, and the card of previews. */
export function imageRoutes(share: AudioShare): Operation[] {
  return [
    imageRoute(share, {
      id: "drawAudioShareQrSvg",
      file: "qr.svg",
      summary: "Get a short link's QR code as SVG",
      countsAs: "svg",
      image: (link) => qrSvg(buildQrUrl(share, link)),
    }),
    imageRoute(share, {
      id: "drawAudioShareQrPng",
      file: "qr.png",
      summary: "Get a short link's QR code as PNG",
      countsAs: "png",
      image: (link) => share.images.png(qrSvg(buildQrUrl(share, link))),
    }),
    imageRoute(share, {
      id: "drawAudioShareCard",
      file: "card.png",
      countsAs: null,
      summary: "Get the picture of a short link's previews, 1200 × 630 pixels",
      image: (link) =>
        share.images.png(cardSvg({ ...linkCard(share, link), code: link.code, brand: share.brand() })),
    }),
  ];
}

interface ImageRoute {
  id: string;
  file: "qr.svg" | "qr.png" | "card.png";
  summary: string;
  /** The format of a QR code, whose downloads are counted; null for other pictures. */
  countsAs: "svg" | "png" | null;
  image: (link: LinkRow) => string | Promise<Uint8Array<ArrayBuffer>>;
}

function imageRoute(share: AudioShare, { id, file, summary, countsAs, image }: ImageRoute): Operation {
  const mediaType = file.endsWith("svg") ? TYPES.svg : TYPES.png;
  return readOperation({
    id,
    method: "GET",
    path: `/s/audio/{code}/${file}`,
    group: AUDIO_SHARE_GROUP,
    summary,
    access: anyone("short_links"),
    params: LinkParams,
    response: { mediaType, description: "The image; its media type depends on the address." },
    errors: LINK_REFUSALS,
    read: async (context) => {
      const { params, now, method, userAgent } = context;
      const link = requireActive(findShortLink(share, params.code, now));
      if (countsAs !== null && method === "GET" && link.stats_hash !== null && !isProgram(userAgent))
        share.sources.countDownload(link.id, countsAs);
      const content = await image(link);
      const etag = `"${sha256Hex(content).slice(0, 32)}"`;
      const headers = {
        "content-type": mediaType,
        // A card changes with the brand at once. A download that a cache answers could not be counted.
        ...(countsAs === null
          ? { "cache-control": "public, no-cache", etag }
          : { "cache-control": "no-store" }),
        "x-content-type-options": "nosniff",
        "x-robots-tag": "noindex",
      };
      return new Response(content, { headers });
    },
  });
}
