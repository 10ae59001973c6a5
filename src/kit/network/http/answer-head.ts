/** The received bytes are not an HTTP/1.x answer (RFC 9112). */
export class InvalidAnswer extends Error {
  constructor(
    readonly code:
      | "InvalidStatusLine"
      | "InvalidHeader"
      | "InvalidContentLength"
      | "HeadTooLong"
      | "TooManyInterimAnswers"
      | "UnrequestedUpgrade",
  ) {
    super(`the answer is not HTTP: ${code}`);
  }
}

export interface AnswerHead {
  status: number;
  /** By lower-case name; of a name that occurs more than once, the first. */
  headers: ReadonlyMap<string, string>;
  /** How the end of the body is found: after a number of bytes, by chunks, or by the end of the connection. */
  framing: number | "chunked" | "until close";
  /** Whether the connection can carry another request afterwards. */
  isKeptOpen: boolean;
}

const STATUS_LINE = /^HTTP\/1\.([01]) ([1-5]\d\d)(?: |$)/;
const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

/** Where the head ends with its empty line; -1 if that has not come yet. A line may end without CR (RFC 9112, section 2.2). */
export function endOfHead(text: string): number {
  const usual = text.indexOf("\n\r\n");
  const bare = text.indexOf("\n\n");
  if (bare !== -1 && (usual === -1 || bare < usual)) return bare + 2;
  return usual === -1 ? -1 : usual + 3;
}

/** A line without the CR at its end. */
export function stripCr(line: string): string {
  return line.endsWith("\r") ? line.slice(0, -1) : line;
}

/** @param text to the end of the head. @throws InvalidAnswer */
export function parseHead(text: string): AnswerHead {
  const [first = "", ...lines] = text.split("\n").map(stripCr);
  const [, minor, status] = STATUS_LINE.exec(first) ?? [];
  if (status === undefined) throw new InvalidAnswer("InvalidStatusLine");
  const headers = new Map<string, string>();
  for (const line of lines) {
    if (line === "") break;
    const colon = line.indexOf(":");
    const name = line.slice(0, Math.max(colon, 0));
    if (!HEADER_NAME.test(name)) throw new InvalidAnswer("InvalidHeader");
    const key = name.toLowerCase();
    const value = line.slice(colon + 1).trim();
    const before = headers.get(key);
    if (before === undefined) headers.set(key, value);
    else if (key === "content-length" && before !== value) throw new InvalidAnswer("InvalidContentLength");
  }
  const encoding = headers.get("transfer-encoding");
  const length = headers.get("content-length");
  // Two lengths may mean two messages to others on the way (RFC 9112, section 6.3).
  const isClear = encoding === undefined || length === undefined;
  const isKeptOpen = isClear && minor === "1" && !/\bclose\b/i.test(headers.get("connection") ?? "");
  return { status: Number(status), headers, framing: framingOf(encoding, length), isKeptOpen };
}

/** RFC 9112, section 6.3. @throws InvalidAnswer */
function framingOf(encoding: string | undefined, length: string | undefined): AnswerHead["framing"] {
  if (encoding !== undefined) return /(^|[,\s])chunked$/i.test(encoding) ? "chunked" : "until close";
  if (length === undefined) return "until close";
  if (!/^\d{1,15}$/.test(length)) throw new InvalidAnswer("InvalidContentLength");
  return Number(length);
}
