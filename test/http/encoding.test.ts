import { expect, test } from "bun:test";
import { wantedEncoding } from "../../src/http/answers/encoding.ts";

test.each<[string, string | null]>([
  ["gzip, deflate, br, zstd", "zstd"],
  ["gzip, deflate, br", "br"],
  ["gzip, deflate", "gzip"],
  ["x-gzip", "gzip"],
  ["GZIP", "gzip"],
  ["br;q=0.5, gzip;q=0.8", "gzip"],
  ["br;q=0.8, gzip;q=0.8", "br"],
  ["zstd;q=0, br;q=0.001", "br"],
  ["gzip ; q=0.3 , br ; q=0.2", "gzip"],
  ["gzip;q=0.5, identity", null],
  ["gzip;q=0.5, identity;q=0.5", "gzip"],
  ["gzip, identity;q=0", "gzip"],
  ["*", "gzip"],
  ["*;q=0", null],
  ["gzip;q=0, *", null],
  ["br, *;q=0", "br"],
  ["deflate, compress", null],
  ["identity", null],
  ["", null],
  [",,;q=1, br", "br"],
  ["br;q=2", null],
  ["br;q=-1, gzip;q=x", null],
])("Accept-Encoding: %s asks for %p", (header, expected) => {
  expect<string | null>(wantedEncoding(header)).toBe(expected);
});
