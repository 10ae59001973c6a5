import type { Database } from "../../../db/database.ts";
import type { Clock } from "../../../kit/clock.ts";
import { hmacSha256Hex } from "../../../kit/crypto/seal.ts";
import { limitSubject } from "../../../kit/network/addresses.ts";
import type { Brand } from "../../../pages/index.ts";
import { DailyCap } from "../../platform/daily-caps/index.ts";
import type { Keyring } from "../../platform/master-key/index.ts";
import { Images } from "./landing/images.ts";
import type { Policy } from "./policy.ts";
import { type Decision, decide, Recheck, type SiteAddresses } from "./rules.ts";
import { NEW_LINKS_A_DAY } from "./short-links/lifetime.ts";
import { LinkKeys } from "./short-links/link-keys.ts";
import { SourceCounter } from "./stats/sources.ts";
import { ClickCounter } from "./visits/clicks.ts";
import { EventRoom } from "./visits/event-room.ts";

export interface AudioShareOptions {
  clock: Clock;
  live: Database;
  keyring: Keyring;
  policy: Policy;
  /** The site that links lead to; null for this server's own address. */
  siteBaseUrl: string | null;
  /** This server's base address, without a slash at its end. */
  baseUrl: () => string;
  dedupeHours: number;
  trackAuth: "optional" | "required";
  /** In lower case; null if no proxy gives the country. */
  countryHeader: string | null;
  safeModeReason: () => string | null;
  /** The installation's face now. */
  brand: () => Brand;
}

/** Shared state of the audio-share verbs: policy, keys, counters, and the database of links. */
export class AudioShare {
  readonly clicks: ClickCounter;
  readonly sources: SourceCounter;
  readonly keys: LinkKeys;
  readonly cap: DailyCap;
  readonly eventRoom: EventRoom;
  readonly images = new Images();
  readonly live: Database;
  policy: Policy;
  readonly dedupeHours: number;
  readonly trackAuth: "optional" | "required";
  readonly safeModeReason: () => string | null;
  readonly brand: () => Brand;
  #ground: (SiteAddresses & { base: string; recheck: Recheck }) | null = null;

  constructor(private readonly options: AudioShareOptions) {
    this.clicks = new ClickCounter(options.clock, options.live);
    this.sources = new SourceCounter(options);
    this.keys = new LinkKeys(options.keyring);
    this.cap = new DailyCap(options.keyring, "short_links", NEW_LINKS_A_DAY);
    this.eventRoom = new EventRoom(options.keyring);
    this.live = options.live;
    this.policy = options.policy;
    this.dedupeHours = options.dedupeHours;
    this.trackAuth = options.trackAuth;
    this.safeModeReason = options.safeModeReason;
    this.brand = options.brand;
  }

  /** Further decisions follow this policy. */
  usePolicy(policy: Policy): void {
    this.policy = policy;
    this.#ground = null;
  }

  /** The addresses that decisions depend on; they change once, when the server has its port. */
  ground(): SiteAddresses & { recheck: Recheck } {
    const base = this.options.baseUrl();
    if (this.#ground?.base !== base) {
      const site = new URL(this.options.siteBaseUrl ?? base);
      const ground = { site, short: new URL(base) };
      this.#ground = { base, ...ground, recheck: new Recheck(this.policy, ground) };
    }
    return this.#ground;
  }

  decide(destination: string): Decision {
    return decide(destination, this.policy, this.ground());
  }

  /** Whether a destination that was shared before is still allowed. */
  isStillAllowed(destination: string): boolean {
    return this.ground().recheck.isAllowed(destination);
  }

  /** The maker of links with statistics: a keyed hash of the address, or of its network (IPv6). */
  hashMaker(address: string): string {
    const key = Buffer.from(this.options.keyring.derive("audio-share makers v1")).toString("hex");
    return hmacSha256Hex(key, limitSubject(address));
  }

  statsUrl(secret: string): string {
    return this.shortUrl(`stats/${secret}`);
  }

  shortUrl(code: string): string {
    return `${this.options.baseUrl()}/s/audio/${code}`;
  }
}
