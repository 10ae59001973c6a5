import { dlopen, ptr } from "bun:ffi";
import { closeSync, openSync, readdirSync, readFileSync, readSync } from "node:fs";

/** An accepted connection of this process. */
export interface AcceptedConnection {
  descriptor: number;
  address: string;
  port: number;
}

/** Constants of Linux's C library. */
const OPEN_FILES = 7;
const ADDRESS_INET = 2;
const ADDRESS_INET6 = 10;
const LEVEL_SOCKET = 1;
const LEVEL_TCP = 6;
const OPTION_ACCEPTS = 30;
const OPTION_USER_TIMEOUT = 18;
const OPTION_SHARING_PROGRAM = 51;
const SHUT_BOTH = 2;
const EPOLL_DELETE = 2;
const EPOLL_MODIFY = 3;
const EPOLL_READABLE = 1;
const NONBLOCKING_CLOSED_ON_EXEC = 0o2_004_000;
const DONT_WAIT_NO_SIGNAL = 0x40_40;

function openLibrary() {
  return dlopen("libc.so.6", {
    accept4: { args: ["i32", "ptr", "ptr", "i32"], returns: "i32" },
    close: { args: ["i32"], returns: "i32" },
    epoll_ctl: { args: ["i32", "i32", "i32", "ptr"], returns: "i32" },
    getpeername: { args: ["i32", "ptr", "ptr"], returns: "i32" },
    getsockname: { args: ["i32", "ptr", "ptr"], returns: "i32" },
    getrlimit: { args: ["i32", "ptr"], returns: "i32" },
    getsockopt: { args: ["i32", "i32", "i32", "ptr", "ptr"], returns: "i32" },
    recv: { args: ["i32", "ptr", "u64", "i32"], returns: "i64" },
    send: { args: ["i32", "ptr", "u64", "i32"], returns: "i64" },
    setrlimit: { args: ["i32", "ptr"], returns: "i32" },
    setsockopt: { args: ["i32", "i32", "i32", "ptr", "u32"], returns: "i32" },
    shutdown: { args: ["i32", "i32"], returns: "i32" },
  }).symbols;
}

type Library = ReturnType<typeof openLibrary>;

/** The listener's registration in the event loop. */
interface Registration {
  epoll: number;
  /** The registration's own number, as 16 hexadecimal digits. */
  data: string;
}

/**
 * The listener of a port and its accepted connections, through the C library, because Bun shows neither. Linux only.
 */
export class PortSockets {
  readonly #name = new Uint8Array(128);
  readonly #view = new DataView(this.#name.buffer);
  readonly #text = Buffer.alloc(4_096);
  readonly #length = new Uint32Array(1);
  readonly #number = new Uint32Array(1);
  /** The limits of descriptors: the one in force, and the highest that it may be set to. */
  readonly #limits = new BigUint64Array(2);
  /** Held open, to be read when no descriptor is free. */
  readonly #status = openSync("/proc/self/status", "r");
  readonly #listener: number;
  readonly #registration: Registration | null;

  private constructor(
    private readonly library: Library,
    private readonly port: number,
  ) {
    library.getrlimit(OPEN_FILES, this.#limits);
    this.#listener = this.#findListener();
    this.#registration = findRegistration(this.#listener);
  }

  /** Null if this system does not offer what it needs. */
  static open(port: number): PortSockets | null {
    if (process.platform !== "linux") return null;
    try {
      return new PortSockets(openLibrary(), port);
    } catch {
      return null;
    }
  }

  close(): void {
    closeSync(this.#status);
  }

  /** Whether `pause` has an effect. */
  get canPause(): boolean {
    return this.#registration !== null;
  }

  connections(): AcceptedConnection[] {
    const found: AcceptedConnection[] = [];
    const size = this.#tableSize();
    for (let descriptor = 0; descriptor < size; descriptor++) {
      if (!this.#readName("getpeername", descriptor)) continue;
      const address = this.#address();
      const port = this.#view.getUint16(2);
      if (address !== null && this.#ownPort(descriptor) === this.port)
        found.push({ descriptor, address, port });
    }
    return found;
  }

  /** Ends a connection in both directions; its owner sees the end and closes it. */
  end({ descriptor }: AcceptedConnection): void {
    this.library.shutdown(descriptor, SHUT_BOTH);
  }

  /** Keeps the last descriptors for later: until the limit is raised again, nothing can be opened beyond it. */
  setDescriptorLimit(most: number): void {
    this.#limits[0] = BigInt(most);
    this.library.setrlimit(OPEN_FILES, this.#limits);
  }

  /** For connections accepted from now on: the kernel ends them when the other end takes no data for this time. */
  endUnreadAfter(milliseconds: number): void {
    this.#number[0] = milliseconds;
    this.library.setsockopt(this.#listener, LEVEL_TCP, OPTION_USER_TIMEOUT, this.#number, 4);
  }

  /**
   * From the start of a second listener that shares the port, in whatever process, all connections go there, those half
   * open excepted; from its end on, to this one again. Of a port with one listener nothing changes. Returns whether the
   * system can.
   */
  preferNewest(): boolean {
    const program = new DataView(new ArrayBuffer(16));
    program.setUint16(0, 1, true);
    program.setBigUint64(8, BigInt(ptr(CHOOSE_SECOND)), true);
    const bytes = new Uint8Array(program.buffer);
    return this.library.setsockopt(this.#listener, LEVEL_SOCKET, OPTION_SHARING_PROGRAM, bytes, 16) === 0;
  }

  /** The event loop accepts no more connections until `resume`. */
  pause(): void {
    this.#register(0);
  }

  resume(): void {
    this.#register(EPOLL_READABLE);
  }

  /** Accepts nothing more, without an effect on accepted connections. Those that still wait are reset. */
  endListening(): void {
    if (this.#registration === null) return;
    // The event loop would see the end of the listener again and again.
    this.library.epoll_ctl(this.#registration.epoll, EPOLL_DELETE, this.#listener, null);
    this.library.shutdown(this.#listener, SHUT_BOTH);
  }

  /** While paused: answers up to `most` waiting connections and closes them. Returns their number. */
  refuseWaiting(answer: Uint8Array, most: number): number {
    for (let refused = 0; refused < most; refused++) {
      const descriptor = this.library.accept4(this.#listener, null, null, NONBLOCKING_CLOSED_ON_EXEC);
      if (descriptor === -1) return refused;
      // Unread bytes would turn the close into a reset, which can overtake the answer.
      this.library.recv(descriptor, UNREAD, UNREAD.length, DONT_WAIT_NO_SIGNAL);
      this.library.send(descriptor, answer, answer.length, DONT_WAIT_NO_SIGNAL);
      this.library.shutdown(descriptor, SHUT_BOTH);
      this.library.close(descriptor);
    }
    return most;
  }

  #register(events: number): void {
    if (this.#registration === null) return;
    const { epoll, data } = this.#registration;
    // The structure is packed on x64 only.
    const at = process.arch === "x64" ? 4 : 8;
    const event = new DataView(new ArrayBuffer(at + 8));
    event.setUint32(0, events, true);
    event.setBigUint64(at, BigInt(`0x${data}`), true);
    this.library.epoll_ctl(epoll, EPOLL_MODIFY, this.#listener, new Uint8Array(event.buffer));
  }

  #findListener(): number {
    const size = this.#tableSize();
    for (let descriptor = 0; descriptor < size; descriptor++)
      if (this.#ownPort(descriptor) === this.port && this.#accepts(descriptor)) return descriptor;
    throw new Error(`no listener of port ${this.port}`);
  }

  /** Room in the table of descriptors: every open one is below. */
  #tableSize(): number {
    const length = readSync(this.#status, this.#text, 0, this.#text.length, 0);
    const size = /^FDSize:\s+(\d+)/m.exec(this.#text.toString("latin1", 0, length))?.[1];
    return Number(size ?? 0);
  }

  #accepts(descriptor: number): boolean {
    this.#length[0] = 4;
    this.#number[0] = 0;
    const { library } = this;
    library.getsockopt(descriptor, LEVEL_SOCKET, OPTION_ACCEPTS, this.#number, this.#length);
    return this.#number[0] === 1;
  }

  #ownPort(descriptor: number): number | null {
    return this.#readName("getsockname", descriptor) && this.#address() !== null
      ? this.#view.getUint16(2)
      : null;
  }

  #readName(which: "getpeername" | "getsockname", descriptor: number): boolean {
    this.#length[0] = this.#name.length;
    return this.library[which](descriptor, this.#name, this.#length) === 0;
  }

  /** The address of the last name read; null if it has none. */
  #address(): string | null {
    const family = this.#view.getUint16(0, true);
    if (family === ADDRESS_INET) return this.#name.subarray(4, 8).join(".");
    if (family !== ADDRESS_INET6) return null;
    return Array.from({ length: 8 }, (_, group) => this.#view.getUint16(8 + 2 * group).toString(16)).join(
      ":",
    );
  }
}

const UNREAD = new Uint8Array(4_096);

/** One instruction of a socket filter, "return 1": the second of the listeners that share the port, in their order. */
const CHOOSE_SECOND = new Uint8Array([0x06, 0, 0, 0, 1, 0, 0, 0]);

function findRegistration(listener: number): Registration | null {
  for (const epoll of readdirSync("/proc/self/fdinfo")) {
    const data = readRegistration(epoll, listener);
    if (data !== null) return { epoll: Number(epoll), data };
  }
  return null;
}

function readRegistration(epoll: string, listener: number): string | null {
  try {
    const text = readFileSync(`/proc/self/fdinfo/${epoll}`, "utf8");
    return new RegExp(`^tfd:\\s+${listener} events:.* data:\\s+([0-9a-f]+)`, "m").exec(text)?.[1] ?? null;
  } catch {
    return null;
  }
}
