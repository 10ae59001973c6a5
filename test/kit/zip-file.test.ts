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
  await archive.finish();
  archive.close();
  const bytes = (text: string) => new TextEncoder().encode(text);
  const whole = zip([
    { name: "empty.csv", bytes: bytes("") },
    { name: "long.csv", bytes: bytes(long.join("")) },
    { name: "last.csv", bytes: bytes("ab") },
  ]);
  expect(Buffer.compare(readFileSync(path), whole)).toBe(0);
});

test("other work goes on while slow texts are added", async () => {
  const archive = new ZipFile(join(folder, "a.zip"));
  let turns = 0;
  const other = setInterval(() => turns++, 0);
  await archive.add("slow.csv", slowTexts(30));
  clearInterval(other);
  archive.close();
  expect(turns).toBeGreaterThan(3);
});

/** Each takes a millisecond to make. */
function* slowTexts(count: number): Generator<string> {
  for (let made = 0; made < count; made++) {
    Bun.sleepSync(1);
    yield "a";
  }
}

test("an existing file is not overwritten", () => {
  const path = join(folder, "a.zip");
  new ZipFile(path).close();
  expect(() => new ZipFile(path)).toThrow("EEXIST");
});
