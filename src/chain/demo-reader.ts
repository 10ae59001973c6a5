import { createHash } from "node:crypto";
import { decodeBase58, encodeBase58 } from "../kit/base58.ts";
import type { Clock } from "../kit/clock.ts";
import type {
  ChainReader,
  MintFacts,
  TokenTransfer,
  TokenTransfers,
  WalletHoldings,
} from "./chain-reader.ts";

/** Addresses that nobody holds a key of: SHA-256 of "salute demo mint", "… treasury", "… liquidity pool mint". */
export const DEMO_MINT = "23yADfudqhgM68dso7YXjuTNCL31GsLQJp6SchxsHEzP";
export const DEMO_TREASURY = "2i8gbQPg8HuztskNM67fa7x7ksoj1LAckbr2vfb6X8V4";
const DEMO_LP_MINT = "AqVyoHvKFMnppK7CFWpbnV12kDtcu8cFXPak4oGrN9FB";

const DECIMALS = 9;
const LP_DECIMALS = 6;
const SUPPLY = 1_000_000_000n * 10n ** BigInt(DECIMALS);
const MOST_TOKENS = 250_000n * 10n ** BigInt(DECIMALS);
const MOST_LAMPORTS = 20n * 10n ** 9n;
const MOST_LP = 1_000n * 10n ** BigInt(LP_DECIMALS);

/** Slots count from Solana's own first block, one each 400 ms. */
const FIRST_SLOT_MS = Date.UTC(2020, 2, 16, 14, 29);
const SLOT_MS = 400;

/**
 * A chain without a network, for development: a fixed mint, holdings that follow from an address's bytes alone, and slots
 * that follow from the clock, so that the same question has the same answer in every process. The only transactions that
 * it knows are those recorded in it; they live as long as the reader and move no holdings.
 */
export class DemoReader implements ChainReader {
  readonly mode = "demo";
  readonly #transactions = new Map<string, TokenTransfers>();

  constructor(private readonly clock: Clock) {}

  async getMint(): Promise<MintFacts> {
    return { address: DEMO_MINT, decimals: DECIMALS, supply: SUPPLY, slot: this.#slot() };
  }

  async getWallet(address: string): Promise<WalletHoldings> {
    const hash = createHash("sha256")
      .update("salute demo wallet")
      .update(decodeBase58(address) ?? new Uint8Array())
      .digest();
    return {
      address,
      lamports: hash.readBigUInt64BE(0) % MOST_LAMPORTS,
      tokenAmount: hash.readBigUInt64BE(8) % MOST_TOKENS,
      tokenDecimals: DECIMALS,
      lpMint: DEMO_LP_MINT,
      lpAmount: hash.readBigUInt64BE(16) % MOST_LP,
      lpDecimals: LP_DECIMALS,
      slot: this.#slot(),
    };
  }

  async getTokenTransfers(signature: string): Promise<TokenTransfers | null> {
    return this.#transactions.get(signature) ?? null;
  }

  /**
   * Puts a transaction into the next slot, which is later than all that has happened. A signature names one transaction
   * for good: recorded again, it keeps what it had.
   */
  recordTransfer(signature: string, transfers: readonly TokenTransfer[]): TokenTransfers {
    const slot = this.#slot() + 1n;
    const made = { slot, blockTime: FIRST_SLOT_MS + Number(slot) * SLOT_MS, transfers };
    const kept = this.#transactions.get(signature) ?? made;
    this.#transactions.set(signature, kept);
    return kept;
  }

  #slot(): bigint {
    return BigInt(Math.floor((this.clock.now() - FIRST_SLOT_MS) / SLOT_MS));
  }
}

/** The signature, base58 of 64 bytes, of the demo transaction that pays for something; the same each time. */
export function demoSignature(paysFor: string): string {
  return encodeBase58(
    new Uint8Array(createHash("sha512").update(`salute demo transfer ${paysFor}`).digest()),
  );
}
