import { createHash } from "node:crypto";
import type { Services } from "../../../src/compose/services.ts";
import { DAY_MS, systemClock } from "../../../src/kit/clock.ts";
import { encodeBase58 } from "../../../src/kit/formats/base58.ts";
import { findTokenId } from "../../../src/modules/token/figures/index.ts";
import { dayBefore } from "../../../src/modules/transparency/audits/runs/index.ts";
import { jobNamed } from "../../harness/app/jobs.ts";

const OWNERS = 200_000;

/** Transfers during the previous day, with two account changes each. */
export async function seedMovements(services: Services, movements: number): Promise<void> {
  const signal = new AbortController().signal;
  for (const job of ["mint_authorities", "public_stats", "holder_cache"])
    await jobNamed(job).run(services, signal);
  const { live, token } = services;
  const tokenId = findTokenId(live.read, token?.source ?? "") ?? 0;
  const { from } = dayBefore(systemClock.now());
  const transactions = movements / 2;
  for (let owner = 0; owner < OWNERS; owner += 2_000)
    await live.writer.run((tx) => {
      for (let each = owner; each < owner + 2_000; each++)
        tx.run("INSERT INTO chain_addresses (id, address) VALUES (?, ?)", 1_000_000 + each, addressOf(each));
    }, "lasting");
  for (let first = 0; first < transactions; first += 1_000)
    await live.writer.run((tx) => {
      for (let number = first; number < first + 1_000; number++) {
        const at = from + Math.floor((number / transactions) * DAY_MS);
        const id = 10_000_000 + number;
        const slot = Math.floor(at / 400);
        tx.run(
          `INSERT INTO chain_transactions (id, token_id, signature, slot, block_time, token_delta, movements_version)
             VALUES (?, ?, ?, ?, ?, '1', 1)`,
          id,
          tokenId,
          `${(number * 7_919) % 1_000_003}x${number}${"s".repeat(70)}`,
          slot,
          Math.floor(at / 1_000) * 1_000,
        );
        const [payer, payee] = [(number * 31) % OWNERS, (number * 17 + 7) % OWNERS];
        // One in a hundred transfers 1 % of the supply.
        const amount = number % 100 === 0 ? 10_000_000n * 10n ** 9n : BigInt(number);
        const changes = [
          [payer, amount * 2n, amount],
          [payee === payer ? payee + 1 : payee, 0n, amount],
        ] as const;
        for (const [owner, pre, post] of changes)
          tx.run(
            `INSERT OR IGNORE INTO token_movements
               (transaction_id, account_id, token_id, slot, owner_pre_id, owner_post_id, pre, post)
               VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
            id,
            1_000_000 + owner,
            tokenId,
            slot,
            1_000_000 + owner,
            1_000_000 + owner,
            pre.toString(),
            post.toString(),
          );
      }
    }, "lasting");
}

function addressOf(number: number): string {
  return encodeBase58(new Uint8Array(createHash("sha256").update(String(number)).digest()));
}
