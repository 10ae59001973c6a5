import { SECOND_MS } from "../../../kit/clock.ts";
import { type LeaseStore, StoreError } from "../lease/index.ts";
import { leads } from "./client.ts";
import { Silence } from "./silence.ts";

/** A second way to see the leader. */
export interface Witness {
  /** Why a standby may not take over from this epoch; null if the leader is not seen. */
  ask(epoch: number): Promise<string | null>;
}

const LEAST_TIMEOUT_MS = SECOND_MS / 2;
const LONGEST_TIMEOUT_MS = 3 * SECOND_MS;

/** Another address of the service, such as the public one. It not answering is what a lost leader looks like. */
export function serviceWitness(address: string, leaseSeconds: number): Witness {
  const timeoutMs = Math.min(Math.max((leaseSeconds * SECOND_MS) / 6, LEAST_TIMEOUT_MS), LONGEST_TIMEOUT_MS);
  return {
    ask: async () =>
      (await leads(address, timeoutMs)) ? `The witness ${address} sees a machine that leads.` : null,
  };
}

/** A second store, in which the leader renews its lease too. An outage there proves nothing. */
export function createStoreWitness(store: LeaseStore, leaseSeconds: number): Witness {
  const silence = new Silence(store);
  return {
    async ask(epoch) {
      try {
        const seconds = await silence.look(epoch);
        if (seconds === null)
          return "The leader has never renewed its lease in the second store: set LEASE_WITNESS_URL there too.";
        return seconds < leaseSeconds
          ? `The second store sees the leader, which last renewed its lease there ${Math.floor(seconds)} s ago.`
          : null;
      } catch (error) {
        if (!(error instanceof StoreError)) throw error;
        return `The second store does not tell whether the leader leads: ${error.message}.`;
      }
    },
  };
}
