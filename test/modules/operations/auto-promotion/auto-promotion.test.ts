import { afterEach, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { executable } from "../../../harness/processes/build.ts";
import type { Running } from "../../../harness/processes/executable.ts";
import {
  killLitestream,
  type Leader,
  listMissing,
  replicaIn,
  replicated,
} from "../../../harness/processes/failover.ts";
import { credit, Load, Machines } from "../../../harness/processes/machines.ts";
import { missingPrograms } from "../../../harness/processes/programs.ts";
import { startRelay } from "../../../harness/servers/relay.ts";
import { type S3Server, startS3 } from "../../../harness/servers/s3.ts";
import { until } from "../../../harness/until.ts";

/** Real processes, on a machine that may be busy. */
setDefaultTimeout(240_000);

const isMissing = missingPrograms(["litestream", "versitygw"], "A standby that takes over").length > 0;

const SKEWED = { BUN_OPTIONS: `--preload ${require.resolve("../../../harness/jumping-clock.ts")}` };
const ON = { AUTO_PROMOTE: "on", AUTO_PROMOTE_AFTER_SECONDS: "1", AUTO_PROMOTE_COOLDOWN_SECONDS: "0" };
/** Longer than a lost leader is waited for. */
const LONG_ENOUGH_MS = 7_000;

interface State {
  restores: number;
  epoch: number | null;
  auto_promotion: { mode: string; verdict: string; message: string };
}

describe.skipIf(isMissing)("a standby with AUTO_PROMOTE", () => {
  let s3: S3Server;
  let machines: Machines;
  let chat: Bun.Server<undefined>;
  let told: string[];

  beforeEach(async () => {
    s3 = await startS3();
    told = [];
    chat = Bun.serve({
      port: 0,
      hostname: "127.0.0.1",
      fetch: async (request) => {
        const { title, text } = (await request.json()) as { title: string; text: string };
        told.push(`${title}\n${text}`);
        return new Response();
      },
    });
    const hook = { ALERT_WEBHOOK_URL: `http://127.0.0.1:${chat.port}/hook` };
    machines = new Machines([executable()], { ...replicaIn(s3, "salute"), LEASE_SECONDS: "3", ...hook });
  });
  afterEach(async () => {
    await machines.remove();
    await chat.stop(true);
    await s3.stop();
  });

  const claimed = (epoch: number) => existsSync(join(s3.objects, `salute/epoch/${epoch}.json`));
  const isTold = (words: string) => until(() => told.some((each) => each.includes(words)));

  async function standbyUrl(running: Running): Promise<string> {
    const [, url = ""] = await running.printed(/^salute runs as a standby on (\S+)$/m);
    return url;
  }

  async function stateOf(url: string): Promise<State> {
    return (await (await fetch(url, { headers: { accept: "application/json" } })).json()) as State;
  }

  const verdictIs = (url: string, wanted: string) =>
    until(async () => {
      const state = await stateOf(url);
      return state.auto_promotion.verdict === wanted ? state : null;
    });

  /** A standby that follows, and sees the leader. */
  async function follow(keysOf: string, env: Record<string, string>) {
    const data = machines.vacant(keysOf);
    const running = machines.begin("standby", data, env);
    const url = await standbyUrl(running);
    await verdictIs(url, "leader_seen");
    await until(async () => (await stateOf(url)).restores === 1);
    return { data, running, url };
  }

  async function lose({ data, server }: Leader): Promise<void> {
    killLitestream(data);
    await machines.kill(server);
  }

  test("takes over from a lost leader under load, tells operators, and leads on when it is started again", async () => {
    const leader = await machines.first();
    const standby = await follow(leader.data, ON);
    const load = new Load(leader.server.url, leader.key);
    await until(() => load.acknowledged.length >= 50);
    const heldFrom = performance.now();
    await replicated(leader.data);
    expect((await stateOf(standby.url)).auto_promotion.verdict).toBe("leader_seen");
    await lose(leader);
    await load.stop();
    const { url } = await machines.up(standby.running);
    const answer = await credit(url, leader.key, "after");
    expect(answer.status).toBe(200);
    const { ledger_entry_id: id } = (await answer.json()) as { ledger_entry_id: number };
    expect(id).toBeGreaterThan(1_000_000);
    const missing = listMissing(standby.data, load.acknowledged);
    expect(missing.filter(({ at }) => at < heldFrom)).toEqual([]);
    expect((await machines.command(["check"], standby.data)).exitCode).toBe(0);
    expect(standby.running.stderr).toContain("this standby takes over");
    await isTold("took over by itself: The lease is expired");
    expect(readdirSync(standby.data)).not.toContain("standby");

    // A supervisor starts the same command again.
    await machines.end(standby.running);
    const again = await machines.up(machines.begin("standby", standby.data, ON));
    expect((await credit(again.url, leader.key, "again")).status).toBe(200);
    const back = await machines.begin("serve", leader.data).finished;
    expect([back.code, back.stderr]).toEqual([1, expect.stringContaining("claimed epoch 1")]);
  });

  test("does nothing while its own network to the store is cut, and says so; nor when it is back", async () => {
    const leader = await machines.first();
    const relay = await startRelay(s3);
    const network = replicaIn({ ...s3, endpoint: relay.endpoint }, "salute");
    const { url } = await follow(leader.data, { ...ON, ...network });
    relay.cut();
    const cut = await verdictIs(url, "store_silent");
    expect(cut.auto_promotion.message).toContain("does not tell whether the leader leads");
    await isTold("cannot take over by itself");
    await Bun.sleep(LONG_ENOUGH_MS);
    relay.resume();
    await verdictIs(url, "leader_seen");
    await Bun.sleep(LONG_ENOUGH_MS);
    expect((await stateOf(url)).auto_promotion.verdict).toBe("leader_seen");
    expect(claimed(1)).toBe(false);
    expect((await credit(leader.server.url, leader.key, "still")).status).toBe(200);
    await relay.stop();
  });

  test("takes over from a leader cut off from the store, unless a second store sees it; never do both acknowledge", async () => {
    const relay = await startRelay(s3);
    const second = `s3://${s3.bucket}/second?endpoint=${s3.endpoint}&region=us-east-1&forcePathStyle=true`;
    const witness = { LEASE_WITNESS_URL: second };
    const network = replicaIn({ ...s3, endpoint: relay.endpoint }, "salute");
    const leader = await machines.first({ ...network, ...witness });
    const watched = await follow(leader.data, { ...ON, ...witness });
    const load = new Load(leader.server.url, leader.key);
    await until(() => load.acknowledged.length >= 20);
    relay.cut();
    const held = await verdictIs(watched.url, "witness");
    expect(held.auto_promotion.message).toContain("The second store sees the leader");
    await isTold("the leader is silent, and the standby");
    await Bun.sleep(LONG_ENOUGH_MS);
    expect(claimed(1)).toBe(false);
    const unwatched = machines.begin("standby", machines.vacant(leader.data), ON);
    const next = await machines.up(unwatched);
    const nextLoad = new Load(next.url, leader.key);
    await until(() => nextLoad.acknowledged.length >= 20);
    await Promise.all([load.stop(), nextLoad.stop()]);
    const times = (each: Load) => each.acknowledged.map(({ at }) => at);
    expect(Math.max(...times(load))).toBeLessThan(Math.min(...times(nextLoad)));
    await until(async () => (await stateOf(watched.url)).epoch === 1);
    await relay.stop();
  });

  test("only says what it would do in a dry run", async () => {
    const leader = await machines.first();
    const { url, data } = await follow(leader.data, { ...ON, AUTO_PROMOTE: "dry-run" });
    await lose(leader);
    const would = await verdictIs(url, "promote");
    expect(would.auto_promotion).toMatchObject({ mode: "dry-run", verdict: "promote" });
    await isTold("would take over (dry run)");
    await Bun.sleep(LONG_ENOUGH_MS);
    expect(claimed(1)).toBe(false);
    expect(existsSync(join(data, "live.db"))).toBe(false);
    expect((await fetch(`${url}/leaderz`)).status).toBe(503);
    expect(told.filter((each) => each.includes("dry run"))).toHaveLength(1);
    const page = await (await fetch(url, { headers: { accept: "text/html" } })).text();
    expect(page).toContain("no, dry run. The lease is expired");
    expect(await (await fetch(`${url}/metrics`)).text()).toContain(
      'salute_standby_promotion{verdict="promote",mode="dry-run"} 1',
    );
    const lone = await machines.beginWith(["standby", "--dry-run"], machines.vacant(leader.data)).finished;
    expect([lone.code, lone.stderr]).toEqual([2, expect.stringContaining("--auto-promote")]);
  });

  test("waits for the cooldown after a promotion, and takes over when it is over, but not with a wrong clock", async () => {
    const first = await machines.first();
    await credit(first.server.url, first.key, "before");
    await replicated(first.data);
    await lose(first);
    const data = machines.vacant(first.data);
    const leader = { data, server: await machines.promote(data), key: first.key };
    const cooling = await follow(data, { ...ON, AUTO_PROMOTE_COOLDOWN_SECONDS: "40" });
    const clock = join(machines.root, "clock");
    writeFileSync(clock, "90000");
    const wrong = await follow(data, { ...ON, ...SKEWED, CLOCK_JUMP_FILE: clock });
    await lose(leader);
    expect((await verdictIs(wrong.url, "clock")).auto_promotion.message).toContain("ahead of the store's");
    expect((await verdictIs(cooling.url, "cooldown")).auto_promotion.message).toContain("waits for 40 s");
    await isTold("does not take over");
    expect(claimed(2)).toBe(false);
    const next = await machines.up(cooling.running);
    expect((await credit(next.url, leader.key, "after")).status).toBe(200);
    const claim = (epoch: number) =>
      Date.parse(JSON.parse(readFileSync(join(s3.objects, `salute/epoch/${epoch}.json`), "utf8")).created_at);
    expect(claim(2) - claim(1)).toBeGreaterThanOrEqual(40_000);
  });

  test("does not take over a replica that cannot be proved", async () => {
    const leader = await machines.first();
    const { url } = await follow(leader.data, ON);
    const folder = join(s3.objects, "salute/live");
    await lose(leader);
    const paths = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) =>
      name.endsWith(".ltx"),
    );
    for (const name of paths) writeFileSync(join(folder, name), "damaged");
    const found = await verdictIs(url, "unproved");
    expect(found.auto_promotion.message).toContain("The replica is not proved");
    await isTold("The replica is not proved");
    await Bun.sleep(LONG_ENOUGH_MS);
    expect(claimed(1)).toBe(false);
  });

  test("one of two standbys wins, and the other follows it; a switchover is taken up at once", async () => {
    const leader = await machines.first();
    const slow = { ...ON, AUTO_PROMOTE_COOLDOWN_SECONDS: "600" };
    const both = [await follow(leader.data, slow), await follow(leader.data, slow)] as const;
    await lose(leader);
    const [one, other] = both;
    const [winner, loser] = await Promise.race([
      machines.up(one.running).then((server) => [server, other] as const),
      machines.up(other.running).then((server) => [server, one] as const),
    ]);
    expect((await credit(winner.url, leader.key, "after")).status).toBe(200);
    const state = await until(async () => {
      const found = await stateOf(loser.url);
      return found.epoch === 1 && found.auto_promotion.verdict === "leader_seen" ? found : null;
    });
    expect(state.restores).toBeGreaterThan(0);
    expect([claimed(1), claimed(2)]).toEqual([true, false]);

    // The cooldown is for lost leaders: a planned move waits for nobody.
    const data = loser === one ? other.data : one.data;
    expect((await machines.command(["switchover"], data)).exitCode).toBe(0);
    const next = await machines.up(loser.running);
    const answer = await credit(next.url, leader.key, "moved");
    expect([answer.status, ((await answer.json()) as { balance: number }).balance]).toEqual([200, 2]);
  });
});
