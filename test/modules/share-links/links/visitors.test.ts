import { expect, test } from "bun:test";
import { classify } from "../../../../src/modules/share-links/links/visits/visitors.ts";

test.each<[method: string, headers: Record<string, string>, kind: string]>([
  ["GET", { "user-agent": "Mozilla/5.0 Chrome" }, "human"],
  ["GET", { "user-agent": "Mozilla/5.0 Chrome", "sec-purpose": "prefetch" }, "prefetch"],
  ["GET", { "user-agent": "Mozilla/5.0 (compatible; GPTBot/1.2)" }, "preview_bot"],
  ["GET", { "user-agent": "Mozilla/5.0 (compatible; SomeCrawler)" }, "preview_bot"],
  ["GET", {}, "preview_bot"],
  ["HEAD", { "user-agent": "Mozilla/5.0 Chrome" }, "head"],
  ["HEAD", { "user-agent": "Twitterbot/1.0" }, "head"],
])("%s with %p is %s", (method, headers, kind) => {
  expect<string>(classify(method, (name) => headers[name] ?? null, undefined).kind).toBe(kind);
});
