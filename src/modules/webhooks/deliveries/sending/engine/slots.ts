/** Limits on deliveries in progress. */
export interface SlotLimits {
  total: number;
  perWebhook: number;
  /** Part of the total, for receivers that are slow or failing. */
  slow: number;
}

/** A webhook that may have something due. */
export interface Candidate {
  webhookId: number;
  partnerId: number;
  /** Whether its last attempt failed or took over 2 s. */
  isSlow: boolean;
  /** Whether its circuit is open: it gets one slot, for a probe. */
  isOpen: boolean;
}

interface Receiver extends Candidate {
  busy: number;
  /** Whether something may be due that has no slot yet. */
  isWaiting: boolean;
}

interface Partner {
  id: number;
  /** Slots in use by all its webhooks. */
  busy: number;
  /** Waiting webhooks with room for more, in turn: the map keeps the order, and a served webhook goes to the end. */
  healthy: Map<number, Receiver>;
  slow: Map<number, Receiver>;
}

type Kind = "healthy" | "slow";

/** Waiting partners in turn; partners without a slot come before the others. */
interface Ring {
  idle: Map<number, Partner>;
  busy: Map<number, Partner>;
}

const MAX_PROVEN = 100_000;

/**
 * Decides which webhook sends next (contract section 9). A free slot goes to a partner without one, otherwise to the
 * next in turn, and to healthy receivers first. Slow receivers share their part of the slots, which is at least one,
 * so that none waits forever.
 */
export class Slots {
  readonly #receivers = new Map<number, Receiver>();
  readonly #partners = new Map<number, Partner>();
  /** Webhooks whose last attempt succeeded. Any other webhook gets a single slot until it succeeds. */
  readonly #proven = new Set<number>();
  readonly #rings: Record<Kind, Ring> = {
    healthy: { idle: new Map(), busy: new Map() },
    slow: { idle: new Map(), busy: new Map() },
  };
  #busy = 0;
  #busySlow = 0;

  constructor(private readonly limits: SlotLimits) {}

  get busy(): number {
    return this.#busy;
  }

  get hasFree(): boolean {
    return this.#busy < this.limits.total;
  }

  /** Whether a webhook waits for a slot that another must give back first. */
  get isScarce(): boolean {
    const { healthy, slow } = this.#rings;
    return !this.hasFree && healthy.idle.size + healthy.busy.size + slow.idle.size + slow.busy.size > 0;
  }

  /** Slots of a webhook that are in use. */
  busyOf(webhookId: number): number {
    return this.#receivers.get(webhookId)?.busy ?? 0;
  }

  /** Webhooks and partners in memory: those with something in progress or waiting. */
  get size(): number {
    return this.#receivers.size + this.#partners.size;
  }

  /** Whether a slot could be given now. */
  get canGive(): boolean {
    return this.#nextKind() !== null;
  }

  /** This webhook may have something due. */
  offer(candidate: Candidate): void {
    const known = this.#receivers.get(candidate.webhookId);
    if (known !== undefined) {
      known.isWaiting = true;
      this.#change(candidate.webhookId, candidate.isSlow, candidate.isOpen);
      return;
    }
    const receiver = { ...candidate, busy: 0, isWaiting: true };
    this.#receivers.set(candidate.webhookId, receiver);
    this.#place(receiver);
  }

  /** Nothing more is due for it now. */
  withdraw(webhookId: number): void {
    const receiver = this.#receivers.get(webhookId);
    if (receiver === undefined) return;
    receiver.isWaiting = false;
    this.#place(receiver);
  }

  /** Updates the receiver's condition after an attempt. */
  update(webhookId: number, isSlow: boolean, isOpen: boolean): void {
    this.#proven.delete(webhookId);
    if (this.#proven.size >= MAX_PROVEN) this.#proven.clear();
    if (!isSlow) this.#proven.add(webhookId);
    this.#change(webhookId, isSlow, isOpen);
  }

  #change(webhookId: number, isSlow: boolean, isOpen: boolean): void {
    const receiver = this.#receivers.get(webhookId);
    if (receiver === undefined) return;
    if (receiver.isSlow !== isSlow) {
      this.#partnerOf(receiver)[kindOf(receiver)].delete(webhookId);
      receiver.isSlow = isSlow;
      this.#busySlow += isSlow ? receiver.busy : -receiver.busy;
    }
    receiver.isOpen = isOpen;
    this.#place(receiver);
  }

  /** Assigns the free slots: the number of slots for each webhook. They are in use until released. */
  give(): Map<number, number> {
    const given = new Map<number, number>();
    for (let kind = this.#nextKind(); kind !== null; kind = this.#nextKind()) {
      const receiver = this.#takeTurn(kind);
      this.#occupy(receiver, 1);
      given.set(receiver.webhookId, (given.get(receiver.webhookId) ?? 0) + 1);
    }
    return given;
  }

  /** Gives slots back. */
  release(webhookId: number, count: number): void {
    const receiver = this.#receivers.get(webhookId);
    if (receiver !== undefined) this.#occupy(receiver, -count);
  }

  #nextKind(): Kind | null {
    if (!this.hasFree) return null;
    const { healthy, slow } = this.#rings;
    const wantsSlow = slow.idle.size + slow.busy.size > 0;
    if (wantsSlow && this.#busySlow === 0) return "slow";
    if (healthy.idle.size + healthy.busy.size > 0) return "healthy";
    return wantsSlow && this.#busySlow < this.limits.slow ? "slow" : null;
  }

  /** The next webhook of the next partner; both go to the end of their queues. */
  #takeTurn(kind: Kind): Receiver {
    const { idle, busy } = this.#rings[kind];
    const partner = firstOf(idle) ?? firstOf(busy);
    const receiver = partner === undefined ? undefined : firstOf(partner[kind]);
    if (partner === undefined || receiver === undefined) throw new Error("nobody waits for a slot");
    idle.delete(partner.id);
    busy.delete(partner.id);
    partner[kind].delete(receiver.webhookId);
    return receiver;
  }

  #occupy(receiver: Receiver, count: number): void {
    this.#busy += count;
    receiver.busy += count;
    this.#partnerOf(receiver).busy += count;
    if (receiver.isSlow) this.#busySlow += count;
    this.#place(receiver);
  }

  /**
   * Keeps a webhook in its partner's queue exactly while it waits and has room; forgets it when it neither waits nor
   * sends.
   */
  #place(receiver: Receiver): void {
    const partner = this.#partnerOf(receiver);
    if (receiver.isWaiting && receiver.busy < this.#roomOf(receiver))
      partner[kindOf(receiver)].set(receiver.webhookId, receiver);
    else partner[kindOf(receiver)].delete(receiver.webhookId);
    if (!receiver.isWaiting && receiver.busy === 0) this.#receivers.delete(receiver.webhookId);
    this.#line(partner, "healthy");
    this.#line(partner, "slow");
    if (partner.busy + partner.healthy.size + partner.slow.size === 0) this.#partners.delete(partner.id);
  }

  #roomOf({ webhookId, isSlow, isOpen }: Receiver): number {
    if (isOpen) return 1;
    return isSlow || this.#proven.has(webhookId) ? this.limits.perWebhook : 1;
  }

  /** Puts a partner into the queue where it belongs, without changing its place there. */
  #line(partner: Partner, kind: Kind): void {
    const ring = this.#rings[kind];
    const [right, wrong] = partner.busy === 0 ? [ring.idle, ring.busy] : [ring.busy, ring.idle];
    wrong.delete(partner.id);
    if (partner[kind].size > 0) right.set(partner.id, partner);
    else right.delete(partner.id);
  }

  #partnerOf({ partnerId }: Receiver): Partner {
    const known = this.#partners.get(partnerId);
    if (known !== undefined) return known;
    const partner = { id: partnerId, busy: 0, healthy: new Map(), slow: new Map() };
    this.#partners.set(partnerId, partner);
    return partner;
  }
}

function kindOf({ isSlow }: Receiver): Kind {
  return isSlow ? "slow" : "healthy";
}

function firstOf<Value>(map: Map<number, Value>): Value | undefined {
  for (const value of map.values()) return value;
  return undefined;
}
