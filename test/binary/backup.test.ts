import { afterEach, beforeEach, expect, setDefaultTimeout, test } from "bun:test";
import { cpSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { signedPost } from "../harness/app/signing.ts";
import {
  readFirstStart,
  type Server,
  SLOW_MS,
  salute,
  scratch,
  startServer,
} from "../harness/processes/executable.ts";

setDefaultTimeout(4 * SLOW_MS);

let dir: ReturnType<typeof scratch>;
let running: Server | null = null;

beforeEach(() => {
  dir = scratch();
});

afterEach(() => {
  running?.kill("SIGKILL");
  dir.remove();
});

test("the executable makes a backup beside its server, restores it elsewhere, starts there in safe mode, and resumes", async () => {
  const server = await startServer(dir.data);
  running = server;
  const { live } = await readFirstStart(server);
  const credit = (url: string) => {
    const body = JSON.stringify({ user_id: "ext:demo-user", amount: 3, reason: "backup" });
    const target = "/api/salutes/credit";
    return fetch(url + target, signedPost(live, target, { body }));
  };
  expect((await credit(server.url)).status).toBe(200);
  const made = await salute(["backup", "run", "--json", "--data", dir.data]);
  expect([made.code, made.stderr]).toEqual([0, expect.any(String)]);
  const manifest = JSON.parse(made.stdout) as { file: string; counts: Record<string, number> };
  expect(manifest.counts.ledger_entries).toBe(1);
  server.kill("SIGTERM");
  expect((await server.finished).code).toBe(0);

  const restored = join(dir.path, "restored");
  const from = join(dir.data, "backups", manifest.file);
  expect(await salute(["restore", "--from", from, "--data", restored])).toMatchObject({ code: 0 });
  expect(await salute(["check", "--full", "--data", restored])).toMatchObject({ code: 0 });
  const copies = join(dir.path, "copies");
  mkdirSync(copies);
  for (const name of ["master.key", "log.key"]) cpSync(join(dir.data, name), join(copies, name));
  expect(await salute(["keyfiles", "import", "--from", copies, "--data", restored])).toMatchObject({
    code: 0,
  });

  const again = await startServer(restored);
  running = again;
  expect((await credit(again.url)).status).toBe(503);
  expect(await salute(["safe-mode", "off", "--data", restored])).toMatchObject({ code: 1 });
  expect(await salute(["resume", "--data", restored])).toMatchObject({ code: 0 });
  const after = await credit(again.url);
  expect(after.status).toBe(200);
  const { ledger_entry_id } = (await after.json()) as { ledger_entry_id: number };
  expect(ledger_entry_id).toBeGreaterThan(1_000_000);
  again.kill("SIGTERM");
  expect((await again.finished).code).toBe(0);
});
