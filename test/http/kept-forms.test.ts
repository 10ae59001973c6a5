import { expect, test } from "bun:test";
import { zstdDecompressSync } from "node:zlib";
import { KeptForms } from "../../src/http/answers/kept-forms.ts";

const random = (length: number) => crypto.getRandomValues(new Uint8Array(length));

test("a form is made once, also while it is being made", async () => {
  const forms = new KeptForms(1_000_000);
  const bytes = random(100_000);
  let reads = 0;
  const read = () => {
    reads += 1;
    return bytes;
  };
  const [one, other] = await Promise.all([forms.get('"a"', "zstd", read), forms.get('"a"', "zstd", read)]);
  expect(other).toBe(one);
  expect(await forms.get('"a"', "zstd", read)).toBe(one);
  expect(reads).toBe(1);
  expect(zstdDecompressSync(one).equals(bytes)).toBe(true);
  await forms.get('"a"', "gzip", read);
  expect(reads).toBe(2);
});

test("the memory is limited: what was not asked for longest goes", async () => {
  const forms = new KeptForms(45_000);
  const made: string[] = [];
  const ask = (name: string) =>
    forms.get(`"${name}"`, "gzip", () => {
      made.push(name);
      return random(10_000);
    });
  for (const name of ["a", "b", "c", "d"]) await ask(name);
  await ask("a");
  await ask("e");
  expect(forms.bytes).toBeLessThanOrEqual(45_000);
  expect(made).toEqual(["a", "b", "c", "d", "e"]);
  await ask("a");
  expect(made).toHaveLength(5);
  await ask("b");
  expect(made).toEqual(["a", "b", "c", "d", "e", "b"]);
});

test("a form that would displace most others is made each time", async () => {
  const forms = new KeptForms(10_000);
  await forms.get('"small"', "gzip", () => random(1_000));
  const before = forms.bytes;
  const bytes = random(5_000);
  const first = await forms.get('"a"', "gzip", () => bytes);
  expect(forms.bytes).toBe(before);
  expect(await forms.get('"a"', "gzip", () => bytes)).toEqual(first);
});
