import { reachedBy } from "../../kit/bigint.ts";
import type { Clock } from "../../kit/clock.ts";
import { MINUTE_MS } from "../../kit/clock.ts";
import { SingleFlight } from "../../kit/single-flight.ts";
import type {
  AddressHealth,
  ChainReader,
  EpochSchedule,
  HolderScan,
  MintFacts,
  MintState,
  Proved,
  ScanQuery,
  SignaturePage,
  SignatureQuery,
  SupplySnapshot,
  TokenMovement,
  TokenTransfers,
  WalletHoldings,
} from "../chain-reader.ts";
import { ChainUnavailable, NotThere } from "../chain-reader.ts";
import { agree, collect, type Question } from "./agreement.ts";
import { Endpoint } from "./endpoint.ts";
import { RpcFailure } from "./failure.ts";
import { scanAgreed } from "./holder-scan.ts";
import { movementOf } from "./movements.ts";
import {
  readAccounts,
  readAccountsOfOwner,
  readEpochSchedule,
  readGenesis,
  readLamports,
  readLargestAccounts,
  readSignatures,
  readSlot,
  readTransaction,
  SIGNATURES_A_PAGE,
} from "./queries.ts";
import {
  mintFields,
  mintOf,
  oldest,
  ownersOf,
  ownersWithTokens,
  readMany,
  requireMint,
  snapshotOf,
  sumOf,
  textOfBigInt,
} from "./snapshots.ts";
import { systemTiming, type Timing } from "./timing.ts";
import { transfersOf } from "./transactions.ts";

export interface RpcOptions {
  urls: readonly string[];
  mint: string;
  lpMint: string | null;
  quorum: number;
  maxPerSecond: number;
  timeoutMs: number;
}

/** Addresses are asked again for their chain: another node may have taken over behind an address. */
const CHAIN_MS = 10 * MINUTE_MS;
/**
 * A page of the newest signatures is cut here: an address ahead of the others sees fewer old ones in its thousand.
 */
const PAGE_CUT = 800;

/** The chain over JSON-RPC: a figure counts once `quorum` addresses agree on it, finalized (contract section 11). */
export class RpcReader implements ChainReader {
  readonly mode = "rpc";
  readonly concurrency: number;
  readonly #endpoints: readonly Endpoint[];
  readonly #flights = new SingleFlight();
  #chain: { hash: string; readAt: number } | null = null;
  #decimals: { mint: number; lp: number } | null = null;
  #epochs: EpochSchedule | null = null;

  constructor(
    private readonly options: RpcOptions,
    private readonly clock: Clock,
    private readonly timing: Timing = systemTiming,
  ) {
    this.#endpoints = options.urls.map((url) => new Endpoint(url, { ...options, clock, timing }));
    this.concurrency = Math.min(16, options.maxPerSecond);
  }

  getChain(): Promise<string> {
    const known = this.#chain;
    if (known !== null && this.clock.now() - known.readAt < CHAIN_MS) return Promise.resolve(known.hash);
    return this.#flights.run("chain", async () => {
      const ask = async (endpoint: Endpoint) => {
        endpoint.chain = await readGenesis(endpoint);
        return { value: endpoint.chain, slot: null };
      };
      const fields = (hash: string) => ({ genesis_hash: hash });
      const { value } = await agree(this.#endpoints, this.options.quorum, this.timing, {
        minSlot: 0n,
        askAll: true,
        ask,
        fields,
      });
      this.#chain = { hash: value, readAt: this.clock.now() };
      return value;
    });
  }

  async getMint(): Promise<MintFacts> {
    const { value, slot } = await this.#flights.run("mint", () => this.getMintState(0n));
    return { address: this.options.mint, decimals: value.decimals, supply: value.supply, slot };
  }

  getMintState(minSlot: bigint): Promise<Proved<MintState>> {
    const { mint } = this.options;
    return this.#agree({
      minSlot,
      askAll: true,
      ask: async (endpoint, slot) => {
        const { value, slot: at } = await readAccounts(endpoint, [mint], slot);
        return { value: mintOf(value[0]), slot: at };
      },
      fields: mintFields,
    }).then((proved) => ({ ...proved, value: requireMint(proved.value) }));
  }

  async getSupply(wallets: readonly string[], minSlot: bigint): Promise<Proved<SupplySnapshot>> {
    const { mint } = this.options;
    const accounts: string[] = [];
    for (const wallet of wallets) accounts.push(...(await this.listTokenAccounts(wallet, minSlot)));
    // A wallet may also be given as its token account.
    const keys = [...new Set([...wallets, ...accounts])];
    return this.#agree({
      minSlot,
      askAll: true,
      ask: async (endpoint, slot) => {
        const found = await readMany(endpoint, mint, keys, slot);
        return { value: snapshotOf(found.value, keys, wallets, mint), slot: found.slot };
      },
      fields: (value) => ({
        supply: String(value?.supply ?? "none"),
        balances: value === null ? "" : [...value.balances].map((each) => each.join("=")).join(" "),
      }),
    }).then((proved) => ({ ...proved, value: requireMint(proved.value) }));
  }

  async countLargestOwners(minSlot: bigint): Promise<number | null> {
    const { mint } = this.options;
    try {
      const { value } = await this.#agree({
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

  async scanHolders(query: ScanQuery, minSlot: bigint, signal: AbortSignal): Promise<Proved<HolderScan>> {
    await this.getChain();
    return scanAgreed({
      endpoints: this.#onChain(),
      quorum: this.options.quorum,
      mint: this.options.mint,
      query,
      minSlot,
      signal,
      readMint: (slot) => this.getMintState(slot),
      readSlot: async () => (await this.getSlot()).slot,
      agreeOn: (question) => this.#agree(question),
    });
  }

  getWallet(address: string): Promise<WalletHoldings> {
    return this.#flights.run(`wallet ${address}`, async () => {
      const { mint, lpMint } = this.options;
      const decimals = await this.#decimalsOf();
      const { value, slot } = await this.#agree({
        minSlot: 0n,
        askAll: false,
        ask: async (endpoint, minSlot) => {
          const lamports = await readLamports(endpoint, address, minSlot);
          const token = await readAccountsOfOwner(endpoint, address, mint, minSlot);
          const lp = lpMint === null ? token : await readAccountsOfOwner(endpoint, address, lpMint, minSlot);
          return {
            value: {
              lamports: lamports.value,
              tokenAmount: sumOf(token.value),
              lpAmount: lpMint === null ? 0n : sumOf(lp.value),
            },
            slot: oldest([lamports.slot, token.slot, lp.slot]),
          };
        },
        fields: (value) =>
          Object.fromEntries(Object.entries(value).map(([key, each]) => [key, String(each)])),
      });
      return { address, ...value, tokenDecimals: decimals.mint, lpMint, lpDecimals: decimals.lp, slot };
    });
  }

  getTokenTransfers(signature: string): Promise<TokenTransfers | null> {
    return this.#flights.run(`transfers ${signature}`, () =>
      this.#transaction(signature, (raw) => transfersOf(raw)).catch((error: unknown) => {
        if (error instanceof NotThere && error.isProved) return null;
        throw error;
      }),
    );
  }

  getMovement(signature: string): Promise<TokenMovement | null> {
    return this.#transaction(signature, (raw) => movementOf(raw, this.options.mint)).catch(
      (error: unknown) => {
        if (error instanceof NotThere) return null;
        throw error;
      },
    );
  }

  async getEpochSchedule(): Promise<EpochSchedule | null> {
    if (this.#epochs !== null) return this.#epochs;
    try {
      const { value } = await this.#agree({
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
    const { value } = await this.#agree({
      minSlot,
      askAll: false,
      ask: async (endpoint, slot) => {
        const found = await readMany(endpoint, mint, addresses, slot);
        return { value: ownersOf(found.value, addresses, mint), slot: found.slot };
      },
      fields: (owners) => ({ account_owners: [...owners].map((each) => each.join("=")).join(" ") }),
    });
    return value;
  }

  async listTokenAccounts(wallet: string, minSlot: bigint): Promise<string[]> {
    const { value } = await this.#agree({
      minSlot,
      askAll: false,
      ask: async (endpoint, slot) => {
        const found = await readAccountsOfOwner(endpoint, wallet, this.options.mint, slot);
        return { value: found.value.map(({ address }) => address), slot: found.slot };
      },
      fields: (accounts) => ({ token_accounts: accounts.join(" ") }),
    });
    return value;
  }

  /**
   * The latest slot that `quorum` addresses have reached: one lagging address delays nobody, and one that runs ahead
   * deceives nobody.
   */
  async getSlot(): Promise<Proved<null>> {
    await this.getChain();
    const { quorum } = this.options;
    const question = { minSlot: 0n, askAll: true, ask: this.#onChainOnly(readSlot), fields: () => ({}) };
    const given = await collect(this.#endpoints, quorum, question, 0n);
    const slots = given.flatMap(({ slot }) => (slot === null ? [] : [slot]));
    const slot = reachedBy(slots, quorum);
    if (slot === null) throw new ChainUnavailable(`${slots.length} RPC addresses answered, ${quorum} must`);
    const hosts = given.filter((each) => (each.slot ?? 0n) >= slot).map(({ endpoint }) => endpoint.host);
    return { value: null, slot, hosts, disagreements: [] };
  }

  async listSignatures(address: string, query: SignatureQuery): Promise<SignaturePage> {
    const { value } = await this.#agree<SignaturePage>({
      minSlot: 0n,
      askAll: false,
      ask: async (endpoint) => {
        const { value: page } = await readSignatures(endpoint, address, query);
        const known = page.filter(({ slot }) => slot <= query.throughSlot);
        const isFull = page.length >= SIGNATURES_A_PAGE;
        const signatures = isFull && query.before === null ? known.slice(0, PAGE_CUT) : known;
        return { value: { signatures, isLast: !isFull }, slot: null };
      },
      fields: ({ signatures, isLast }) => ({
        signatures: `${isLast} ${signatures.map(({ signature, failed }) => `${signature}${failed ? "!" : ""}`).join(" ")}`,
      }),
    });
    return value;
  }

  health(): AddressHealth[] {
    return this.#endpoints.map((each) => each.health());
  }

  /**
   * Asks every address before giving up: nodes without an archive answer null for transactions that others have.
   * @throws NotThere if too few have it, or can be read
   */
  async #transaction<Value extends TokenTransfers | TokenMovement>(
    signature: string,
    read: (raw: Parameters<typeof transfersOf>[0]) => Value | null,
  ): Promise<Value | null> {
    const lacking = new Set<Endpoint>();
    const { value } = await this.#agree<Value | null>({
      minSlot: 0n,
      askAll: false,
      ask: async (endpoint) => {
        const raw = await readTransaction(endpoint, signature);
        try {
          if (raw === null) throw new RpcFailure("invalid_answer");
          return { value: read(raw), slot: null };
        } catch (error) {
          lacking.add(endpoint);
          throw error;
        }
      },
      fields: (found) => ({ transaction: JSON.stringify(found, textOfBigInt) }),
      lacking: () => lacking.size,
    });
    return value;
  }

  /** Only asks addresses on the chain of the majority. */
  async #agree<Value>(question: Question<Value>): Promise<Proved<Value>> {
    await this.getChain();
    const ask = this.#onChainOnly(question.ask);
    return agree(this.#endpoints, this.options.quorum, this.timing, { ...question, ask });
  }

  #onChainOnly<Value>(ask: Question<Value>["ask"]): Question<Value>["ask"] {
    return async (endpoint, minSlot) => {
      await this.#requireChain(endpoint);
      try {
        return await ask(endpoint, minSlot);
      } catch (error) {
        // The parsers could not make sense of the answer.
        if (error instanceof RangeError || error instanceof SyntaxError || error instanceof TypeError)
          throw endpoint.refused();
        throw error;
      }
    };
  }

  async #requireChain(endpoint: Endpoint): Promise<void> {
    endpoint.chain ??= await readGenesis(endpoint);
    if (endpoint.chain !== this.#chain?.hash) throw endpoint.refused("wrong_chain");
  }

  #onChain(): Endpoint[] {
    return this.#endpoints.filter((each) => each.chain === null || each.chain === this.#chain?.hash);
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
    const { value } = await this.#agree({
      minSlot: 0n,
      askAll: false,
      ask: async (endpoint, slot) => {
        const found = await readAccounts(endpoint, [lpMint], slot);
        return { value: mintOf(found.value[0]), slot: found.slot };
      },
      fields: mintFields,
    });
    return requireMint(value).decimals;
  }
}
