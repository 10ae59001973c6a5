import { afterAll, beforeAll, expect, test } from "bun:test";
import fc from "fast-check";
import { Problem } from "../../../src/http/answers/problem.ts";
import {
  debitSalutes,
  debitTokens,
  payReward,
  tokenBalances,
} from "../../../src/modules/messenger/balances/index.ts";
import { requirePlayer } from "../../../src/modules/messenger/players/index.ts";
import { createMessengerWorld, newPlayer } from "../../harness/app/messenger.ts";
import type { World } from "../../harness/app/world.ts";
import { brokenInvariants } from "../../harness/checks/invariants.ts";

let world: World;
let players = 6_000;
beforeAll(async () => {
  world = await createMessengerWorld();
});
afterAll(() => world.close());

const KINDS = ["salutes", "missiles", "free_spins"] as const;
const movement = fc.record({
  kind: fc.constantFrom(...KINDS),
  isTaken: fc.boolean(),
  amount: fc.integer({ min: 1, max: 500 }),
});

/** Moves a balance by an entry; returns whether it was refused for want of it. */
async function move(
  id: number,
  step: number,
  { amount, isTaken, kind }: { kind: (typeof KINDS)[number]; isTaken: boolean; amount: number },
): Promise<boolean> {
  const cause = { reason: "miniapp.item", cause: `property:${id}:${step}` } as const;
  try {
    await world.services.live.writer.run((tx) => {
      const player = requirePlayer(tx, id);
      if (!isTaken) payReward(tx, player, { kind, amount, ...cause });
      else if (kind === "salutes") debitSalutes(tx, player, { amount, ...cause });
      else debitTokens(tx, player, { kind, amount, ...cause });
    });
    return false;
  } catch (error) {
    if (error instanceof Problem && error.code === "insufficient_balance") return true;
    throw error;
  }
}

test("whatever moves, each balance is the sum of its entries, none goes below zero, and what is refused leaves no entry", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(movement, { maxLength: 40 }), async (movements) => {
      const id = ++players;
      const player = await newPlayer(world, id);
      const due = { salutes: 0, missiles: 0, free_spins: 0 };
      const kept = { salutes: 0, missiles: 0, free_spins: 0 };
      for (const [step, moved] of movements.entries()) {
        const { amount, isTaken, kind } = moved;
        const isShort = isTaken && due[kind] < amount;
        expect(await move(id, step, moved)).toBe(isShort);
        if (isShort) continue;
        due[kind] += isTaken ? -amount : amount;
        kept[kind]++;
      }
      const { balances } = (await player.get("games/fairness")).json;
      expect(balances).toEqual({ ...due, salutes: due.salutes / 100 });
      const entries = world.services.live.read.all<{ kind: string; n: number; total: number; low: number }>(
        `SELECT kind, COUNT(*) AS n, SUM(delta) AS total, MIN(balance_after) AS low FROM messenger_entries
           WHERE player_id = (SELECT id FROM messenger_players WHERE telegram_id = ?) GROUP BY kind`,
        id,
      );
      for (const { kind, low, n, total } of entries)
        if (kind === "missiles" || kind === "free_spins")
          expect([kind, n, total, low >= 0]).toEqual([kind, kept[kind], due[kind], true]);
    }),
    { numRuns: 60 },
  );
  expect(tokenBalances.run(world.services.live.read)).toMatchObject({ ok: true });
  expect(brokenInvariants(world.dataDir)).toEqual([]);
}, 60_000);
