/** One account of a getProgramAccounts answer. */
export interface ScannedAccount {
  /** Base58. */
  address: string;
  /** The requested part of its data. */
  data: Uint8Array;
}

/** The answer is not a getProgramAccounts answer with context, or is incomplete. */
export class MalformedAnswer extends Error {}

/** The provider refused, with a JSON-RPC error. */
export class RefusedScan extends Error {
  constructor(readonly rpcCode: number) {
    super(`the scan was refused with ${rpcCode}`);
  }
}

const QUOTE = 34;
const BACKSLASH = 92;
const COMMA = 44;
const COLON = 58;
const OPEN_OBJECT = 123;
const CLOSE_OBJECT = 125;
const OPEN_ARRAY = 91;
const CLOSE_ARRAY = 93;
const LOWER_U = 117;

/** Longer than any address or account data that a scan requests. */
const MAX_TOKEN_BYTES = 64 * 1024;
const MAX_DEPTH = 16;
const FIRST_TOKEN_BYTES = 256;

/** Escapes of JSON by letter; some servers write \/ in base64. */
const ESCAPES = new Map(
  [...'"\\/bfnrt'].map((letter, i) => [letter.charCodeAt(0), '"\\/\b\f\n\r\t'.charCodeAt(i)]),
);

/**
 * Reads a getProgramAccounts answer (encoding base64, with context) as its bytes arrive, and passes on each account,
 * so that memory does not grow with their number: @solana/web3.js holds the whole answer several times. Members may
 * be in any order and with any white space. Other members are skipped.
 */
export class AccountsDecoder {
  /** The slot of the answer; null until read. */
  slot: bigint | null = null;
  #rpcCode: number | null = null;
  #depth = 0;
  readonly #isArray: boolean[] = [];
  readonly #keys: string[] = [];
  readonly #indexes: number[] = [];
  #state: "value" | "string" | "escape" | "unicode" | "scalar" = "value";
  #expectsKey = false;
  #token = new Uint8Array(FIRST_TOKEN_BYTES);
  #length = 0;
  #unicode = "";
  #hasBegun = false;
  #hasValue = false;
  #address: string | null = null;
  #data: Uint8Array | null = null;

  constructor(private readonly onAccount: (account: ScannedAccount) => void) {}

  /** @throws MalformedAnswer */
  push(chunk: Uint8Array): void {
    for (let i = 0; i < chunk.length; i++) {
      const byte = chunk[i] ?? 0;
      if (this.#state === "string") {
        // Most bytes of an answer are in strings, so a run of them is taken at once.
        let end = i;
        while (end < chunk.length && chunk[end] !== QUOTE && chunk[end] !== BACKSLASH) end++;
        this.#append(chunk.subarray(i, end));
        i = end;
        if (end === chunk.length) return;
        if (chunk[end] === BACKSLASH) this.#state = "escape";
        else this.#endString();
      } else if (this.#state === "escape") this.#escape(byte);
      else if (this.#state === "unicode") this.#unicodeDigit(byte);
      else this.#structure(byte);
    }
  }

  /** @throws MalformedAnswer if the answer is cut off, RefusedScan if it is a refusal */
  end(): void {
    if (this.#state === "scalar") this.#endScalar();
    if (!this.#hasBegun || this.#depth !== 0 || this.#state !== "value") throw new MalformedAnswer("cut off");
    if (this.#rpcCode !== null) throw new RefusedScan(this.#rpcCode);
    if (this.slot === null || !this.#hasValue) throw new MalformedAnswer("no context or no value");
  }

  #structure(byte: number): void {
    const isDelimiter =
      byte <= 32 || byte === COMMA || byte === COLON || byte === CLOSE_OBJECT || byte === CLOSE_ARRAY;
    if (this.#state === "scalar") {
      if (!isDelimiter) {
        this.#appendByte(byte);
        return;
      }
      this.#endScalar();
    }
    if (byte <= 32) return;
    if (this.#hasBegun && this.#depth === 0) throw new MalformedAnswer("more than one value");
    if (byte === QUOTE) {
      this.#length = 0;
      this.#state = "string";
    } else if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) this.#open(byte === OPEN_ARRAY);
    else if (byte === CLOSE_OBJECT || byte === CLOSE_ARRAY) this.#close(byte === CLOSE_ARRAY);
    else if (byte === COLON) this.#expectsKey = false;
    else if (byte === COMMA) this.#next();
    else {
      this.#length = 0;
      this.#appendByte(byte);
      this.#state = "scalar";
    }
  }

  #open(isArray: boolean): void {
    this.#hasBegun = true;
    if (this.#depth >= MAX_DEPTH) throw new MalformedAnswer("nested too deep");
    this.#depth++;
    this.#isArray[this.#depth] = isArray;
    this.#keys[this.#depth] = "";
    this.#indexes[this.#depth] = 0;
    this.#expectsKey = !isArray;
    if (isArray && this.#depth === 3 && this.#keys[1] === "result" && this.#keys[2] === "value")
      this.#hasValue = true;
  }

  #close(isArray: boolean): void {
    if (this.#depth === 0 || this.#isArray[this.#depth] !== isArray) throw new MalformedAnswer("misnested");
    if (this.#isInAccounts() && this.#depth === 4) this.#handOver();
    this.#depth--;
    this.#expectsKey = false;
  }

  #next(): void {
    this.#indexes[this.#depth] = (this.#indexes[this.#depth] ?? 0) + 1;
    this.#expectsKey = this.#isArray[this.#depth] === false;
  }

  #isInAccounts(): boolean {
    return (
      this.#depth >= 4 &&
      this.#keys[1] === "result" &&
      this.#keys[2] === "value" &&
      this.#isArray[3] === true &&
      this.#isArray[4] === false
    );
  }

  #handOver(): void {
    if (this.#address === null || this.#data === null) throw new MalformedAnswer("an account lacks a part");
    this.onAccount({ address: this.#address, data: this.#data });
    this.#address = null;
    this.#data = null;
  }

  #endString(): void {
    this.#state = "value";
    if (this.#expectsKey) {
      this.#keys[this.#depth] = this.#text();
      return;
    }
    if (!this.#isInAccounts()) return;
    if (this.#depth === 4 && this.#keys[4] === "pubkey") this.#address = this.#text();
    const isData = this.#keys[4] === "account" && this.#keys[5] === "data";
    if (isData && this.#depth === 6 && this.#indexes[6] === 0)
      this.#data = Buffer.from(this.#text(), "base64");
  }

  #endScalar(): void {
    this.#state = "value";
    const text = this.#text();
    if (!/^(-?\d+(\.\d+)?([eE][+-]?\d+)?|true|false|null)$/.test(text)) throw new MalformedAnswer("no JSON");
    const [, first, second, third] = this.#keys;
    if (
      this.#depth === 3 &&
      first === "result" &&
      second === "context" &&
      third === "slot" &&
      /^\d+$/.test(text)
    )
      this.slot = BigInt(text);
    if (this.#depth === 2 && first === "error" && second === "code") this.#rpcCode = Number(text);
  }

  #escape(byte: number): void {
    if (byte === LOWER_U) {
      this.#unicode = "";
      this.#state = "unicode";
      return;
    }
    const meant = ESCAPES.get(byte);
    if (meant === undefined) throw new MalformedAnswer("an unknown escape");
    this.#appendByte(meant);
    this.#state = "string";
  }

  /** All requested values are ASCII. */
  #unicodeDigit(byte: number): void {
    this.#unicode += String.fromCharCode(byte);
    if (this.#unicode.length < 4) return;
    const code = Number.parseInt(this.#unicode, 16);
    this.#appendByte(code < 128 ? code : 63);
    this.#state = "string";
  }

  #append(bytes: Uint8Array): void {
    this.#reserve(bytes.length);
    this.#token.set(bytes, this.#length);
    this.#length += bytes.length;
  }

  #appendByte(byte: number): void {
    this.#reserve(1);
    this.#token[this.#length++] = byte;
  }

  #reserve(more: number): void {
    const needed = this.#length + more;
    if (needed > MAX_TOKEN_BYTES) throw new MalformedAnswer("a value is too long");
    if (needed <= this.#token.length) return;
    const larger = new Uint8Array(Math.max(needed, this.#token.length * 2));
    larger.set(this.#token.subarray(0, this.#length));
    this.#token = larger;
  }

  #text(): string {
    return Buffer.from(this.#token.buffer, 0, this.#length).toString("latin1");
  }
}
