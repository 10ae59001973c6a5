import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { zip } from "../../src/kit/formats/zip.ts";
import { ZipFile } from "../../src/kit/formats/zip-file.ts";

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "salute-zip-"));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

test("an archive written piece by piece has the bytes of one made at once", async () => {
  const path = join(folder, "a.zip");
  const long = Array.from({ length: 40_000 }, (_, index) => `line ${index} with a letter such as é\n`);
  const archive = new ZipFile(path);
  await archive.add("empty.csv", []);
  await archive.add("long.csv", long);
  await archive.add("last.csv", ["a", "b"]);
  archive.finish();
  archive.close();
  const bytes = (text: string) => new TextEncoder().encode(text);
  const whole = zip([
    { name: "empty.csv", bytes: bytes("") },
    { name: "long.csv", bytes: bytes(long.join("")) },
    { name: "last.csv", bytes: bytes("ab") },
  ]);
  expect(Buffer.compare(readFileSync(path), whole)).toBe(0);
});

test("an existing file is not overwritten", () => {
  const path = join(folder, "a.zip");
  new ZipFile(path).close();
  expect(() => new ZipFile(path)).toThrow("EEXIST");
});
