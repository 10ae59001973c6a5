import { type Bytes, compress, isText, LEAST_BYTES } from "./compress.ts";
import { type Encoding, encodedTag, encodingFor, streamEncodingFor, varyByEncoding } from "./encoding.ts";
import { KEPT_FORMS } from "./kept-forms.ts";
import { streamEnd, withBody } from "./stream.ts";

/** A public answer with a secret, such as a claim's page, must not be stored, and is therefore sent as it is. */
function mayHoldSecret(cacheControl: string | null | undefined): boolean {
  return cacheControl != null && /no-store|private/.test(cacheControl);
}

/** Chooses an answer's coding by its request. The answer then varies by Accept-Encoding. */
export function negotiate<Chosen extends Encoding>(
  { request, headers }: { request: Request; headers: Record<string, string> },
  choose: (request: Request) => Chosen | null,
): Chosen | null {
  if (mayHoldSecret(headers["cache-control"])) return null;
  headers.vary = varyByEncoding(headers.vary);
  return choose(request);
}

/** A finished answer as the request wants it. Unchanged if it is short, no text, or may hold a secret. */
export function compressed(response: Response, request: Request): Response | Promise<Response> {
  const { headers, status } = response;
  const isPlainText = isText(headers.get("content-type") ?? "") && !headers.has("content-encoding");
  if (status !== 200 || !isPlainText || mayHoldSecret(headers.get("cache-control"))) return response;
  headers.set("vary", varyByEncoding(headers.get("vary")));
  if (streamEnd(response) !== undefined) return compressedStream(response, streamEncodingFor(request));
  const encoding = encodingFor(request);
  return encoding === null ? response : encoded(response, encoding);
}

/** A streamed answer, compressed while it is read. */
export function compressedStream(response: Response, encoding: "gzip" | null): Response {
  if (encoding === null || response.body === null) return response;
  response.headers.set("content-encoding", encoding);
  return withBody(response, response.body.pipeThrough(new CompressionStream(encoding)));
}

/** An answer with a strong tag is compressed once. */
async function encoded(response: Response, encoding: Encoding): Promise<Response> {
  const { headers } = response;
  const etag = headers.get("etag");
  let form = etag === null ? null : KEPT_FORMS.find(etag, encoding);
  if (form === null) {
    const plain: Bytes = new Uint8Array(await response.arrayBuffer());
    if (plain.length < LEAST_BYTES) return new Response(plain, { headers });
    form = await (etag === null
      ? compress(plain, encoding, "once")
      : KEPT_FORMS.get(etag, encoding, () => plain));
  }
  if (etag !== null) headers.set("etag", encodedTag(etag, encoding));
  headers.set("content-encoding", encoding);
  return new Response(form, { headers });
}
