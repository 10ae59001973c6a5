import type { Database } from "../../../../db/database.ts";
import { type Clock, DAY_MS } from "../../../../kit/clock.ts";
import { addSources, type Dimension, type SourceCell } from "./source-store.ts";

/** Limit of pending cells, reached only if the database refuses changes; further ones are not counted. */
const MAX_PENDING = 50_000;
/** As much of a parameter is kept. */
const MAX_VALUE_LENGTH = 64;

export interface UtmQuery {
  utm_source?: string | undefined;
  utm_medium?: string | undefined;
  utm_campaign?: string | undefined;
}

interface Options {
  clock: Clock;
  live: Database;
  countryHeader: string | null;
}

/**
 * Counts in memory where the visitors of links with statistics come from; `flush` writes it. Only sums by day and
 * origin are kept: nothing connects the origins of one visit.
 */
export class SourceCounter {
  #cells = new Map<string, SourceCell>();
  #flushing: Promise<void> = Promise.resolve();

  constructor(private readonly options: Options) {}

  /** @param header reads a header of the request by its lower-case name */
  countVisit(linkId: number, utm: UtmQuery, header: (name: string) => string | null): void {
    const { countryHeader } = this.options;
    const country = countryHeader === null ? null : header(countryHeader);
    this.#add(linkId, "referrer", hostOf(header("referer")));
    this.#add(linkId, "country", country !== null && /^[A-Z]{2}$/.test(country) ? country : null);
    for (const name of ["utm_source", "utm_medium", "utm_campaign"] as const)
      this.#add(linkId, name, cleanValue(utm[name]));
  }

  /** A download of the link's QR code. */
  countDownload(linkId: number, format: "svg" | "png"): void {
    this.#add(linkId, "qr_download", format);
  }

  /** Writes what is pending; it stays pending if it could not be written. @throws WriteUnavailable */
  flush(): Promise<void> {
    if (this.#cells.size > 0) this.#flushing = this.#flushing.catch(() => {}).then(() => this.#store());
    return this.#flushing;
  }

  async #store(): Promise<void> {
    const cells = [...this.#cells.values()];
    this.#cells = new Map();
    try {
      await this.options.live.writer.run((tx) => addSources(tx, cells), "lasting");
    } catch (error) {
      for (const cell of cells) this.#put(cell);
      throw error;
    }
  }

  #add(link_id: number, dimension: Dimension, value: string | null): void {
    if (value === null) return;
    const day = Math.floor(this.options.clock.now() / DAY_MS);
    this.#put({ link_id, day, dimension, value, visits: 1 });
  }

  #put(cell: SourceCell): void {
    const key = `${cell.link_id} ${cell.day} ${cell.dimension} ${cell.value}`;
    const known = this.#cells.get(key);
    if (known !== undefined) known.visits += cell.visits;
    else if (this.#cells.size < MAX_PENDING) this.#cells.set(key, cell);
  }
}

function hostOf(referrer: string | null): string | null {
  const host = referrer === null ? "" : (URL.parse(referrer)?.hostname ?? "");
  return host === "" || host.length > 253 ? null : host;
}

/** Without control characters, and cut. */
function cleanValue(text: string | undefined): string | null {
  const clean = (text ?? "").toWellFormed().replaceAll(/\p{C}/gu, "").trim();
  return clean === "" ? null : [...clean].slice(0, MAX_VALUE_LENGTH).join("");
}
