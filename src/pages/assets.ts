import { sha256Hex } from "../kit/crypto/seal.ts";
import choicesScript from "./choices.client.js" with { type: "text" };
import copyScript from "./copy.client.js" with { type: "text" };
import { ICON } from "./icon.ts";
import listsScript from "./lists.client.js" with { type: "text" };
import liveScript from "./live.client.js" with { type: "text" };
import localTimesScript from "./local-times.client.js" with { type: "text" };
import paletteScript from "./palette.client.js" with { type: "text" };
import passkeyScript from "./passkey.client.js" with { type: "text" };
import shareScript from "./share.client.js" with { type: "text" };
import charts from "./styles/charts.css" with { type: "text" };
import code from "./styles/code.css" with { type: "text" };
import landing from "./styles/landing.css" with { type: "text" };
import lists from "./styles/lists.css" with { type: "text" };
import miniappDesk from "./styles/miniapp-desk.css" with { type: "text" };
import stylesheet from "./styles/pages.css" with { type: "text" };
import palette from "./styles/palette.css" with { type: "text" };
import proofs from "./styles/proofs.css" with { type: "text" };
import share from "./styles/share.css" with { type: "text" };
import status from "./styles/status.css" with { type: "text" };
import transparency from "./styles/transparency.css" with { type: "text" };
import uploadScript from "./upload.client.js" with { type: "text" };

/** A file loaded by pages: its name holds a hash of its bytes, so it may be cached permanently. */
export interface Asset {
  path: string;
  mediaType: string;
  content: string | Uint8Array<ArrayBuffer>;
  /** Strong, with quotes. */
  etag: string;
}

export const ASSETS_PATH = "/assets";

const MEDIA_TYPES = {
  css: "text/css; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  svg: "image/svg+xml; charset=utf-8",
  png: "image/png",
} as const;

export function asset(name: string, extension: keyof typeof MEDIA_TYPES, content: Asset["content"]): Asset {
  const hash = sha256Hex(content);
  return {
    path: `${ASSETS_PATH}/${name}.${hash.slice(0, 12)}.${extension}`,
    mediaType: MEDIA_TYPES[extension],
    content,
    etag: `"${hash.slice(0, 32)}"`,
  };
}

export const STYLESHEET = asset(
  "pages",
  "css",
  stylesheet + lists + charts + share + status + proofs + transparency + miniappDesk + code + palette,
);
/** Of the pages for listeners, which need nothing of the other pages. */
export const LANDING_STYLESHEET = asset("landing", "css", landing);
export const COPY_SCRIPT = asset("copy", "js", copyScript);
export const CHOICES_SCRIPT = asset("choices", "js", choicesScript);
export const LIVE_SCRIPT = asset("live", "js", liveScript);
/** Of the public pages whose readers live by their own clocks, and of operators who chose so. */
export const LOCAL_TIMES_SCRIPT = asset("local-times", "js", localTimesScript);
export const PALETTE_SCRIPT = asset("palette", "js", paletteScript);
export const LISTS_SCRIPT = asset("lists", "js", listsScript);
export const PASSKEY_SCRIPT = asset("passkey", "js", passkeyScript);
export const SHARE_SCRIPT = asset("share", "js", shareScript);
export const UPLOAD_SCRIPT = asset("upload", "js", uploadScript);
export const TAB_ICON = asset("icon", "svg", ICON);

const BY_PATH = new Map(
  [
    STYLESHEET,
    LANDING_STYLESHEET,
    COPY_SCRIPT,
    CHOICES_SCRIPT,
    LISTS_SCRIPT,
    LIVE_SCRIPT,
    LOCAL_TIMES_SCRIPT,
    PALETTE_SCRIPT,
    PASSKEY_SCRIPT,
    SHARE_SCRIPT,
    UPLOAD_SCRIPT,
    TAB_ICON,
  ].map((each) => [each.path, each]),
);

/** The asset with this file name, such as pages.0123456789ab.css; null if there is none, or its bytes differ. */
export function findAsset(file: string): Asset | null {
  return BY_PATH.get(`${ASSETS_PATH}/${file}`) ?? null;
}

/** Of an image that is opened by itself: nothing in it runs or is loaded. */
const IMAGE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox";

/** Cached for one year: a changed file has another name. */
export function assetResponse({ content, etag, mediaType }: Asset): Response {
  return new Response(content, {
    headers: {
      "content-type": mediaType,
      "cache-control": "public, max-age=31536000, immutable",
      "x-content-type-options": "nosniff",
      ...(mediaType.startsWith("image/") ? { "content-security-policy": IMAGE_POLICY } : {}),
      etag,
    },
  });
}
