import { expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CLIENT_CONFIG } from "../../harness/scratch.ts";
import { FROM_SOURCE } from "../../harness/served.ts";

/** A server process that a test ends with SIGKILL. */
async function start(dataDir: string) {
  const env = {
    PATH: process.env.PATH ?? "",
    XDG_CONFIG_HOME: CLIENT_CONFIG,
    DATA_DIR: dataDir,
    RATE_LIMIT_MESSENGER_PER_MIN: "0",
  };
  const child = Bun.spawn([...FROM_SOURCE, "serve", "--port", "0"], {
    env,
    stdout: "ignore",
    stderr: "pipe",
  });
  let log = "";
  const { promise, reject, resolve } = Promise.withResolvers<string>();
  void (async () => {
    for await (const chunk of child.stderr) {
      log += new TextDecoder().decode(chunk);
      const address = /"message":"listening","address":"([^"]+)"/.exec(log)?.[1];
      if (address !== undefined) resolve(address);
    }
    reject(new Error(`the server did not start:\n${log}`));
  })();
  return { url: await promise, child };
}

/** Null if the server ended before it answered. */
async function post(url: string, path: string, body: object, token?: string) {
  try {
    const response = await fetch(`${url}/api/messenger/${path}`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(body),
    });
    return { status: response.status, json: await response.json() };
  } catch {
    return null;
  }
}

test("kill -9 during plays loses no answered play, and retries never count twice", async () => {
  const parent = mkdtempSync(join(tmpdir(), "salute-kill-"));
  const dataDir = join(parent, "data");
  const answered = new Map<string, unknown>();
  const bodies = Array.from({ length: 150 }, (_, index) => ({ idempotency_key: `rotate-${index}` }));
  try {
    const first = await start(dataDir);
    const { token } = (await post(first.url, "demo/session", { player: 1 }))?.json.session ?? {};
    const play = await post(first.url, "games/spin-wheel/play", { idempotency_key: "spin" }, token);
    answered.set("spin", play?.json.round.id);
    const sent = bodies.map(async (body, index) => {
      await Bun.sleep(index * 3);
      const answer = await post(first.url, "games/fairness/rotate", body, token);
      if (answer?.status === 200) answered.set(body.idempotency_key, answer.json.revealed.server_seed);
      if (answered.size === 25) first.child.kill("SIGKILL");
    });
    await Promise.all(sent);
    await first.child.exited;
    expect(answered.size).toBeGreaterThanOrEqual(25);
    expect(answered.size).toBeLessThan(bodies.length);

    const second = await start(dataDir);
    const again = await post(second.url, "games/spin-wheel/play", { idempotency_key: "spin" }, token);
    expect(again?.json).toMatchObject({ replayed: true, round: { id: answered.get("spin") } });
    const seeds = new Set<string>();
    for (const body of bodies) {
      const answer = await post(second.url, "games/fairness/rotate", body, token);
      expect(answer?.status).toBe(200);
      const known = answered.get(body.idempotency_key);
      if (known !== undefined)
        expect([answer?.json.replayed, answer?.json.revealed.server_seed]).toEqual([true, known]);
      seeds.add(answer?.json.revealed.server_seed);
    }
    expect(seeds.size).toBe(bodies.length);
    const check = Bun.spawnSync([...FROM_SOURCE, "check", "--data", dataDir], {
      stdout: "pipe",
      stderr: "pipe",
    });
    expect([check.exitCode, check.stdout.toString()]).toEqual([0, expect.stringContaining("checks hold")]);
    second.child.kill("SIGTERM");
    await second.child.exited;
  } finally {
    rmSync(parent, { recursive: true, force: true });
  }
}, 60_000);
