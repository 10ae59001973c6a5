import type { Clock } from "../../kit/clock.ts";
import { SingleFlight } from "../../kit/single-flight.ts";
import type { AddressHealth, ChainReader, QuorumValue } from "../chain-reader.ts";
import { ChainUnavailable } from "../errors.ts";
import type { ScanQuery, SupplySnapshot, WalletHoldings } from "../holdings.ts";
import type { EpochSchedule, MintFacts, MintState } from "../mint.ts";
import type { SignaturePage, SignatureQuery, TokenMovement, TokenTransfers } from "../transactions.ts";
import { scanAgreed } from "./holder-scan.ts";
import {
  readAccounts,
  readAccountsOfOwner,
  readEpochSchedule,
  readLamports,
  readLargestAccounts,
} from "./queries.ts";
import { Quorum, type QuorumOptions } from "./quorum.ts";
import { agreeOnMovement, agreeOnSignatures, agreeOnTransfers } from "./read-transactions.ts";
import {
  buildSnapshot,
  mapKeysToOwners,
  mintFields,
  oldest,
  ownersWithTokens,
  parseMintOrNull,
  readMany,
  requireMint,
  sumAmounts,
} from "./snapshots.ts";
import type { Timing } from "./timing.ts";

export interface RpcOptions extends QuorumOptions {
  mint: string;
  lpMint: string | null;
}

/** The chain over JSON-RPC: a figure counts once `quorum` addresses agree on it, finalized (contract section 11). */
export class RpcReader implements ChainReader {
  readonly mode = "rpc";
  readonly concurrency: number;
  readonly #quorum: Quorum;
  readonly #flights = new SingleFlight();
  #decimals: { mint: number; lp: number } | null = null;
  #epochs: EpochSchedule | null = null;

  constructor(
    private readonly options: RpcOptions,
    clock: Clock,
    timing?: Timing,
  ) {
    this.#quorum = new Quorum(options, clock, timing);
    this.concurrency = Math.min(16, options.maxPerSecond);
  }

  getChain(): Promise<string> {
    return this.#quorum.getChain();
  }

  async getMint(): Promise<MintFacts> {
    const { value, slot } = await this.#flights.run("mint", () => this.getMintState(0n));
    return { address: this.options.mint, decimals: value.decimals, supply: value.supply, slot };
  }

  getMintState(minSlot: bigint): Promise<QuorumValue<MintState>> {
    const { mint } = this.options;
    return this.#quorum
      .agree({
        minSlot,
        askAll: true,
        ask: async (endpoint, slot) => {
          const { value, slot: at } = await readAccounts(endpoint, [mint], slot);
          return { value: parseMintOrNull(value[0]), slot: at };
        },
        fields: mintFields,
      })
      .then((proved) => ({ ...proved, value: requireMint(proved.value) }));
  }

  async getSupply(wallets: readonly string[], minSlot: bigint): Promise<QuorumValue<SupplySnapshot>> {
    const { mint } = this.options;
    const accounts: string[] = [];
    for (const wallet of wallets) accounts.push(...(await this.listTokenAccounts(wallet, minSlot)));
    // A wallet may also be given as its token account.
    const keys = [...new Set([...wallets, ...accounts])];
    return this.#quorum
      .agree({
        minSlot,
        askAll: true,
        ask: async (endpoint, slot) => {
          const found = await readMany(endpoint, { mint, keys }, slot);
          return { value: buildSnapshot(found.value, { keys, wallets, mint }), slot: found.slot };
        },
        fields: (value) => ({
          supply: String(value?.supply ?? "none"),
          balances: value === null ? "" : [...value.balances].map((each) => each.join("=")).join(" "),
        }),
      })
      .then((proved) => ({ ...proved, value: requireMint(proved.value) }));
  }

  async countLargestOwners(minSlot: bigint): Promise<number | null> {
    const { mint } = this.options;
    try {
      const { value } = await this.#quorum.agree({
        minSlot,
        askAll: false,
        ask: async (endpoint) => {
          const largest = await readLargestAccounts(endpoint, mint);
          const accounts = await readAccounts(endpoint, largest.value, largest.slot ?? minSlot);
          return { value: ownersWithTokens(accounts.value, mint), slot: accounts.slot };
        },
        fields: (owners) => ({ largest_owners: String(owners) }),
      });
      return value;
    } catch (error) {
      // Providers may refuse this call; it is a lower bound that no other figure depends on.
      if (error instanceof ChainUnavailable) return null;
      throw error;
    }
  }

  async scanHolders(query: ScanQuery, minSlot: bigint, signal: AbortSignal) {
    return scanAgreed({
      endpoints: await this.#quorum.onChain(),
      quorum: this.#quorum.size,
      mint: this.options.mint,
      query,
      minSlot,
      signal,
      readMint: (slot) => this.getMintState(slot),
      readSlot: async () => (await this.getSlot()).slot,
      agreeOn: (question) => this.#quorum.agree(question),
    });
  }

  getWallet(owner: string): Promise<WalletHoldings> {
    return this.#flights.run(`wallet ${owner}`, async () => {
      const { mint, lpMint } = this.options;
      const { mint: tokenDecimals, lp: lpDecimals } = await this.#decimalsOf();
      const { value, slot } = await this.#quorum.agree({
        minSlot: 0n,
        askAll: false,
        ask: async (endpoint, minSlot) => {
          const lamports = await readLamports(endpoint, owner, minSlot);
          const token = await readAccountsOfOwner(endpoint, { owner, mint }, minSlot);
          const lp =
            lpMint === null ? token : await readAccountsOfOwner(endpoint, { owner, mint: lpMint }, minSlot);
          return {
            value: {
              lamports: lamports.value,
              tokenAmount: sumAmounts(token.value),
              lpAmount: lpMint === null ? 0n : sumAmounts(lp.value),
            },
            slot: oldest([lamports.slot, token.slot, lp.slot]),
          };
        },
        fields: (held) => Object.fromEntries(Object.entries(held).map(([key, each]) => [key, String(each)])),
      });
      return { address: owner, ...value, tokenDecimals, lpMint, lpDecimals, slot };
    });
  }

  getTokenTransfers(signature: string): Promise<TokenTransfers | null> {
    return this.#flights.run(`transfers ${signature}`, () => agreeOnTransfers(this.#quorum, signature));
  }

  getMovement(signature: string): Promise<TokenMovement | null> {
    return agreeOnMovement(this.#quorum, signature, this.options.mint);
  }

  async getEpochSchedule(): Promise<EpochSchedule | null> {
    if (this.#epochs !== null) return this.#epochs;
    try {
      const { value } = await this.#quorum.agree({
        minSlot: 0n,
        askAll: false,
        ask: readEpochSchedule,
        fields: (schedule) => ({ epoch_schedule: JSON.stringify(schedule) }),
      });
      this.#epochs = value;
      return value;
    } catch (error) {
      // Without it fees are unknown, and all other figures are unaffected.
      if (error instanceof ChainUnavailable) return null;
      throw error;
    }
  }

  async findAccountOwners(addresses: readonly string[], minSlot: bigint): Promise<Map<string, string>> {
    if (addresses.length === 0) return new Map();
    const { mint } = this.options;
    const { value } = await this.#quorum.agree({
      minSlot,
      askAll: false,
      ask: async (endpoint, slot) => {
        const found = await readMany(endpoint, { mint, keys: addresses }, slot);
        return { value: mapKeysToOwners(found.value, addresses, mint), slot: found.slot };
      },
      fields: (owners) => ({ account_owners: [...owners].map((each) => each.join("=")).join(" ") }),
    });
    return value;
  }

  async listTokenAccounts(wallet: string, minSlot: bigint): Promise<string[]> {
    const { value } = await this.#quorum.agree({
      minSlot,
      askAll: false,
      ask: async (endpoint, slot) => {
        const found = await readAccountsOfOwner(endpoint, { owner: wallet, mint: this.options.mint }, slot);
        return { value: found.value.map(({ address }) => address), slot: found.slot };
      },
      fields: (accounts) => ({ token_accounts: accounts.join(" ") }),
    });
    return value;
  }

  getSlot(): Promise<QuorumValue<null>> {
    return this.#quorum.getSlot();
  }

  listSignatures(address: string, query: SignatureQuery): Promise<SignaturePage> {
    return agreeOnSignatures(this.#quorum, address, query);
  }

  health(): AddressHealth[] {
    return this.#quorum.health();
  }

  /** Decimals of a mint never change. */
  async #decimalsOf(): Promise<{ mint: number; lp: number }> {
    if (this.#decimals !== null) return this.#decimals;
    const { lpMint } = this.options;
    const { decimals: mint } = await this.getMint();
    const lp = lpMint === null ? 0 : await this.#lpDecimals(lpMint);
    this.#decimals = { mint, lp };
    return this.#decimals;
  }

  async #lpDecimals(lpMint: string): Promise<number> {
    const { value } = await this.#quorum.agree({
      minSlot: 0n,
      askAll: false,
      ask: async (endpoint, slot) => {
        const found = await readAccounts(endpoint, [lpMint], slot);
        return { value: parseMintOrNull(found.value[0]), slot: found.slot };
      },
      fields: mintFields,
    });
    return requireMint(value).decimals;
  }
}
