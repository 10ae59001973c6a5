import { version } from "swagger-ui-dist/package.json";
import styles from "swagger-ui-dist/swagger-ui.css" with { type: "file" };
import bundle from "swagger-ui-dist/swagger-ui-bundle.js" with { type: "file" };
import { sha256Hex } from "../../../kit/crypto/seal.ts";
import starter from "./try.client.js" with { type: "text" };

interface TryFile {
  name: string;
  mediaType: string;
  /** Text, or a file embedded in the executable. */
  body: () => string | Blob;
}

/** Files of /docs/try, named by version so that browsers may cache them forever. */
export const TRY_FILES = {
  bundle: {
    name: `swagger-ui-bundle.${version}.js`,
    mediaType: "text/javascript",
    body: () => Bun.file(bundle),
  },
  styles: { name: `swagger-ui.${version}.css`, mediaType: "text/css", body: () => Bun.file(styles) },
  starter: {
    name: `try.${sha256Hex(starter).slice(0, 12)}.js`,
    mediaType: "text/javascript",
    body: () => starter,
  },
} as const satisfies Record<string, TryFile>;

export const TRY_PATH = "/docs/try";

/** Response with a file, cacheable for a year; null for an unknown name. */
export function tryFileResponse(name: string): Response | null {
  const file = Object.values<TryFile>(TRY_FILES).find((each) => each.name === name);
  if (file === undefined) return null;
  return new Response(file.body(), {
    headers: {
      "content-type": `${file.mediaType}; charset=utf-8`,
      "cache-control": "public, max-age=31536000, immutable",
      // Versions and hashes identify the bytes.
      etag: `"${file.name}"`,
    },
  });
}
