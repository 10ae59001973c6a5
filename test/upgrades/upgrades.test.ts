import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Webhook } from "standardwebhooks";
import { RELEASES } from "../../drizzle/releases.ts";
import { MIGRATIONS } from "../../src/db/migrations/migrations.ts";
import { OperatorAccess } from "../../src/http/access/operator.ts";
import type { Target } from "../contract/target.ts";
import { answersJson, Recorder, type Subject } from "../drift/recording/recorder.ts";
import { salute, scratch } from "../harness/processes/executable.ts";
import { until } from "../harness/until.ts";
import { chooseCredentials } from "./contents.ts";
import {
  type DirectoryFacts,
  makeDirectory,
  readRows,
  serveDirectory,
  UPGRADE_SETTINGS,
  unpackDirectory,
} from "./make-directory.ts";

/**
 * Upgrades: the data directory of each release, in a file beside this one, is opened by the current executable, which brings
 * it up to date; and so is one that this executable made, so that a release can make its own.
 */

setDefaultTimeout(180_000);

const DELIVERED_MS = 20_000;
const USER = "ext:demo-user";
const archives = readdirSync(import.meta.dir).filter((file) => file.endsWith(".tar.zst"));

test("every recorded release has its data directory here", () => {
  expect(archives.sort()).toEqual(RELEASES.map(({ version }) => `${version}.tar.zst`).sort());
});

describe.each(["this build", ...archives])("the data directory of %s", (name) => {
  const place = scratch();
  const received: Request[] = [];
  const bodies: string[] = [];
  let receiver: ReturnType<typeof Bun.serve>;
  let facts: DirectoryFacts;
  let target: Target;

  /** No chain can be reached. */
  const settings = () => ({ TOKEN_MINT: facts.tokenMint, SOLANA_RPC_URLS: "http://127.0.0.1:9/" });

  beforeAll(async () => {
    receiver = Bun.serve({
      port: 0,
      hostname: "127.0.0.1",
      async fetch(request) {
        bodies.push(await request.clone().text());
        received.push(request);
        return new Response("taken");
      },
    });
    const made = join(place.path, "made.tar.zst");
    if (name === "this build") await makeDirectory(made);
    facts = unpackDirectory(existsSync(made) ? made : join(import.meta.dir, name), place.data);
  });
  afterAll(async () => {
    await receiver.stop(true);
    place.remove();
  });

  /** Names and words of the checks that fail. */
  async function failures(...flags: string[]): Promise<string[]> {
    const env = { ...UPGRADE_SETTINGS, ...settings() };
    const { stdout } = await salute(["check", ...flags, "--json", "--data", place.data], { env });
    const { checks } = JSON.parse(stdout) as { checks: { name: string; ok: boolean; detail: string }[] };
    return checks.filter(({ ok }) => !ok).map((check) => `${check.name}: ${check.detail}`);
  }

  test("before the start, a check finds no fault but missing migrations, and changes nothing", async () => {
    const released = RELEASES.find(({ version }) => name.startsWith(`${version}.tar`));
    const missing = MIGRATIONS.slice(Object.keys(released?.migrations ?? {}).length);
    const isCurrent = name === "this build" || missing.length === 0;
    const found = await failures("--full");
    if (isCurrent) expect(found).toEqual([]);
    else expect(found.filter((each) => !/^[^:]+\.migrations: /.test(each))).toEqual([]);
    expect(readRows(place.data).rows.ledger_entries).toBe(facts.entries);
  });

  test("a start brings it up to date, and keeps every row of the ledger and every balance", async () => {
    ({ target } = await serveDirectory(place.data, settings()));
    const now = readRows(place.data);
    expect(now.balances).toEqual(facts.balances);
    expect(now.entries).toBe(facts.entries);
    expect(now.rows.schema_migrations).toBe(MIGRATIONS.length);
    const lost = Object.keys(facts.rows).filter((table) => !(table in now.rows));
    expect(lost).toEqual([]);
    expect((await target.call("GET", "/readyz")).status).toBe(200);
  });

  test("its log is the one whose note it had, and goes on; a published proof verifies", async () => {
    const get = async (path: string) => (await target.call("GET", path)).bytes;
    const path = join(place.path, "verifier.mjs");
    writeFileSync(path, await get("/log/verifier.js"));
    const verifier = await import(path);
    await target.command("jobs", "run", "rollup");
    await target.command("jobs", "run", "proofs");
    const note = (await target.call("GET", "/log/checkpoint")).text;
    const { older, newer } = await verifier.verifyExtension(get, "/log", facts.checkpoint, note, facts.vkey);
    expect(older.size).toBeGreaterThan(5);
    expect(newer.size).toBeGreaterThan(older.size);
    const steps: string[] = [];
    await verifier.verifyPublished(
      get,
      "/api/public/token-snapshot-jobs-rollup.json",
      facts.vkey,
      (step: string) => steps.push(step),
    );
    expect(steps.length).toBeGreaterThan(2);
  });

  test("its keys, users and webhooks work on: a credit counts, and its event is delivered, signed as before", async () => {
    const { live, sandbox } = facts.identities;
    const balance = async () =>
      (await target.call("GET", `/api/salutes/balance?user_id=${USER}`, { key: live })).json.balance;
    const before = await balance();
    const target_url = `http://127.0.0.1:${receiver.port}/hook`;
    const hook = `/api/partner/webhooks/${facts.webhook.id}`;
    expect((await target.call("PATCH", hook, { key: live, body: { target_url } })).status).toBe(200);
    const body = { user_id: USER, amount: 7, reason: "upgraded" };
    expect((await target.call("POST", "/api/salutes/credit", { key: live, body })).status).toBe(200);
    expect(await balance()).toBe(before + 7);
    const at = await until(() => {
      const found = bodies.findIndex((text) => text.includes("upgraded"));
      return found === -1 ? null : { found };
    }, DELIVERED_MS);
    const headers = Object.fromEntries(received[at.found]?.headers.entries() ?? []);
    expect(new Webhook(facts.webhook.secret).verify(bodies[at.found] ?? "", headers)).toMatchObject({
      event_type: "salutes.credit",
    });
    const twin = "/api/partner/sandbox/salutes/credit";
    expect((await target.call("POST", twin, { key: sandbox, body })).status).toBe(200);
  });

  test("every read answers, to each kind of caller", async () => {
    const recorder = new Recorder(
      { call: target.call } as Subject,
      target.operations,
      chooseCredentials(target, facts.identities),
    );
    const reads = target.operations.filter(
      (each) => each.method === "GET" && (answersJson(each) || each.access instanceof OperatorAccess),
    );
    const answers = await Promise.all(
      reads.map(async ({ id }) => ({ id, status: (await recorder.ask(id)).status })),
    );
    expect(answers.filter(({ status }) => status === 500)).toEqual([]);
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(120);
  });

  test("after the stop, a full check finds no fault", async () => {
    await target.close();
    expect(await failures("--full")).toEqual([]);
  });
});
