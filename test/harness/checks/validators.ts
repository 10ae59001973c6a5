import { expect } from "bun:test";
import type { CallOptions, World } from "../app/world.ts";

/**
 * Checks a GET's validators (contract section 2): a strong ETag of the exact bytes, Last-Modified of the data, 304 for
 * either, If-None-Match before If-Modified-Since, none with meta, and the same for HEAD.
 */
export async function expectValidators(
  world: World,
  target: string,
  options: CallOptions,
  expected: { lastModified: string; cacheControl: string },
): Promise<void> {
  const ask = (headers: Record<string, string>) =>
    world.call("GET", target, { ...options, headers: { ...options.headers, ...headers } });
  const plain = await ask({});
  const etag = plain.headers.get("etag") ?? "";
  expect([plain.status, plain.headers.get("last-modified"), plain.headers.get("cache-control")]).toEqual([
    200,
    expected.lastModified,
    expected.cacheControl,
  ]);
  expect(etag).toMatch(/^"[0-9a-f]{32}"$/);

  const earlier = new Date(Date.parse(expected.lastModified) - 1000).toUTCString();
  const statusOf = async (headers: Record<string, string>) => (await ask(headers)).status;
  expect(await statusOf({ "if-none-match": etag })).toBe(304);
  expect(await statusOf({ "if-none-match": `"other", ${etag}` })).toBe(304);
  expect(await statusOf({ "if-none-match": '"other"' })).toBe(200);
  expect(await statusOf({ "if-modified-since": expected.lastModified })).toBe(304);
  expect(await statusOf({ "if-modified-since": earlier })).toBe(200);
  expect(await statusOf({ "if-none-match": '"other"', "if-modified-since": expected.lastModified })).toBe(
    200,
  );
  expect(await statusOf({ "if-none-match": etag, "if-modified-since": earlier })).toBe(304);

  const unchanged = await ask({ "if-none-match": etag });
  expect([unchanged.text, unchanged.headers.get("etag"), unchanged.headers.get("last-modified")]).toEqual([
    "",
    etag,
    expected.lastModified,
  ]);

  const withMeta = await world.call("GET", `${target}${target.includes("?") ? "&" : "?"}include_meta`, {
    ...options,
    headers: { ...options.headers, "if-none-match": etag, "if-modified-since": expected.lastModified },
  });
  expect([withMeta.status, withMeta.headers.get("etag"), withMeta.headers.get("last-modified")]).toEqual([
    200,
    null,
    null,
  ]);
  expect(withMeta.json.meta.request_id).toBe(withMeta.headers.get("x-request-id"));
  const { meta: _, ...rest } = withMeta.json;
  expect(rest).toEqual(plain.json);

  const head = await world.call("HEAD", target, options);
  expect([head.status, head.text, head.headers.get("etag"), head.headers.get("content-length")]).toEqual([
    200,
    "",
    etag,
    String(Buffer.byteLength(plain.text)),
  ]);
}
