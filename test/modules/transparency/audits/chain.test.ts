import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { address } from "@solana/kit";
import {
  AuthorityType,
  getMintToInstruction,
  getSetAuthorityInstruction,
  getTransferInstruction,
} from "@solana-program/token";
import { MINUTE_MS } from "../../../../src/kit/clock.ts";
import { runAudit } from "../../../../src/modules/transparency/audits/runs/index.ts";
import { runJobs } from "../../../harness/app/jobs.ts";
import { extension, TOKEN_2022 } from "../../../harness/chain/test-chain.ts";
import { startTokenWorld, type TokenWorld } from "../../../harness/chain/token-world.ts";
import { listRunRows } from "./fixture.ts";

/** The real token program behind the tests' nodes: a million tokens of 6 decimals. */
let at: TokenWorld;
beforeEach(async () => {
  at = await startTokenWorld();
});
afterEach(() => at.stop());

const TOKEN = 1_000_000n;

async function readChain(): Promise<void> {
  await runJobs(
    at.world,
    "mint_authorities",
    "public_stats",
    "holder_cache",
    "transaction_sync",
    "transaction_sync",
  );
}

async function audit() {
  const { token } = at.world.services;
  if (token === null) throw new Error("no token");
  const window = { from: Date.UTC(2026, 10, 21), to: at.world.clock.now() };
  const run = await runAudit(at.world.services, { token, window, signal: new AbortController().signal });
  const rows = listRunRows(at.world, run.run).map(({ anomaly_type, severity, wallet, delta, signature }) => ({
    anomaly_type,
    severity,
    wallet,
    delta,
    signature,
  }));
  return { run, rows };
}

/** Rows of one transaction, as `type severity wallet delta`. */
function of(rows: Awaited<ReturnType<typeof audit>>["rows"], signature: string): string[] {
  return rows
    .filter((each) => each.signature === signature)
    .map(
      ({ anomaly_type, severity, wallet, delta }) => `${anomaly_type} ${severity} ${nameOf(wallet)} ${delta}`,
    );
}

function nameOf(wallet: string | null): string {
  const found = (["treasury", "reserve", "burn", "zoe"] as const).find((name) => at[name].address === wallet);
  return found ?? (wallet === null ? "-" : "somebody");
}

describe("movements of the real token program", () => {
  test("a plain Transfer, which does not name the mint, is found through the accounts' own histories", async () => {
    await readChain();
    at.world.clock.advance(MINUTE_MS);
    const plain = await at.chain.send([
      getTransferInstruction(
        {
          source: await at.chain.accountOf(at.treasury.address),
          destination: await at.chain.accountOf(at.zoe.address),
          authority: at.treasury,
          amount: 20_000n * TOKEN,
        },
        { programAddress: address(at.chain.program) },
      ),
    ]);
    at.world.clock.advance(MINUTE_MS);
    await readChain();
    const { run, rows } = await audit();
    expect(of(rows, plain)).toEqual(
      ["large_transfer warn zoe 20000", "large_transfer warn treasury -20000"]
        .toSorted((a, b) => (ownerOf(a) < ownerOf(b) ? -1 : 1))
        .concat("treasury_outflow warn treasury -20000"),
    );
    expect(run.isComplete).toBe(true);
    expect(run.coverage).toMatchObject({
      watched_accounts: 4,
      unexplained_accounts: 0,
      accounts_with_gaps: 0,
    });
    expect(rows.some(({ anomaly_type }) => anomaly_type === "balance_break")).toBe(false);
  });

  test("TransferChecked, MintTo, Burn and SetAuthority are recognized", async () => {
    await readChain();
    at.world.clock.advance(MINUTE_MS);
    const transferred = await at.chain.transfer(at.reserve, at.zoe.address, 3n * TOKEN);
    const minted = await at.chain.mintTo(at.zoe.address, 5n * TOKEN);
    const burned = await at.chain.burn(at.zoe, 2n * TOKEN);
    const handed = await at.chain.send([
      getSetAuthorityInstruction(
        {
          owned: address(at.chain.mint),
          owner: at.chain.payer,
          authorityType: AuthorityType.MintTokens,
          newAuthority: at.zoe.address,
        },
        { programAddress: address(at.chain.program) },
      ),
    ]);
    at.world.clock.advance(MINUTE_MS);
    await readChain();
    at.world.clock.advance(MINUTE_MS);
    await runJobs(at.world, "transaction_sync");
    const { rows, run } = await audit();
    expect(of(rows, transferred)).toEqual(["reserve_outflow bad reserve -3"]);
    expect(of(rows, minted)).toEqual(["supply_increase bad zoe 5"]);
    expect(of(rows, burned)).toEqual(["supply_decrease info zoe -2"]);
    expect(of(rows, handed)).toEqual(["authority_change bad - null"]);
    // The reading that shows the new authority is explained by its SetAuthority.
    expect(run.typeCounts.authority_change).toBe(1);
    expect(run.overall).toBe("bad");
  });

  test("an authority change without a synced SetAuthority is reported at the reading", async () => {
    await readChain();
    const { live } = at.world.services;
    at.world.clock.advance(MINUTE_MS);
    await at.chain.renounceMint();
    at.world.clock.advance(MINUTE_MS);
    await readChain();
    at.world.clock.advance(MINUTE_MS);
    await live.writer.run((tx) => tx.run("DELETE FROM token_authority_changes"));
    const { rows } = await audit();
    expect(rows.filter(({ anomaly_type }) => anomaly_type === "authority_change")).toEqual([
      { anomaly_type: "authority_change", severity: "bad", wallet: null, delta: null, signature: null },
    ]);
  });

  test("tokens minted by EXPECTED_MINT_AUTHORITY are of severity warn", async () => {
    await at.stop();
    at = await startTokenWorld();
    const expected = at.chain.payer.address;
    const { token } = at.world.services;
    if (token === null) throw new Error("no token");
    Object.assign(token.expected, { mint_authority: expected });
    await readChain();
    at.world.clock.advance(MINUTE_MS);
    const minted = await at.chain.mintTo(at.zoe.address, 5n * TOKEN);
    at.world.clock.advance(MINUTE_MS);
    await readChain();
    expect(of((await audit()).rows, minted)).toEqual(["supply_increase warn zoe 5"]);
  });

  test("a wallet configured by its token account is tracked as that account's owner", async () => {
    const { token } = at.world.services;
    if (token === null) throw new Error("no token");
    Object.assign(token.wallets, { treasury: [await at.chain.accountOf(at.treasury.address)] });
    await readChain();
    at.world.clock.advance(MINUTE_MS);
    const paid = await at.chain.transfer(at.treasury, at.zoe.address, 7n * TOKEN);
    at.world.clock.advance(MINUTE_MS);
    await readChain();
    const { run, rows } = await audit();
    expect(of(rows, paid)).toEqual(["treasury_outflow info treasury -7"]);
    expect(run.coverage).toMatchObject({ watched_accounts: 4, accounts_with_gaps: 0 });
  });

  test("the same owner is excluded from holder counts without the project's wallets", async () => {
    const { live, token } = at.world.services;
    if (token === null) throw new Error("no token");
    const excluded = async () => {
      await runJobs(at.world, "holder_cache", "token_distribution");
      const { json: growth } = await at.world.call("GET", "/api/public/holder-cache-freshness.json");
      const { json: spread } = await at.world.call("GET", "/api/public/token-distribution-freshness.json");
      return {
        counts: growth.holders_detail.excluding.unique_owners,
        roles: spread.top_holders.map(({ role }: { role: string | null }) => role),
        concentration: live.read.get("SELECT excluding_owners, excluding_top1_pct FROM token_concentrations"),
      };
    };
    const byOwner = await excluded();
    expect(byOwner.counts).toBe(1);
    for (const role of ["treasury", "reserve"] as const) {
      const accounts = token.wallets[role].map((wallet) => at.chain.accountOf(wallet));
      Object.assign(token.wallets, { [role]: await Promise.all(accounts) });
    }
    at.world.clock.advance(MINUTE_MS);
    expect(await excluded()).toEqual(byOwner);
  });

  test("failed transactions are counted once per minute, however often the sync runs", async () => {
    await readChain();
    at.world.clock.advance(MINUTE_MS);
    for (let number = 0; number < 20; number++)
      await at.chain.transfer(at.zoe, at.treasury.address, 10n ** 15n);
    at.world.clock.advance(MINUTE_MS);
    await readChain();
    const { rows } = await audit();
    expect(rows.filter(({ anomaly_type }) => anomaly_type === "failed_burst")).toMatchObject([
      { severity: "warn", wallet: null, signature: null },
    ]);
    const counted = at.world.services.live.read.get<{ n: number }>(
      "SELECT sum(count) AS n FROM token_failed_minutes",
    );
    expect(counted?.n).toBe(20);
  });

  test("several MintTo in one transaction give one row per owner", async () => {
    await readChain();
    at.world.clock.advance(MINUTE_MS);
    const token = await at.chain.accountOf(at.zoe.address);
    const mintTo = (amount: bigint) =>
      getMintToInstruction(
        { mint: address(at.chain.mint), token, mintAuthority: at.chain.payer, amount },
        { programAddress: address(at.chain.program) },
      );
    const minted = await at.chain.send([mintTo(TOKEN), mintTo(2n * TOKEN)]);
    at.world.clock.advance(MINUTE_MS);
    await readChain();
    expect(of((await audit()).rows, minted)).toEqual(["supply_increase bad zoe 3"]);
  });
});

describe("Token-2022", () => {
  test("a withheld fee that differs from the configuration is a fee_anomaly", async () => {
    await at.stop();
    // TransferFeeExtension::InitializeTransferFeeConfig without authorities: 2.5 %, at most 10^15.
    const fee = Uint8Array.from([
      26,
      0,
      0,
      0,
      250,
      0,
      ...new Uint8Array(new BigUint64Array([10n ** 15n]).buffer),
    ]);
    at = await startTokenWorld({}, { program: TOKEN_2022, extensions: [extension(108, fee)] });
    await readChain();
    at.world.clock.advance(MINUTE_MS);
    const moved = await at.chain.transfer(at.zoe, at.reserve.address, 1_000n * TOKEN + 1n);
    at.world.clock.advance(MINUTE_MS);
    await readChain();
    const first = await audit();
    expect(of(first.rows, moved)).toEqual([]);
    expect(first.run.coverage).toMatchObject({ unexplained_accounts: 0 });
    await at.world.services.live.writer.run((tx) =>
      tx.run("UPDATE token_power_readings SET transfer_fee = replace(transfer_fee, '250', '300')"),
    );
    const second = await audit();
    expect(of(second.rows, moved)).toEqual(["fee_anomaly warn - -5"]);
  });
});

function ownerOf(row: string): string {
  const name = row.split(" ")[2];
  return name === "zoe" ? at.zoe.address : at.treasury.address;
}

describe("nodes with wrong or missing data", () => {
  test("without token balances nothing is stored: the run is incomplete and has no wrong row", async () => {
    await readChain();
    at.world.clock.advance(MINUTE_MS);
    await at.chain.transfer(at.reserve, at.zoe.address, 3n * TOKEN);
    at.world.clock.advance(MINUTE_MS);
    for (const server of at.servers)
      server.lie = (method, result) => {
        if (method !== "getTransaction" || result === null) return result;
        const { meta, ...rest } = result as { meta: object };
        return { ...rest, meta: { ...meta, preTokenBalances: null, postTokenBalances: null } };
      };
    await runJobs(at.world, "transaction_sync");
    for (const server of at.servers) server.lie = (_, result) => result;
    const { run, rows } = await audit();
    expect([run.isComplete, run.overall]).toEqual([false, "other"]);
    expect(rows.some(({ anomaly_type }) => anomaly_type === "reserve_outflow")).toBe(false);
  });

  test("a window whose transactions no RPC address returns is incomplete", async () => {
    for (const server of at.servers)
      server.lie = (method, result) => (method === "getTransaction" ? null : result);
    await readChain();
    at.world.clock.advance(MINUTE_MS);
    const { run } = await audit();
    expect(run.isComplete).toBe(false);
  });

  test("a gap in the history is a balance_break", async () => {
    await readChain();
    at.world.clock.advance(MINUTE_MS);
    const hidden = await at.chain.transfer(at.zoe, at.treasury.address, 3n * TOKEN);
    at.world.clock.advance(MINUTE_MS);
    const seen = await at.chain.transfer(at.zoe, at.treasury.address, 4n * TOKEN);
    at.world.clock.advance(MINUTE_MS);
    for (const server of at.servers)
      server.lie = (method, result) =>
        method === "getSignaturesForAddress"
          ? (result as { signature: string }[]).filter(({ signature }) => signature !== hidden)
          : result;
    await readChain();
    const { rows } = await audit();
    expect(
      of(rows, seen)
        .filter((each) => each.startsWith("balance_break"))
        .sort(),
    ).toEqual(["balance_break warn treasury 3", "balance_break warn zoe -3"]);
  });
});
