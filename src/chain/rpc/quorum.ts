import { reachedBy } from "../../kit/bigint.ts";
import { type Clock, MINUTE_MS } from "../../kit/clock.ts";
import { SingleFlight } from "../../kit/single-flight.ts";
import type { AddressHealth, QuorumValue } from "../chain-reader.ts";
import { ChainUnavailable } from "../errors.ts";
import { agree, collect, type Question } from "./agreement.ts";
import { Endpoint } from "./endpoint.ts";
import { readGenesis, readSlot } from "./queries.ts";
import { systemTiming, type Timing } from "./timing.ts";
import { OwnTurns, type Turns } from "./turns.ts";

export interface QuorumOptions {
  urls: readonly string[];
  quorum: number;
  maxPerSecond: number;
  timeoutMs: number;
  /** Counts the requests; unset: those of this process. */
  turns?: Turns;
}

/** Addresses are asked again for their chain: another node may have taken over behind an address. */
const CHAIN_MS = 10 * MINUTE_MS;

/** The RPC addresses of one chain: an answer counts once `quorum` of them agree on it (contract section 11). */
export class Quorum {
  readonly #endpoints: readonly Endpoint[];
  readonly #flights = new SingleFlight();
  #chain: { hash: string; readAt: number } | null = null;

  constructor(
    private readonly options: QuorumOptions,
    private readonly clock: Clock,
    private readonly timing: Timing = systemTiming,
  ) {
    const { turns = new OwnTurns(() => timing.now()) } = options;
    this.#endpoints = options.urls.map((url) => new Endpoint(url, { ...options, clock, timing, turns }));
  }

  get size(): number {
    return this.options.quorum;
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
      const { value } = await agree(this.#voters, { minSlot: 0n, askAll: true, ask, fields });
      this.#chain = { hash: value, readAt: this.clock.now() };
      return value;
    });
  }

  /**
   * The latest slot that `quorum` addresses have reached: one lagging address delays nobody, and one that runs ahead
   * deceives nobody.
   */
  async getSlot(): Promise<QuorumValue<null>> {
    await this.getChain();
    const { quorum } = this.options;
    const question = { minSlot: 0n, askAll: true, ask: this.#onChainOnly(readSlot), fields: () => ({}) };
    const given = await collect(this.#voters, question, 0n);
    const slots = given.flatMap(({ slot }) => (slot === null ? [] : [slot]));
    const slot = reachedBy(slots, quorum);
    if (slot === null) throw new ChainUnavailable(`${slots.length} RPC addresses answered, ${quorum} must`);
    const hosts = given.filter((each) => (each.slot ?? 0n) >= slot).map(({ endpoint }) => endpoint.host);
    return { value: null, slot, hosts, disagreements: [] };
  }

  /** Only asks addresses on the chain of the majority. */
  async agree<Value>(question: Question<Value>): Promise<QuorumValue<Value>> {
    await this.getChain();
    const ask = this.#onChainOnly(question.ask);
    return agree(this.#voters, { ...question, ask });
  }

  /** Addresses that are on the chain that most are on, or have not said yet. */
  async onChain(): Promise<Endpoint[]> {
    await this.getChain();
    return this.#endpoints.filter((each) => each.chain === null || each.chain === this.#chain?.hash);
  }

  health(): AddressHealth[] {
    return this.#endpoints.map((each) => each.health());
  }

  get #voters() {
    return { endpoints: this.#endpoints, quorum: this.options.quorum, timing: this.timing };
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
}
