import type { Tx } from "../../../../db/sql.ts";
import { DAY_MS } from "../../../../kit/clock.ts";
import { DailyCap } from "../../../platform/daily-caps/index.ts";
import type { Keyring } from "../../../platform/master-key/index.ts";
import { countDestinations, countEvents, dropOldestEvents, type EventRows } from "./event-store.ts";

const LIMITS = {
  /** Destinations per UTC day that an address may be the first to report; further ones count as `other`. */
  destinationsOfAddress: 100,
  /** Rows of destinations per UTC day, and in total: each takes up to some kilobytes. */
  destinationsOfDay: 5_000,
  destinations: 100_000,
  /** Events that are known again; beyond, the oldest are forgotten, which shortens the dedupe window. */
  events: 2_000_000,
};

/**
 * Limits the tables of reported events, which anyone may fill. The rows are counted once a day, and from then on in
 * memory: counting them for each event would hold up every other change.
 */
export class EventRoom {
  readonly #perAddress: DailyCap;
  #day = -1;
  #ofDay = 0;
  #destinations = 0;
  #events = 0;

  constructor(
    keyring: Keyring,
    private readonly limits = LIMITS,
  ) {
    this.#perAddress = new DailyCap(keyring, "event_destinations", limits.destinationsOfAddress);
  }

  /** Uses room for one more destination of today; false if the day, the total or the address has none left. */
  takeDestination(tx: Tx, address: string): boolean {
    this.#countDaily(tx);
    const { destinationsOfDay, destinations } = this.limits;
    if (this.#ofDay >= destinationsOfDay || this.#destinations >= destinations) return false;
    if (!this.#perAddress.take(tx, address)) return false;
    this.#ofDay++;
    this.#destinations++;
    return true;
  }

  /** Makes room for one more event. */
  takeEvent(tx: Tx): void {
    this.#countDaily(tx);
    if (this.#events >= this.limits.events) this.#events -= dropOldestEvents(tx, 2);
    this.#events++;
  }

  /** Makes room for as many rows as were deleted. */
  noteDeleted({ events, destinations }: EventRows): void {
    this.#events -= events;
    this.#destinations -= destinations;
  }

  #countDaily(tx: Tx): void {
    const day = Math.floor(tx.now / DAY_MS);
    if (day === this.#day) return;
    this.#day = day;
    this.#ofDay = countDestinations(tx, day);
    this.#destinations = countDestinations(tx, null);
    this.#events = countEvents(tx);
  }
}
