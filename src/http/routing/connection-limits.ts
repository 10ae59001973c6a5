import { setTimeout as pause } from "node:timers/promises";
import { MINUTE_MS, SECOND_MS } from "../../kit/clock.ts";
import { requestId } from "../../kit/ids.ts";
import { type AddressSet, limitSubject } from "../../kit/network/addresses.ts";
import { countDescriptors } from "../../kit/network/descriptor-count.ts";
import { type AcceptedConnection, PortSockets } from "../../kit/network/port-sockets.ts";
import type { Logger } from "../../kit/process/log.ts";
import { Problem } from "../answers/problem.ts";
import { JSON_TYPE, jsonResponse, problemBody } from "../answers/respond.ts";
import type { ConnectionCaps } from "./connection-caps.ts";

type Peer = Pick<AcceptedConnection, "address" | "port">;

/** The part of Bun's server that names a request's peer. */
export interface PeerServer {
  requestIP(request: Request): Peer | null;
}

/** Requests between two looks at the number of descriptors. */
const REQUESTS_PER_LOOK = 128;
/** Connections that can be new between two looks. */
const BETWEEN_LOOKS = 512;
/** Fastest rate of new connections, per millisecond. */
const ARRIVALS_PER_MS = 50;
const SHORTEST_WAIT_MS = 1;
const PAUSED_WAIT_MS = 5;
const NEAR_WAIT_MS = 50;
const LONGEST_WAIT_MS = 250;
/** A sweep may take a twentieth of the time. */
const SWEEP_REST = 20;
const SHORTEST_REST_MS = 5;
/** Connections that are counted in less than a millisecond: before any is refused, they are counted again. */
const QUICKLY_COUNTED = 1_000;
const REFUSED_PER_LOOK = 1_000;
/** Descriptors that the server's accepting cannot take; freed for files when it stops at a cap. */
const KEPT = 64;
/** Time without progress after which the kernel ends an answer. */
const UNREAD_MS = 30 * SECOND_MS;

const TOO_MANY = new Problem(
  "overloaded",
  "Retry over a connection that is already open: there are too many from this address, or in all.",
  { headers: { "retry-after": "2", connection: "close", "cache-control": "no-store" } },
);

interface Parts {
  port: number;
  caps: ConnectionCaps;
  /** Exempt from the cap per address. */
  trustedProxies: AddressSet;
  log: Logger;
}

/**
 * Caps the connections of a server. Far from the caps a request costs one comparison, and each 128th one a system call.
 * Near them, requests are matched with the connections that count, and later ones are refused or ended. At the cap the
 * server accepts no more: waiting connections are answered 503 and closed.
 */
export class ConnectionLimits {
  #sockets: PortSockets | null;
  /** The connections that count, by subject and port, with their rank by age. */
  #admitted = new Map<string, number>();
  #bySubject = new Map<string, number>();
  /** Descriptors that are not connections, as of the last sweep. */
  #others: number;
  #requests = 0;
  #arrivals = 0;
  #isNear = false;
  #isPaused = false;
  #nextSweepAt = 0;
  #nextWarningAt = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #nextSweep: Promise<void> | null = null;
  /** Connections whose requests wait for it: they are answered before they end. */
  readonly #judged = new Set<string>();

  /** Whether a later listener of the same port gets all connections from then on. */
  readonly canShare: boolean;

  constructor(private readonly parts: Parts) {
    this.#others = countDescriptors();
    this.#sockets = PortSockets.open(parts.port);
    this.#sockets?.endUnreadAfter(UNREAD_MS);
    this.#sockets?.setDescriptorLimit(parts.caps.descriptors - kept(parts.caps.descriptors));
    this.canShare = this.#sockets?.preferNewest() ?? false;
    this.look();
  }

  /** Open connections; null if the system does not tell. */
  get open(): number | null {
    return this.#sockets?.connections().length ?? null;
  }

  endListening(): void {
    this.#sockets?.endListening();
  }

  /** The refusal of a request whose connection is beyond a cap; null for others. Waits if ended ones may still count. */
  refuse(request: Request, server: PeerServer): Response | Promise<Response | null> | null {
    if (++this.#requests % REQUESTS_PER_LOOK === 0) this.look();
    if (!this.#isNear) return null;
    const peer = server.requestIP(request);
    if (peer === null) return null;
    const name = nameOf(peer);
    if (this.#admitted.has(name) || this.#admit(peer, ++this.#arrivals)) return null;
    return this.#sweep() === null ? this.#judgeLater(name) : this.#judge(name);
  }

  /** Lifts its limit of descriptors. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#sockets?.setDescriptorLimit(this.parts.caps.descriptors);
    this.#sockets?.close();
    this.#sockets = null;
  }

  /** Compares the number of connections with the caps, and acts on the difference. */
  look(): void {
    if (this.#sockets === null) return;
    const { total, perAddress } = this.parts.caps;
    const used = countDescriptors();
    this.#isNear = used - this.#others + BETWEEN_LOOKS >= Math.min(total, perAddress);
    let room = this.#room(used);
    if (this.#isNear) {
      // Files opened since the last sweep look like connections.
      const isDoubtful = room <= 0 && this.#admitted.size < QUICKLY_COUNTED;
      for (const excess of this.#sweep(isDoubtful) ?? [])
        if (!this.#judged.has(nameOf(excess))) this.#sockets.end(excess);
      room = this.#room(countDescriptors());
    }
    this.#gate(this.#sockets, room);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.look(), this.#wait(room));
    this.#timer.unref();
  }

  /** Connections that may still be accepted. */
  #room(used: number): number {
    const { total, descriptors } = this.parts.caps;
    return Math.min(total - (used - this.#others), descriptors - kept(descriptors) - used);
  }

  #gate(sockets: PortSockets, room: number): void {
    const { descriptors } = this.parts.caps;
    const isFull = room <= 0;
    if (isFull !== this.#isPaused) {
      sockets.setDescriptorLimit(isFull ? descriptors : descriptors - kept(descriptors));
      if (isFull) sockets.pause();
      else sockets.resume();
      this.#isPaused = isFull;
    }
    if (isFull && sockets.canPause && sockets.refuseWaiting(refusalBytes(), REFUSED_PER_LOOK) > 0)
      this.#warn();
  }

  #wait(room: number): number {
    if (this.#isPaused) return PAUSED_WAIT_MS;
    const longest = this.#isNear ? NEAR_WAIT_MS : LONGEST_WAIT_MS;
    return Math.max(SHORTEST_WAIT_MS, Math.min(longest, room / ARRIVALS_PER_MS));
  }

  #judge(name: string): Response | null {
    if (this.#admitted.has(name)) return null;
    this.#warn();
    return refusal();
  }

  /** Judges a connection once it is time to count again. */
  async #judgeLater(name: string): Promise<Response | null> {
    this.#judged.add(name);
    this.#nextSweep ??= pause(this.#nextSweepAt - performance.now()).then(() => {
      this.#nextSweep = null;
      this.#sweep(true);
    });
    await this.#nextSweep;
    this.#judged.delete(name);
    return this.#judge(name);
  }

  /** Counts the connections again, the oldest first. Returns those beyond a cap; null if it is too early to count. */
  #sweep(isUrgent = false): AcceptedConnection[] | null {
    const startedAt = performance.now();
    if (this.#sockets === null || (startedAt < this.#nextSweepAt && !isUrgent)) return null;
    const connections = this.#sockets.connections();
    this.#others = countDescriptors() - connections.length;
    const earlier = this.#admitted;
    this.#admitted = new Map();
    this.#bySubject = new Map();
    const excess = connections
      .map((connection) => ({ connection, rank: earlier.get(nameOf(connection)) ?? ++this.#arrivals }))
      .sort((one, other) => one.rank - other.rank)
      .filter(({ connection, rank }) => !this.#admit(connection, rank))
      .map(({ connection }) => connection);
    const endedAt = performance.now();
    this.#nextSweepAt = endedAt + Math.max(SHORTEST_REST_MS, SWEEP_REST * (endedAt - startedAt));
    return excess;
  }

  #admit(peer: Peer, rank: number): boolean {
    const subject = limitSubject(peer.address);
    const count = this.#bySubject.get(subject) ?? 0;
    const { total, perAddress } = this.parts.caps;
    if (this.#admitted.size >= total) return false;
    if (count >= perAddress && !this.parts.trustedProxies.contains(peer.address)) return false;
    this.#admitted.set(nameOf(peer), rank);
    this.#bySubject.set(subject, count + 1);
    return true;
  }

  #warn(): void {
    const { log, caps } = this.parts;
    if (performance.now() < this.#nextWarningAt) return;
    this.#nextWarningAt = performance.now() + MINUTE_MS;
    log.warn("connections are refused", { open: this.#admitted.size, ...caps });
  }
}

/** Of a small limit only an eighth. */
function kept(descriptors: number): number {
  return Math.min(KEPT, Math.floor(descriptors / 8));
}

function nameOf({ address, port }: Peer): string {
  return `${limitSubject(address)} ${port}`;
}

function refusal(): Response {
  const id = requestId();
  const headers = { ...TOO_MANY.options.headers, "x-request-id": id };
  return jsonResponse(TOO_MANY.status, problemBody(TOO_MANY, id, false), headers);
}

/** The same as it is sent. */
function refusalBytes(): Uint8Array {
  const id = requestId();
  const body = JSON.stringify(problemBody(TOO_MANY, id, false));
  const headers = { ...TOO_MANY.options.headers, "x-request-id": id, "content-type": JSON_TYPE };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const head = ["HTTP/1.1 503 Service Unavailable", ...lines, `content-length: ${body.length}`];
  return new TextEncoder().encode(`${head.join("\r\n")}\r\n\r\n${body}`);
}
