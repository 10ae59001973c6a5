import { afterEach, expect, setDefaultTimeout, test } from "bun:test";
import { createHash } from "node:crypto";
import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { executable } from "../harness/processes/build.ts";
import { salute, scratch, start, WITHOUT_CHAIN } from "../harness/processes/executable.ts";
import { until } from "../harness/until.ts";

/** An upgrade under a running server: the server hands over to the new executable, or goes on. */

setDefaultTimeout(240_000);

const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

async function end(pid: number): Promise<void> {
  try {
    process.kill(pid, "SIGTERM");
  } catch {
    return;
  }
  await until(() => !isRunning(pid), 30_000);
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

async function installed() {
  const place = scratch();
  const program = join(place.path, "salute");
  copyFileSync(executable(), program);
  const command = [program, "serve", "--port", "0", "--data", place.data];
  const server = start(command, { env: { ...WITHOUT_CHAIN } });
  ends.push(async () => {
    await end(server.pid);
    place.remove();
  });
  const [, url = ""] = await server.printed(/^salute listens on (\S+)$/m, 60_000);
  const upgrade = (file: string) => {
    const hash = createHash("sha256").update(readFileSync(file)).digest("hex");
    const flags = ["--program", program, "--hash", hash, "--data", place.data, "--url", url];
    return salute(["upgrade", "--from", file, ...flags]);
  };
  return { place, program, server, url, upgrade };
}

test("the server hands over to the new executable", async () => {
  const { place, server, url, upgrade } = await installed();
  const file = join(place.path, "next");
  copyFileSync(executable(), file);
  const { code, stdout, stderr } = await upgrade(file);
  expect([code, stderr]).toEqual([0, ""]);
  const pid = Number(/process (\d+) serves/.exec(stdout)?.[1]);
  ends.unshift(() => end(pid));
  expect(pid).not.toBe(server.pid);
  expect((await fetch(`${url}/readyz`)).status).toBe(200);
  await until(() => !isRunning(server.pid), 60_000);
  expect((await fetch(`${url}/readyz`)).status).toBe(200);
});

test("a new executable that fails leaves the old one serving, and in its place", async () => {
  const { place, program, server, url, upgrade } = await installed();
  const before = readFileSync(program).length;
  const file = join(place.path, "next");
  writeFileSync(file, `#!/bin/sh\n[ "$1" = version ] && echo '{"salute":"9.9.9"}' && exit 0\nexit 3\n`, {
    mode: 0o755,
  });
  const { code, stdout, stderr } = await upgrade(file);
  expect(code).toBe(1);
  expect(stdout).toContain("salute 9.9.9 is not ready: it ended with 3");
  expect(stderr).toMatch(/Rolled back: salute \S+ served all the time/);
  expect([readFileSync(program).length, isRunning(server.pid)]).toEqual([before, true]);
  expect((await fetch(`${url}/readyz`)).status).toBe(200);
});
