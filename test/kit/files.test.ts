import { afterEach, beforeEach, expect, test } from "bun:test";
import {
  chmodSync,
  lstatSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createPrivateFile, replacePrivateFile, writeFaultWords } from "../../src/kit/process/files.ts";
import { scratch } from "../harness/processes/commands.ts";

let directory: ReturnType<typeof scratch>;
beforeEach(() => {
  directory = scratch();
});
afterEach(() => directory.remove());

const mode = (path: string) => statSync(path).mode & 0o777;

test("a private file is made with 0600, and never over another", () => {
  createPrivateFile(directory.file("a"), "one");
  expect([readFileSync(directory.file("a"), "utf8"), mode(directory.file("a"))]).toEqual(["one", 0o600]);
  expect(() => createPrivateFile(directory.file("a"), "two")).toThrow("EEXIST");
  expect(readFileSync(directory.file("a"), "utf8")).toBe("one");
});

test("a file is replaced at one stroke, private from then on, and nothing stays beside it", () => {
  writeFileSync(directory.file("a"), "one");
  chmodSync(directory.file("a"), 0o644);
  writeFileSync(directory.file(".a.next"), "left by somebody who was killed");
  replacePrivateFile(directory.file("a"), "two");
  expect([readFileSync(directory.file("a"), "utf8"), mode(directory.file("a"))]).toEqual(["two", 0o600]);
  expect(readdirSync(directory.path)).toEqual(["a"]);
});

test("a link stays a link, and what it points to is replaced", () => {
  writeFileSync(directory.file("real"), "one");
  symlinkSync(directory.file("real"), directory.file("link"));
  replacePrivateFile(directory.file("link"), "two");
  expect([
    readFileSync(directory.file("real"), "utf8"),
    lstatSync(directory.file("link")).isSymbolicLink(),
  ]).toEqual(["two", true]);
});

test.each([
  ["EACCES", "this account may not write there"],
  ["EROFS", "the file system is read-only"],
  ["EMFILE", "the system refuses it (EMFILE)"],
])("a refusal to write with %s is told in words", (code, words) => {
  expect(writeFaultWords(Object.assign(new Error(), { code }))).toBe(words);
});
