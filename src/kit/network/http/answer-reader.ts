import { type AnswerHead, endOfHead, InvalidAnswer, parseHead, stripCr } from "./answer-head.ts";

/** The head of an answer and the beginning of its body. */
export interface Answer extends Pick<AnswerHead, "status" | "headers"> {
  /** As it was sent, not decompressed. */
  body: Buffer;
}

type State = "head" | "counted" | "chunk size" | "chunk" | "chunk end" | "trailer" | "until close" | "done";

const MAX_HEAD_BYTES = 64 * 1024;
/** Servers send one or two before the real answer; without end they would hold the event loop. */
const MAX_INTERIM_ANSWERS = 16;
/** Of a line with a chunk's size and extensions, and of a trailer's. */
const MAX_LINE_BYTES = 1024;
/** Of all these lines of an answer. */
const MAX_LINES_BYTES = 64 * 1024;
const NOTHING = Buffer.alloc(0);
const CHUNK_SIZE = /^[0-9a-f]{1,12}(?=$|[;\s])/i;

/**
 * Reads the answers of a connection, each from the parts in which it arrives (RFC 9112). The head alone decides: a body that
 * breaks off, or whose framing is wrong, is kept as far as it came.
 */
export class AnswerReader {
  #state: State = "done";
  #method = "";
  /** Bytes of the body that are kept; no more of it is read. */
  #keep = 0;
  #head: AnswerHead | null = null;
  /** The last head: a server that answers often sends the same one many times. */
  #known: { text: string; head: AnswerHead } | null = null;
  /** Received and not read yet. */
  #rest: Buffer = NOTHING;
  #body: Buffer = NOTHING;
  /** Bytes of the body or the chunk that are still to come. */
  #left = 0;
  #interimAnswers = 0;
  #linesBytes = 0;
  #isWhole = false;

  /** Prepares for the answer to a request. */
  begin(method: string, keep: number): void {
    this.#state = "head";
    this.#method = method;
    this.#keep = keep;
    this.#head = null;
    this.#rest = NOTHING;
    this.#body = NOTHING;
    this.#interimAnswers = 0;
    this.#linesBytes = 0;
    this.#isWhole = false;
  }

  /** Whether anything was received. */
  get hasBegun(): boolean {
    return this.#head !== null || this.#rest.length > 0;
  }

  /** Whether the connection can carry another request. */
  get isKeptOpen(): boolean {
    return this.#isWhole && this.#rest.length === 0 && this.#head?.isKeptOpen === true;
  }

  /** Returns the answer once it has ended, or nothing more of it is kept; before that null. @throws InvalidAnswer */
  add(bytes: Buffer): Answer | null {
    this.#rest = this.#rest.length === 0 ? bytes : Buffer.concat([this.#rest, bytes]);
    while (this.#state !== "done" && this.#read());
    return this.#state === "done" ? this.end() : null;
  }

  /** The answer as far as it was received; null without a complete head. */
  end(): Answer | null {
    if (this.#head === null) return null;
    const { status, headers } = this.#head;
    return { status, headers, body: this.#body };
  }

  /** Reads the next part. Returns false if more must arrive first. */
  #read(): boolean {
    switch (this.#state) {
      case "head":
        return this.#readHead();
      case "chunk size":
        return this.#readLine((line) => this.#beginChunk(line));
      case "chunk end":
        return this.#readLine((line) => (line === "" ? this.#become("chunk size") : this.#finish(false)));
      case "trailer":
        return this.#readLine((line) => line === "" && this.#finish(true));
      default:
        return this.#readBody();
    }
  }

  #readHead(): boolean {
    const text = this.#rest.toString("latin1", 0, MAX_HEAD_BYTES);
    const end = endOfHead(text);
    if (end === -1 && this.#rest.length >= MAX_HEAD_BYTES) throw new InvalidAnswer("HeadTooLong");
    if (end === -1) return false;
    const head = this.#parse(text.slice(0, end));
    this.#take(end);
    if (head.status === 101) throw new InvalidAnswer("UnrequestedUpgrade");
    // An interim answer: the real one follows (RFC 9110, section 15.2).
    if (head.status >= 200) this.#begin(head);
    else if (++this.#interimAnswers > MAX_INTERIM_ANSWERS) throw new InvalidAnswer("TooManyInterimAnswers");
    return true;
  }

  #parse(text: string): AnswerHead {
    if (this.#known?.text !== text) this.#known = { text, head: parseHead(text) };
    return this.#known.head;
  }

  #begin(head: AnswerHead): void {
    this.#head = head;
    const { status, framing } = head;
    if (this.#method === "HEAD" || status === 204 || status === 304 || framing === 0) this.#finish(true);
    else if (framing === "chunked") this.#become("chunk size");
    else if (framing === "until close") this.#become(framing);
    else {
      this.#left = framing;
      this.#become("counted");
    }
  }

  #beginChunk(line: string): void {
    const size = CHUNK_SIZE.exec(line)?.[0];
    this.#left = Number.parseInt(size ?? "", 16);
    if (size === undefined) this.#finish(false);
    else this.#become(this.#left === 0 ? "trailer" : "chunk");
  }

  #readBody(): boolean {
    const isCounted = this.#state !== "until close";
    const count = isCounted ? Math.min(this.#left, this.#rest.length) : this.#rest.length;
    if (count === 0) return false;
    const part = this.#rest.subarray(0, Math.min(count, this.#keep - this.#body.length));
    this.#body = this.#body.length === 0 ? part : Buffer.concat([this.#body, part]);
    this.#take(count);
    this.#left -= count;
    if (this.#state === "counted" && this.#left === 0) this.#finish(true);
    else if (this.#body.length >= this.#keep) this.#finish(false);
    else if (this.#state === "chunk" && this.#left === 0) this.#become("chunk end");
    return true;
  }

  /** Hands on the next line without its end. */
  #readLine(use: (line: string) => void): boolean {
    const end = this.#rest.indexOf(0x0a);
    const length = end === -1 ? this.#rest.length : end;
    if (length > MAX_LINE_BYTES || this.#linesBytes > MAX_LINES_BYTES) this.#finish(false);
    else if (end === -1) return false;
    else {
      const line = this.#rest.toString("latin1", 0, end);
      this.#take(end + 1);
      this.#linesBytes += end + 1;
      use(stripCr(line));
    }
    return true;
  }

  #take(count: number): void {
    this.#rest = count === this.#rest.length ? NOTHING : this.#rest.subarray(count);
  }

  #become(state: State): void {
    this.#state = state;
  }

  #finish(isWhole: boolean): void {
    this.#isWhole = isWhole;
    this.#state = "done";
  }
}
