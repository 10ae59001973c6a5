import { Resolver } from "node:dns/promises";
import { readFileSync } from "node:fs";
import { type Clock, SECOND_MS } from "../clock.ts";
import type { Timers } from "../timers.ts";
import { expandName, type ResolvConf, readResolvConf } from "./resolv-conf.ts";

export interface ResolverOptions {
  clock: Clock;
  timers: Timers;
  /** DNS servers as `address:port`; the system's by default. */
  servers?: readonly string[];
  hostsFile?: string;
  /** The file with DNS servers and search domains; the system's by default. */
  resolvConf?: string;
  /** Time in milliseconds until its owner retries at the earliest: a kept refusal answers no retry. */
  firstRetryMs?: number;
}

/** State of one lookup; the resolver keeps it current. */
export interface LookUpState {
  /** Whether it waits for its owner's other lookups and has not been sent. */
  isWaiting: boolean;
}

/** Concurrent lookups per owner. */
const MAX_PER_OWNER = 8;
const TRY_MS = 1_000;
const TRIES = 2;
const DEADLINE_MS = 5 * SECOND_MS;
/** Longest time for which a failed lookup answers for its name. */
const REFUSAL_KEPT_MS = 5 * SECOND_MS;
const MAX_REFUSALS_KEPT = 10_000;
const HOSTS_KEPT_MS = 5 * SECOND_MS;
/** Answers after which a name's next candidate is tried. */
const NOT_HERE = ["ENOTFOUND", "ENODATA", "ESERVFAIL", "EREFUSED", "EBADNAME"];

interface Refusal {
  error: unknown;
  until: number;
}

/** The contents of hosts and resolv.conf, which are read again after a while, and the resolver made from them. */
interface Files {
  hosts: ReadonlyMap<string, string[]>;
  conf: ResolvConf;
  dns: Resolver;
  until: number;
}

/** One owner's lookups: the running ones, and the waiting ones, oldest first. */
interface Queue {
  underWay: number;
  waiting: (() => void)[];
}

/**
 * Looks up names with its own sockets and deadlines. The system's getaddrinfo shares a small thread pool with
 * password hashing, so a few names with silent servers would block everything else. Each owner has its own lookups,
 * so that one owner's silent names do not delay others.
 */
export class NameResolver {
  readonly #queues = new Map<string, Queue>();
  readonly #underWay = new Map<string, Promise<string[]>>();
  readonly #refusals = new Map<string, Refusal>();
  #files: Files | null = null;

  readonly #refusalKeptMs: number;

  constructor(private readonly options: ResolverOptions) {
    this.#refusalKeptMs = Math.min(REFUSAL_KEPT_MS, (options.firstRetryMs ?? Number.POSITIVE_INFINITY) / 2);
  }

  /**
   * All addresses of a name.
   * @throws an error with a code: ENOTFOUND, ENODATA, ESERVFAIL, ETIMEOUT …
   */
  async resolve(name: string, owner: string, state: LookUpState = { isWaiting: false }): Promise<string[]> {
    const plain = name.toLowerCase();
    const known = this.#fromHosts(plain.replace(/\.$/, ""));
    if (known !== undefined) return known;
    this.#refuseKnown(plain);
    const queue = this.#queues.get(owner) ?? { underWay: 0, waiting: [] };
    this.#queues.set(owner, queue);
    if (queue.underWay < MAX_PER_OWNER) queue.underWay++;
    else {
      state.isWaiting = true;
      await new Promise<void>((resolve) => queue.waiting.push(resolve));
      state.isWaiting = false;
    }
    try {
      this.#refuseKnown(plain);
      return await this.#once(plain);
    } finally {
      // The next one takes over this place; a newcomer cannot come in between.
      const next = queue.waiting.shift();
      if (next !== undefined) next();
      else if (--queue.underWay === 0) this.#queues.delete(owner);
    }
  }

  /** Concurrent requests for one name share a lookup. */
  #once(name: string): Promise<string[]> {
    const underWay = this.#underWay.get(name);
    if (underWay !== undefined) return underWay;
    const asked = this.#ask(name)
      .catch((error) => {
        if (this.#refusals.size >= MAX_REFUSALS_KEPT) this.#refusals.clear();
        this.#refusals.set(name, { error, until: this.options.clock.now() + this.#refusalKeptMs });
        throw error;
      })
      .finally(() => this.#underWay.delete(name));
    this.#underWay.set(name, asked);
    return asked;
  }

  /** All candidates share one deadline; the error is that of the unmodified name. */
  #ask(name: string): Promise<string[]> {
    let isLate = false;
    const asked = async () => {
      const own = name.replace(/\.$/, "");
      let refusal: unknown = new LookUpFailed("ENOTFOUND");
      const { conf, dns } = this.#readFiles();
      for (const candidate of expandName(name, conf)) {
        if (isLate) break;
        try {
          return await askOne(dns, candidate);
        } catch (error) {
          if (candidate === own) refusal = error;
          if (!NOT_HERE.includes(codeOf(error))) throw error;
        }
      }
      throw refusal;
    };
    return this.#inTime(asked()).finally(() => {
      isLate = true;
    });
  }

  async #inTime<Value>(answers: Promise<Value>): Promise<Value> {
    let disarm = () => {};
    const late = new Promise<never>((_, reject) => {
      disarm = this.options.timers.after(DEADLINE_MS, () => reject(new LookUpFailed("ETIMEOUT")));
    });
    return Promise.race([answers, late]).finally(disarm);
  }

  #refuseKnown(name: string): void {
    const refusal = this.#refusals.get(name);
    if (refusal === undefined) return;
    const now = this.options.clock.now();
    if (now < refusal.until && now >= refusal.until - this.#refusalKeptMs) throw refusal.error;
    this.#refusals.delete(name);
  }

  #fromHosts(name: string): string[] | undefined {
    if (name === "localhost" || name.endsWith(".localhost")) return ["127.0.0.1", "::1"];
    return this.#readFiles().hosts.get(name);
  }

  #readFiles(): Files {
    const { clock, hostsFile = "/etc/hosts", resolvConf = "/etc/resolv.conf" } = this.options;
    const now = clock.now();
    const known = this.#files;
    if (known !== null && now < known.until && now >= known.until - HOSTS_KEPT_MS) return known;
    const conf = readResolvConf(resolvConf);
    const isKnown = known !== null && Bun.deepEquals(known.conf.servers, conf.servers);
    const dns = isKnown ? known.dns : this.#startDns(conf);
    this.#files = { hosts: readHosts(hostsFile), conf, dns, until: now + HOSTS_KEPT_MS };
    return this.#files;
  }

  /** It keeps the DNS servers with which it starts: the system's, unless others are given. */
  #startDns(conf: ResolvConf): Resolver {
    const dns = new Resolver({ timeout: TRY_MS, tries: TRIES });
    const { resolvConf, servers = resolvConf === undefined ? [] : conf.servers } = this.options;
    if (servers.length > 0) dns.setServers(servers);
    return dns;
  }
}

async function askOne(dns: Resolver, name: string): Promise<string[]> {
  const [v4, v6] = await Promise.allSettled([dns.resolve4(name), dns.resolve6(name)]);
  const found = [v4, v6].flatMap((each) => (each.status === "fulfilled" ? each.value : []));
  if (found.length > 0) return found;
  throw new LookUpFailed(v4.status === "rejected" ? codeOf(v4.reason) : "ENODATA");
}

class LookUpFailed extends Error {
  constructor(readonly code: string) {
    super(code);
  }
}

/** ETIMEOUT stays; a refused connection concerns the DNS server, and must not be taken for the receiver's. */
function codeOf(error: unknown): string {
  const code = error instanceof Error && "code" in error ? String(error.code) : "EFAILED";
  return code === "ECONNREFUSED" ? "DNS_ECONNREFUSED" : code;
}

/** The names of a hosts file with their addresses; empty if it cannot be read. */
function readHosts(path: string): Map<string, string[]> {
  const names = new Map<string, string[]>();
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch {
    return names;
  }
  for (const line of text.split("\n")) {
    const [address = "", ...aliases] = (line.split("#")[0] ?? "").trim().split(/\s+/);
    for (const alias of aliases.map((each) => each.toLowerCase()))
      names.set(alias, [...(names.get(alias) ?? []), address]);
  }
  return names;
}
