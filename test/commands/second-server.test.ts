import { expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { lockOwn } from "../../src/commands/server/lock.ts";
import { hasServer, lockDirectory } from "../../src/db/directory-lock.ts";
import { scratch } from "../harness/processes/commands.ts";
import { serve } from "../harness/processes/server-process.ts";

/** One server per data directory (contract section 1). */

test("a second server on the directory is refused with a message; after any end of the first one another can start", async () => {
  const first = await serve();
  const { code, complaint } = await first.again();
  expect(code).toBe(1);
  expect(complaint).toContain("Another server runs on");
  expect(hasServer(first.dataDir)).toBe(true);
  expect((await fetch(`${first.url}/healthz`)).status).toBe(200);
  await first.kill();
  expect(hasServer(first.dataDir)).toBe(false);
  lockDirectory(first.dataDir).release();
  expect(hasServer(first.dataDir)).toBe(false);
  await first.stop();
});

test("a directory that cannot be created is refused with its name, the reason and what to do", () => {
  const place = scratch();
  try {
    writeFileSync(place.file("file"), "");
    const data = place.file("file/data");
    expect(() => lockOwn(data)).toThrow(
      `The data directory ${data} cannot be created: a part of the path is a file. Create it for the account`,
    );
  } finally {
    place.remove();
  }
});
