import { createHmac } from "node:crypto";
import { sha256Hex } from "../../../kit/crypto/seal.ts";

/**
 * The presigned URL of a list of objects (AWS Signature Version 4), because Bun presigns only objects. Endpoint,
 * credentials and time are those of a presigned URL of an object.
 */
export function signList(
  object: { url: string; key: string; secret: string },
  { prefix, startAfter }: { prefix: string; startAfter: string | undefined },
): string {
  const url = new URL(object.url);
  url.pathname = url.pathname.slice(0, -1 - encodeURI(object.key).length);
  url.searchParams.delete("X-Amz-Signature");
  url.searchParams.set("list-type", "2");
  url.searchParams.set("prefix", prefix);
  if (startAfter !== undefined) url.searchParams.set("start-after", startAfter);
  const query = [...url.searchParams]
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .sort()
    .join("&");
  return `${url.origin}${url.pathname}?${query}&X-Amz-Signature=${sign("GET", { url, query }, object.secret)}`;
}

/** The signature of a request whose only signed header is Host. */
export function sign(method: string, { url, query }: { url: URL; query: string }, secret: string): string {
  const time = url.searchParams.get("X-Amz-Date") ?? "";
  const [, ...scope] = (url.searchParams.get("X-Amz-Credential") ?? "").split("/");
  const request = [method, url.pathname, query, `host:${url.host}`, "", "host", "UNSIGNED-PAYLOAD"].join(
    "\n",
  );
  const text = ["AWS4-HMAC-SHA256", time, scope.join("/"), sha256Hex(request)].join("\n");
  const key = scope.reduce<string | Buffer>((from, part) => hmac(from, part), `AWS4${secret}`);
  return hmac(key, text).toString("hex");
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac("sha256", key).update(text).digest();
}

/** Percent-encoding of RFC 3986, which leaves fewer characters than encodeURIComponent. */
function encoded(text: string): string {
  return encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
