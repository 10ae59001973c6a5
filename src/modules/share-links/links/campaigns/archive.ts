import { csvRow } from "../../../../kit/formats/csv.ts";
import { qrSvg } from "../../../../kit/formats/qr.ts";
import { type ZipEntry, zip } from "../../../../kit/formats/zip.ts";
import { renderPng } from "../../../../pages/index.ts";
import type { AudioShare } from "../audio-share.ts";
import { shortView } from "../build-links.ts";
import { buildQrUrl } from "../landing/landing-view.ts";
import type { CampaignLink } from "./create-campaign.ts";

const HEAD = [
  "label",
  "code",
  "short_url",
  "destination",
  "title",
  "landing",
  "expires_at",
  "stats_url",
  "qr_svg",
  "qr_png",
];

/**
 * A ZIP archive of a campaign: links.csv, and each link's QR code as SVG and PNG, named by its label.
 * @param requireClient asked before each drawing, of which a campaign has up to 100
 * @throws Problem if the client has left
 */
export async function buildArchive(
  share: AudioShare,
  links: readonly CampaignLink[],
  requireClient: () => void,
): Promise<Uint8Array> {
  const files: ZipEntry[] = [];
  const rows = [csvRow(HEAD)];
  for (const issued of links) {
    requireClient();
    const { label, link } = issued;
    const { code, expires_at, landing, short_url, stats_url } = shortView(share, issued);
    const svg = qrSvg(buildQrUrl(share, link));
    const [svgName, pngName] = [`qr/${label}.svg`, `qr/${label}.png`];
    files.push({ name: svgName, bytes: new TextEncoder().encode(svg) });
    files.push({ name: pngName, bytes: await renderPng(svg) });
    const cells = [label, code, short_url, link.destination, link.title, landing];
    rows.push(csvRow([...cells, expires_at, stats_url, svgName, pngName]));
  }
  return zip([{ name: "links.csv", bytes: new TextEncoder().encode(rows.join("")) }, ...files]);
}
