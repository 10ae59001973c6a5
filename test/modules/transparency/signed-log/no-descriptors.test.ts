import { expect, test } from "bun:test";
import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { NoteError } from "../../../../src/modules/transparency/signed-log/note.ts";
import { readKept } from "../../../../src/modules/transparency/signed-log/signed-log.ts";

test("without a free descriptor the kept note is not called unreadable: nothing is known about it", () => {
  const directory = mkdtempSync(join(tmpdir(), "salute-note-"));
  const path = join(directory, "log.checkpoint");
  writeFileSync(path, "not a note");
  const held: number[] = [];
  let thrown: unknown;
  try {
    for (;;) held.push(openSync("/dev/null", "r"));
  } catch {
    try {
      readKept(path, null);
    } catch (error) {
      thrown = error;
    }
  } finally {
    for (const descriptor of held) closeSync(descriptor);
  }
  expect(thrown).toMatchObject({ code: "EMFILE" });
  expect(() => readKept(path, null)).toThrow(NoteError);
  rmSync(directory, { recursive: true });
});
