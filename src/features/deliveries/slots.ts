/** How many deliveries may be under way. */
export interface SlotLimits {
  total: number;
  perWebhook: number;
  /** Of the total, for receivers that are slow or fail. */
  slow: number;
}

/** A webhook that may have something due. */
export interface Candidate {
  webhookId: number;
  partnerId: number;
  /** Its last attempt failed or took over 2 s. */
  isSlow: boolean;
  /** Its circuit is open: it gets one slot, for a probe. */
  isOpen: boolean;
}

interface Receiver extends Candidate {
  busy: number;
  /** Whether something may be due that has no slot yet. */
  isWaiting: boolean;
}

/** Partners in turn, and within each its webhooks in turn. Maps keep the order: who was served goes to the end. */
type Ring = Map<number, Map<number, Receiver>>;

/**
 * Who may send next (contract section 9). Free slots go round-robin by partner, to healthy receivers first; slow ones
 * share their part of the slots, of which they always have one, so that nobody waits for ever.
 */
export class Slots {
  readonly #receivers = new Map<number, Receiver>();
  readonly #healthy: Ring = new Map();
  readonly #slow: Ring = new Map();
  #busy = 0;
  #busySlow = 0;

  constructor(private readonly limits: SlotLimits) {}

  get busy(): number {
    return this.#busy;
  }

  get hasFree(): boolean {
    return this.#busy < this.limits.total;
  }

  /** Whether a slot could be given now. */
  get canGive(): boolean {
    return this.#next() !== null;
  }

  /** Webhooks that are remembered: those with something under way or waiting. */
  get size(): number {
    return this.#receivers.size;
  }

  /** This webhook may have something due. */
  offer(candidate: Candidate): void {
    const known = this.#receivers.get(candidate.webhookId);
    if (known === undefined) {
      const receiver = { ...candidate, busy: 0, isWaiting: true };
      this.#receivers.set(candidate.webhookId, receiver);
      this.#place(receiver);
      return;
    }
    known.isWaiting = true;
    this.update(candidate.webhookId, candidate.isSlow, candidate.isOpen);
  }

  /** Nothing more is due for it now. */
  withdraw(webhookId: number): void {
    const receiver = this.#receivers.get(webhookId);
    if (receiver === undefined) return;
    receiver.isWaiting = false;
    this.#place(receiver);
  }

  /** How the receiver does has changed. */
  update(webhookId: number, isSlow: boolean, isOpen: boolean): void {
    const receiver = this.#receivers.get(webhookId);
    if (receiver === undefined) return;
    if (receiver.isSlow !== isSlow) {
      this.#remove(receiver);
      receiver.isSlow = isSlow;
      this.#busySlow += isSlow ? receiver.busy : -receiver.busy;
    }
    receiver.isOpen = isOpen;
    this.#place(receiver);
  }

  /** Gives out what is free: how many slots each webhook gets. They are busy until released. */
  give(): Map<number, number> {
    const given = new Map<number, number>();
    for (let ring = this.#next(); ring !== null; ring = this.#next()) {
      const receiver = takeTurn(ring);
      this.#busy++;
      receiver.busy++;
      if (receiver.isSlow) this.#busySlow++;
      given.set(receiver.webhookId, (given.get(receiver.webhookId) ?? 0) + 1);
      this.#place(receiver);
    }
    return given;
  }

  /** Gives slots back. */
  release(webhookId: number, count: number): void {
    const receiver = this.#receivers.get(webhookId);
    if (receiver === undefined) return;
    this.#busy -= count;
    receiver.busy -= count;
    if (receiver.isSlow) this.#busySlow -= count;
    this.#place(receiver);
  }

  #next(): Ring | null {
    if (!this.hasFree) return null;
    if (this.#slow.size > 0 && this.#busySlow === 0) return this.#slow;
    if (this.#healthy.size > 0) return this.#healthy;
    return this.#slow.size > 0 && this.#busySlow < this.limits.slow ? this.#slow : null;
  }

  /** In its ring exactly while it waits and has room; forgotten when it neither waits nor sends. */
  #place(receiver: Receiver): void {
    const room = receiver.isOpen ? 1 : this.limits.perWebhook;
    if (!receiver.isWaiting || receiver.busy >= room) {
      this.#remove(receiver);
      if (!receiver.isWaiting && receiver.busy === 0) this.#receivers.delete(receiver.webhookId);
      return;
    }
    const ring = this.#ringOf(receiver);
    const partner = ring.get(receiver.partnerId) ?? new Map<number, Receiver>();
    partner.set(receiver.webhookId, receiver);
    ring.set(receiver.partnerId, partner);
  }

  #remove(receiver: Receiver): void {
    const ring = this.#ringOf(receiver);
    const partner = ring.get(receiver.partnerId);
    if (partner === undefined) return;
    partner.delete(receiver.webhookId);
    if (partner.size === 0) ring.delete(receiver.partnerId);
  }

  #ringOf(receiver: Receiver): Ring {
    return receiver.isSlow ? this.#slow : this.#healthy;
  }
}

/** The next webhook of the next partner; both go to the end of their queues. */
function takeTurn(ring: Ring): Receiver {
  for (const [partnerId, partner] of ring) {
    ring.delete(partnerId);
    ring.set(partnerId, partner);
    for (const [webhookId, receiver] of partner) {
      partner.delete(webhookId);
      partner.set(webhookId, receiver);
      return receiver;
    }
  }
  throw new Error("a ring without a receiver was given a turn");
}
