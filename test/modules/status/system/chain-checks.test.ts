import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { CHECKS, JOBS } from "../../../../src/compose/modules.ts";
import { NO_CHAIN } from "../../../../src/modules/platform/chain-access/index.ts";
import { builtInPolicy } from "../../../../src/modules/status/system/index.ts";
import { checkFigures } from "../../../../src/modules/token/checks/figures.ts";
import { checkMintAuthority } from "../../../../src/modules/token/checks/mint-authority.ts";
import { checkRpc } from "../../../../src/modules/token/checks/rpc.ts";
import type { MintAuthorities, Reading, RpcAddressRow } from "../../../../src/modules/token/figures/index.ts";
import { STALE_AFTER_HOURS } from "../../../../src/modules/token/figures/index.ts";
import type { World } from "../../../harness/app/world.ts";
import { createPunctualWorld, MINUTE_MS } from "./fixture.ts";

const NOW = Date.UTC(2026, 10, 21, 10, 0, 0);
const CONFIG = { isProduction: true, usesChain: true };
const LIMITS = { lag_slots_warn: 300 };

describe("rpc", () => {
  const address = (host: string, changes: Partial<RpcAddressRow> = {}): RpcAddressRow => ({
    position: 0,
    host: `https://${host}`,
    chain: "genesis",
    slot: 1_000,
    answered_at: NOW,
    failed_at: null,
    error: null,
    ...changes,
  });
  const SILENT = { answered_at: NOW - 2 * MINUTE_MS, failed_at: NOW, error: "timeout" };
  const check = (
    addresses: RpcAddressRow[],
    disagreements: { field: string; values: [] }[] = [],
    quorum = 2,
  ) => checkRpc({ mode: "rpc", config: CONFIG, health: { addresses, quorum, disagreements } }, LIMITS);
  const statusOf = (...given: Parameters<typeof check>) => check(...given).status;

  test("ok while all endpoints answer and agree, and before the first request", () => {
    expect([statusOf([]), statusOf([address("a"), address("b")])]).toEqual(["ok", "ok"]);
  });

  test("warn while one does not answer, bad once fewer answer than must agree", () => {
    const [a, b, c] = [address("a"), address("b", SILENT), address("c", SILENT)];
    expect(check([a, address("c"), b])).toMatchObject({
      status: "warn",
      message: "1 of 3 RPC addresses do not answer.",
      observed: { addresses: [{ answers: true }, { answers: true }, { answers: false, error: "timeout" }] },
    });
    expect(check([a, b, c])).toMatchObject({
      status: "bad",
      message: "1 of 3 RPC addresses answer, and 2 must agree: nothing new is proved.",
    });
  });

  test("an endpoint that never answered counts as silent; one that answers again does not", () => {
    const never = address("a", { answered_at: null, failed_at: NOW, slot: null });
    const again = address("b", { failed_at: NOW - MINUTE_MS });
    expect([statusOf([never, again], [], 1), statusOf([again], [], 1)]).toEqual(["warn", "ok"]);
  });

  test("warn if they disagree, with each answer", () => {
    const disagreement = { field: "supply", values: [] as [] };
    expect(check([address("a"), address("b")], [disagreement, disagreement])).toMatchObject({
      status: "warn",
      message: "RPC addresses disagree on supply: the previous figures stay.",
      observed: { disagreements: [disagreement, disagreement] },
    });
  });

  test("warn if one lags behind the others", () => {
    const lagging = (slot: number) => statusOf([address("a"), address("b", { slot })]);
    expect([lagging(701), lagging(700)]).toEqual(["ok", "warn"]);
  });
});

describe("figures from the chain", () => {
  const limits = { age_minutes_warn: 15, age_minutes_bad: 60 };
  const attempt = { attemptedAt: NOW, succeededAt: null, failedSince: NOW, disagreements: [] };
  const aged = (minutes: number, error: string | null = null): Reading<unknown> => ({
    figure: { data: {}, slot: 5, takenAt: NOW - minutes * MINUTE_MS, rpcHosts: [] },
    attempt: { ...attempt, error },
  });
  const check = (reading: Reading<unknown> | null) =>
    checkFigures(reading, { what: "Holders were counted", now: NOW, thresholds: limits, config: CONFIG });

  test("ok without a chain and before the first figures, with a message that says so", () => {
    expect(check(null)).toMatchObject({ status: "ok", hasData: false, message: NO_CHAIN });
    expect(check({ figure: null, attempt: null })).toMatchObject({
      status: "ok",
      message: "There are no figures yet.",
    });
  });

  test("warn, then bad, if every attempt failed before the first figures", () => {
    const failing = (minutes: number) =>
      check({
        figure: null,
        attempt: { ...attempt, failedSince: NOW - minutes * MINUTE_MS, error: "rpc_unavailable" },
      });
    expect(failing(0).message).toBe("There are no figures yet. The last attempt failed: rpc_unavailable.");
    expect([0, 59, 60].map((minutes) => failing(minutes).status)).toEqual(["warn", "warn", "bad"]);
  });

  test("judged by age regardless of attempts; shows the age and the reason of failed updates", () => {
    expect([0, 14.9, 15, 59, 60].map((minutes) => check(aged(minutes)).status)).toEqual([
      "ok",
      "ok",
      "warn",
      "warn",
      "bad",
    ]);
    expect(check(aged(20, "rpc_disagreement"))).toMatchObject({
      message: "Holders were counted 20 min ago. The last attempt failed: rpc_disagreement.",
      observed: {
        age_minutes: 20,
        slot: 5,
        last_error: "rpc_disagreement",
        failing_since: "2026-11-21T10:00:00.000Z",
      },
    });
  });

  test("a check warns exactly when its proof reports the figures as stale", () => {
    const { checks } = builtInPolicy(CHECKS);
    for (const kind of ["transaction_sync", "holder_cache", "public_stats"] as const)
      expect([kind, checks[kind]?.age_minutes_warn]).toEqual([kind, STALE_AFTER_HOURS[kind] * 60]);
    expect(checks.mint_authority?.age_minutes_warn).toBe(STALE_AFTER_HOURS.mint_authorities * 60);
  });
});

describe("mint authority", () => {
  const found: MintAuthorities = {
    program: "token-2022",
    decimals: 9,
    supply: "1",
    mint_authority: null,
    freeze_authority: "FreezeKey",
    powers: [],
    unknown_extensions: [],
  };
  const check = (
    data: MintAuthorities,
    expected: { mint_authority: string | null; freeze_authority: string | null },
    minutes = 0,
  ) =>
    checkMintAuthority(
      {
        figure: { data, slot: 5, takenAt: NOW - minutes * MINUTE_MS, rpcHosts: [] },
        attempt: null,
      },
      { expected, now: NOW, thresholds: { age_minutes_warn: 180 }, config: CONFIG },
    );
  const NOTHING = { mint_authority: null, freeze_authority: null };

  test("ok if authorities are as expected, and without expectations", () => {
    expect(check(found, NOTHING)).toMatchObject({
      status: "ok",
      observed: {
        review_status: "held",
        expected_review_status: null,
        expectation_configured: false,
        mismatch: false,
      },
    });
    expect(check(found, { mint_authority: "none", freeze_authority: "FreezeKey" })).toMatchObject({
      status: "ok",
      message: "As expected: held.",
      observed: { expectation_configured: true, mismatch: false },
    });
  });

  test("bad, naming the authority, if somebody else holds it", () => {
    expect(check(found, { mint_authority: "none", freeze_authority: "none" })).toMatchObject({
      status: "bad",
      message: "Not as expected: freeze_authority.",
      observed: { mismatch: true },
    });
  });

  test("warn if both are renounced as expected but an extension still grants control", () => {
    const power = { extension: "permanentDelegate", authority: "X", allows: "…", is_active: true };
    const powerful = { ...found, freeze_authority: null, powers: [power] };
    expect(check(powerful, { mint_authority: "none", freeze_authority: "none" }).status).toBe("warn");
  });

  test("warn if the authorities were read too long ago", () => {
    expect([check(found, NOTHING, 179).status, check(found, NOTHING, 180).status]).toEqual(["ok", "warn"]);
  });
});

describe("on the demo chain", () => {
  let world: World;

  beforeEach(async () => {
    world = await createPunctualWorld();
  });

  afterEach(() => world.close());

  test("the checks follow the jobs that produce the figures, and say that these are invented", async () => {
    for (const name of ["mint_authorities", "public_stats", "holder_cache", "transaction_sync"])
      await JOBS.find((job) => job.name === name)?.run(world.services, new AbortController().signal);
    const { overall, checks, chain_mode } = (await world.call("GET", "/status.json")).json;
    expect([overall, chain_mode]).toEqual(["ok", "demo"]);
    expect(checks.rpc.message).toBe("The embedded demo chain answers: its figures are invented.");
    for (const name of ["transaction_sync", "holder_cache", "public_stats"])
      expect([name, checks[name].observed.age_minutes]).toEqual([name, 0]);
    expect(checks.mint_authority).toMatchObject({
      status: "ok",
      expectation_configured: false,
      mismatch: false,
    });
    expect(checks.mint_authority.review_status).toMatch(/^(held|renounced)$/);
    world.clock.advance(61 * MINUTE_MS);
    const later = (await world.call("GET", "/status.json")).json.checks;
    expect([later.transaction_sync.status, later.holder_cache.status, later.rpc.status]).toEqual([
      "bad",
      "warn",
      "ok",
    ]);
  });
});
