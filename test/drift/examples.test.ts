import { afterAll, beforeAll, expect, test } from "bun:test";
import { join } from "node:path";
import { allOperations } from "../../src/compose/operations.ts";
import type { Operation } from "../../src/http/operation.ts";
import { setPolicy } from "../../src/modules/ledger/conversions/index.ts";
import { seedDemoGames } from "../../src/modules/messenger/demo-games/index.ts";
import { PROOF_JOBS, runJobs } from "../harness/app/jobs.ts";
import { BOT_TOKEN, initData } from "../harness/app/messenger.ts";
import { makeOperator } from "../harness/app/visitor.ts";
import { type CallOptions, createWorld, type World } from "../harness/app/world.ts";
import { PLAYER_ID, recordMessenger } from "./recording/messenger.ts";
import { recordOperators } from "./recording/operators.ts";
import { recordPartner, recordSandbox } from "./recording/partner.ts";
import { recordPublic } from "./recording/public.ts";
import { answersJson, Recorder } from "./recording/recorder.ts";
import { Seeds } from "./recording/seeds.ts";

/**
 * Example answers of the reference, recorded from calls to a new installation. `RENEW=1` updates those whose members
 * have changed: random bytes and the clock are seeded, but latencies, file sizes and the disk are measured, and row ids
 * count on. To record one anew, delete it.
 */
const DIRECTORY = join(import.meta.dir, "../../src/modules/developers/openapi/recorded-examples");
const FILES = ["partner", "sandbox", "public", "messenger", "operators"] as const;
/** Rows shown per list. */
const ROWS = 2;
/** Operations with an example derived from their shape, with the reason. */
const NOT_RECORDED: Readonly<Record<string, string>> = {};

/** Of conversions. */
const POLICY = { enabled: true, salutes_per_token: "100", min_amount: "1" };

type RecordedExamples = Record<string, unknown>;

const seeds = new Seeds();
let world: World;
let recorder: Recorder;
let found: RecordedExamples;

beforeAll(async () => {
  seeds.next("world");
  world = await createWorld({
    RATE_LIMIT_PUBLIC_API_PER_MIN: "0",
    PARTNER_RATE_LIMIT_PER_MINUTE: "0",
    PARTNER_SANDBOX_RATE_LIMIT_PER_MINUTE: "0",
    RATE_LIMIT_MESSENGER_PER_MIN: "0",
    TELEGRAM_BOT_TOKEN: BOT_TOKEN,
    TELEGRAM_WEBHOOK_SECRET: "webhook-secret",
    PUBLIC_BASE_URL: "https://salute.example",
  });
  await world.services.live.writer.run((tx) => seedDemoGames(tx));
  await runJobs(world, ...PROOF_JOBS, "audit_run", "status_snapshot", "proofs");
  await world.services.live.writer.run((tx) => setPolicy(tx, { kind: "command", name: "test" }, POLICY));
  recorder = new Recorder(world, allOperations(world.services), await credentials(), seeds);
  for (const part of [recordPartner, recordSandbox, recordMessenger, recordPublic, recordOperators])
    await part(recorder);
  // Paths to balances exist once their users are counted.
  await runJobs(world, "solvency");
  await recorder.recordRest(new Set(Object.keys(NOT_RECORDED)));
  const text = JSON.stringify(recorder.answers).replaceAll(world.dataDir, "/var/lib/salute");
  found = Object.fromEntries(
    Object.entries(JSON.parse(text) as RecordedExamples).map(([id, body]) => [id, shortened(body)]),
  );
}, 120_000);

afterAll(async () => {
  seeds.end();
  await world.close();
});

async function credentials(): Promise<(operation: Operation) => CallOptions> {
  const [live, sandbox] = [await world.createKey("acme"), await world.createKey("acme", "sandbox")];
  const { token } = await makeOperator(world, "olga", "owner");
  return ({ access, group }): CallOptions => {
    switch (access.kind) {
      case "partner":
        return { key: group === "sandbox" ? sandbox : live };
      case "operator":
        return { headers: { authorization: `Bearer ${token}` } };
      case "player":
        return { headers: { authorization: `tma ${initData(world, PLAYER_ID)}` } };
      case "bot":
        return { headers: { "x-messenger-bot-api-secret-token": "webhook-secret" } };
      default:
        return {};
    }
  };
}

/** File of an operation's recorded answer. */
function fileOf(id: string): (typeof FILES)[number] {
  const operation = recorder.operations.get(id);
  if (operation === undefined) throw new Error(`there is no operation ${id}`);
  if (operation.group === "sandbox") return "sandbox";
  if (operation.group.startsWith("messenger")) return "messenger";
  if (operation.access.kind === "partner") return "partner";
  return operation.access.kind === "operator" ? "operators" : "public";
}

async function readRecorded(): Promise<RecordedExamples> {
  const files = await Promise.all(FILES.map((name) => Bun.file(join(DIRECTORY, `${name}.json`)).json()));
  return Object.assign({}, ...files);
}

async function writeRecorded(): Promise<void> {
  const recorded = await readRecorded();
  const isCurrent = (id: string, body: unknown) =>
    id in recorded && differences(recorded[id], body, id).length === 0;
  const kept = Object.entries(found).map(([id, body]): [string, unknown] => [
    id,
    isCurrent(id, body) ? recorded[id] : body,
  ]);
  const byFile = Map.groupBy(kept, ([id]) => fileOf(id));
  for (const name of FILES) {
    const text = JSON.stringify(Object.fromEntries(byFile.get(name) ?? []), null, 1);
    await Bun.write(join(DIRECTORY, `${name}.json`), `${text}\n`);
  }
}

/** Shortens lists to their first rows, and maps to their first members by name. */
function shortened(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, ROWS).map(shortened);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .slice(0, 40)
      .map(([name, each]) => [name, shortened(each)]),
  );
}

/** Differences in the members of two answers, ignoring values. */
function differences(recorded: unknown, now: unknown, place: string): string[] {
  if (Array.isArray(recorded) && Array.isArray(now))
    return recorded.length === 0 || now.length === 0 ? [] : differences(recorded[0], now[0], `${place}[]`);
  if (!isObject(recorded) || !isObject(now)) return [];
  const names = [...new Set([...Object.keys(recorded), ...Object.keys(now)])];
  return names.flatMap((name) =>
    name in recorded && name in now
      ? differences(recorded[name], now[name], `${place}.${name}`)
      : [`${place}.${name}`],
  );
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

test("the recorded answers have the same members as current answers", async () => {
  if (Bun.env.RENEW === "1") return await writeRecorded();
  const recorded = await readRecorded();
  expect(Object.keys(recorded).sort()).toEqual(Object.keys(found).sort());
  expect(Object.entries(found).flatMap(([id, body]) => differences(recorded[id], body, id))).toEqual([]);
});

/** Members that hold links: paths, lists of paths, or maps of names to paths. */
const LINK_MEMBER = /(^|_)(links?|docs|urls?|endpoints?|location|recovery)$/;

/** The paths in an answer's links, each with the place where it stands. */
function linksIn(value: unknown, place: string, isLink = false): { place: string; path: string }[] {
  if (typeof value === "string") return isLink && value.startsWith("/") ? [{ place, path: value }] : [];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, each]) =>
    linksIn(each, `${place}.${name}`, isLink || LINK_MEMBER.test(name)),
  );
}

test("every link of an answer leads to an operation that answers GET", () => {
  const gets = [...recorder.operations.values()]
    .filter(({ method }) => method === "GET")
    .map(({ path }) => new RegExp(`^${path.replaceAll(".", "\\.").replaceAll(/\{\w+\}/g, "[^/]+")}$`));
  const answers = JSON.parse(JSON.stringify(recorder.answers)) as Record<string, unknown>;
  const links = Object.entries(answers).flatMap(([id, body]) => linksIn(body, id));
  const isGet = (path: string) => gets.some((each) => each.test(path.split(/[?#]/)[0] ?? ""));
  expect(links.filter(({ path }) => !isGet(path))).toEqual([]);
  expect(links.length).toBeGreaterThan(200);
});

test("every operation with a JSON answer has a recorded one, except those with a reason", async () => {
  const recorded = await readRecorded();
  const all = [...recorder.operations.values()].filter(answersJson).map(({ id }) => id);
  const missing = all.filter((id) => !(id in recorded));
  expect(missing.sort()).toEqual(Object.keys(NOT_RECORDED).sort());
});

// This process has loaded the previous ones.
test.skipIf(Bun.env.RENEW === "1")("the document shows them, and they match its shapes", async () => {
  const recorded = await readRecorded();
  const { json } = await world.call("GET", "/api/openapi.json");
  const shown = new Map<string, unknown>();
  for (const item of Object.values(json.paths as Record<string, Record<string, DocumentedOperation>>))
    for (const { operationId, responses } of Object.values(item)) {
      const [first] = Object.values(responses);
      shown.set(operationId, first?.content?.["application/json"]?.example);
    }
  for (const [id, body] of Object.entries(recorded))
    if (shown.has(id)) expect([id, shown.get(id)]).toEqual([id, body]);
});

interface DocumentedOperation {
  operationId: string;
  responses: Record<string, { content?: Record<string, { example?: unknown }> }>;
}
