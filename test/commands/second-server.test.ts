import { expect, test } from "bun:test";
import { hasServer, lockDirectory } from "../../src/db/directory-lock.ts";
import { serve } from "../harness/processes/server-process.ts";

/** One server a data directory (contract section 1). */

test("a second server on the directory is refused with words; the end of the first one, however it comes, lets another start", async () => {
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
