import { describe, expect, test } from "bun:test";
import { ALICE, at, BOB, CAROL, detect, moved, POOL, pays, person, RESERVE, TREASURY } from "./fixture.ts";

describe("large_transfer", () => {
  test("fires from 1 % of the supply for each owner, bad from 5 %", () => {
    const found = detect("large_transfer", [pays(1, ALICE, BOB, 10_000n), pays(2, ALICE, BOB, 50_000n)]);
    expect(found.map(({ wallet, severity, delta }) => [wallet, severity, delta])).toEqual(
      [
        [ALICE, "warn", -10_000n],
        [BOB, "warn", 10_000n],
        [ALICE, "bad", -50_000n],
        [BOB, "bad", 50_000n],
      ].sort(
        (a, b) => Number(a[1] === "bad") - Number(b[1] === "bad") || (String(a[0]) < String(b[0]) ? -1 : 1),
      ),
    );
    expect(found[0]?.details).toEqual({ share_of_supply_pct: "1" });
  });

  test("does not fire one unit below; compares owners, not accounts", () => {
    const within = at(3, { owners: moved({ [ALICE]: 0n }) });
    expect(detect("large_transfer", [pays(1, ALICE, BOB, 9_999n), within])).toEqual([]);
    expect(detect("large_transfer", [pays(1, ALICE, BOB, 49_999n)])[0]?.severity).toBe("warn");
  });
});

describe("treasury_outflow", () => {
  test("fires for any loss, and warns from 1 % of the wallet's balance", () => {
    const held = { [TREASURY]: 1_000n };
    const small = at(1, { owners: moved({ [TREASURY]: -9n, [BOB]: 9n }, held) });
    const settles = { kind: "conversion", id: 7 };
    const large = at(2, { owners: moved({ [TREASURY]: -10n, [BOB]: 10n }, held), settles });
    const found = detect("treasury_outflow", [small, large]);
    expect(found.map(({ severity, delta, wallet }) => [severity, delta, wallet])).toEqual([
      ["info", -9n, TREASURY],
      ["warn", -10n, TREASURY],
    ]);
    expect(found.map(({ details }) => details.settles)).toEqual([null, settles]);
  });

  test("does not fire for gains, losses of others, or transfers between treasury wallets", () => {
    const other = person("treasury 2");
    const wallets = {
      treasury: new Set([TREASURY, other]),
      reserve: new Set<string>(),
      lp: new Set<string>(),
      burn: new Set<string>(),
    };
    const transactions = [
      pays(1, BOB, TREASURY, 500n),
      pays(2, BOB, CAROL, 500n),
      pays(3, TREASURY, other, 500n),
    ];
    expect(detect("treasury_outflow", transactions, { wallets })).toEqual([]);
    const mixed = at(4, { owners: moved({ [TREASURY]: -100n, [other]: 60n, [BOB]: 40n }) });
    expect(detect("treasury_outflow", [mixed], { wallets }).map(({ delta }) => delta)).toEqual([-40n]);
  });
});

describe("reserve_outflow", () => {
  test("fires as bad for any loss of a reserve wallet", () => {
    const [found] = detect("reserve_outflow", [pays(1, RESERVE, BOB, 1n)]);
    expect(found).toMatchObject({ severity: "bad", wallet: RESERVE, delta: -1n });
  });

  test("does not fire for a gain, or for wallets of other lists", () => {
    expect(detect("reserve_outflow", [pays(1, BOB, RESERVE, 9n), pays(2, TREASURY, POOL, 9n)])).toEqual([]);
  });
});

describe("supply_increase", () => {
  const minted = (authority: string, amount = 5n) =>
    at(1, { supplyChanges: [{ kind: "mint", account: "acc", owner: BOB, authority, amount }] });

  test("fires as bad for the account's owner, and as warn if the authority is the expected one", () => {
    expect(detect("supply_increase", [minted(ALICE)])).toMatchObject([
      { severity: "bad", wallet: BOB, delta: 5n, details: { is_expected_authority: false } },
    ]);
    expect(detect("supply_increase", [minted(ALICE)], { expectedMintAuthority: ALICE })).toMatchObject([
      { severity: "warn" },
    ]);
    expect(detect("supply_increase", [minted(ALICE)], { expectedMintAuthority: "none" })).toMatchObject([
      { severity: "bad" },
    ]);
  });

  test("does not fire for a burn or a mint of zero", () => {
    const burned = at(2, {
      supplyChanges: [{ kind: "burn", account: "acc", owner: BOB, authority: BOB, amount: 5n }],
    });
    expect(detect("supply_increase", [burned, minted(ALICE, 0n)])).toEqual([]);
  });
});

describe("supply_decrease", () => {
  const burned = (amount: bigint) =>
    ({ kind: "burn", account: "acc", owner: BOB, authority: BOB, amount }) as const;

  test("fires as info once per owner and transaction", () => {
    const found = detect("supply_decrease", [at(1, { supplyChanges: [burned(5n), burned(6n)] })]);
    expect(found).toMatchObject([{ severity: "info", wallet: BOB, delta: -11n }]);
  });

  test("does not fire for a mint", () => {
    const minted = at(1, { supplyChanges: [{ ...burned(5n), kind: "mint" }] });
    expect(detect("supply_decrease", [minted, at(2, { supplyChanges: [burned(0n)] })])).toEqual([]);
  });
});
