import { expect, test } from "bun:test";
import { InvalidAnswer } from "../../../src/kit/network/http/answer-head.ts";
import { type Answer, AnswerReader } from "../../../src/kit/network/http/answer-reader.ts";
import { chooseSeed, seededRandom } from "../../harness/simulation/random.ts";

const KEEP = 16;

/** An answer as far as it was read, and what the connection is good for afterwards. */
interface Outcome {
  status: number;
  body: string;
  ends: "kept open" | "closed" | "not yet";
}

function outcomeOf(reader: AnswerReader, answer: Answer | null): Outcome | null {
  const known = answer ?? reader.end();
  if (known === null) return null;
  const ends = answer === null ? "not yet" : reader.isKeptOpen ? "kept open" : "closed";
  return { status: known.status, body: known.body.toString(), ends };
}

/** Reads an answer from parts of this many bytes. */
function read(text: string, { method = "POST", size = text.length } = {}): Outcome | null {
  const reader = new AnswerReader();
  reader.begin(method, KEEP);
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) {
    const answer = reader.add(bytes.subarray(at, at + size));
    if (answer === null) continue;
    const isLeftOver = at + size < bytes.length;
    return { ...(outcomeOf(reader, answer) as Outcome), ...(isLeftOver && { ends: "closed" }) };
  }
  return outcomeOf(reader, null);
}

const OPEN = "kept open";
const ANSWERS: [string, string, Outcome][] = [
  [
    "a counted body",
    "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok",
    { status: 200, body: "ok", ends: OPEN },
  ],
  ["no body", "HTTP/1.1 200\r\ncontent-length:0\r\n\r\n", { status: 200, body: "", ends: OPEN }],
  ["204", "HTTP/1.1 204 No Content\r\n\r\n", { status: 204, body: "", ends: OPEN }],
  ["304 that counts", "HTTP/1.1 304 x\r\ncontent-length: 9\r\n\r\n", { status: 304, body: "", ends: OPEN }],
  [
    "chunks, with extensions and a trailer",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3;a=b\r\nabc\r\n00A \r\n0123456789\r\n0\r\nx: y\r\n\r\n",
    { status: 200, body: "abc0123456789", ends: OPEN },
  ],
  ["the end of the connection", "HTTP/1.1 200 OK\r\n\r\nabc", { status: 200, body: "abc", ends: "not yet" }],
  [
    "Connection: close",
    "HTTP/1.1 200 OK\r\nconnection: x, Close\r\ncontent-length: 1\r\n\r\na",
    { status: 200, body: "a", ends: "closed" },
  ],
  ["HTTP/1.0", "HTTP/1.0 200 OK\r\ncontent-length: 1\r\n\r\na", { status: 200, body: "a", ends: "closed" }],
  [
    "interim answers",
    "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 x\r\nlink: a\r\n\r\nHTTP/1.1 201 x\r\ncontent-length: 1\r\n\r\na",
    { status: 201, body: "a", ends: OPEN },
  ],
  [
    "lines without CR",
    "HTTP/1.1 200 OK\ncontent-length: 5\n\na\n\r\nb",
    { status: 200, body: "a\n\r\nb", ends: OPEN },
  ],
  [
    "two lengths",
    "HTTP/1.1 200 OK\r\ncontent-length: 1\r\ntransfer-encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n",
    { status: 200, body: "ok", ends: "closed" },
  ],
  [
    "the same length twice",
    "HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 1\r\n\r\na",
    { status: 200, body: "a", ends: OPEN },
  ],
  [
    "exactly what is kept",
    `HTTP/1.1 200 OK\r\ncontent-length: ${KEEP}\r\n\r\n${"a".repeat(KEEP)}`,
    { status: 200, body: "a".repeat(KEEP), ends: OPEN },
  ],
  [
    "bytes after the end",
    "HTTP/1.1 200 OK\r\ncontent-length: 1\r\n\r\nab",
    { status: 200, body: "a", ends: "closed" },
  ],
  [
    "a chunk whose size is none",
    "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n1\r\na\r\nx\r\n",
    { status: 200, body: "a", ends: "closed" },
  ],
  [
    "a chunk longer than its size",
    "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n1\r\nab\r\n",
    { status: 200, body: "a", ends: "closed" },
  ],
  [
    "a body that breaks off",
    "HTTP/1.1 202 OK\r\ncontent-length: 9\r\n\r\nbegun",
    { status: 202, body: "begun", ends: "not yet" },
  ],
];

test.each(ANSWERS)("%s, in parts of any size", (_, text, expected) => {
  for (const size of [text.length, 1, 2, 3, 7]) expect(read(text, { size })).toEqual(expected);
});

test("an answer to HEAD has no body, whatever it counts", () => {
  const text = "HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n";
  expect(read(text, { method: "HEAD" })).toEqual({ status: 200, body: "", ends: OPEN });
});

test("of a long body no more is read than is kept, unless all of it is there", () => {
  const text = `HTTP/1.1 200 OK\r\ncontent-length: 99\r\n\r\n${"a".repeat(99)}`;
  const body = "a".repeat(KEEP);
  expect(read(text, { size: 7 })).toEqual({ status: 200, body, ends: "closed" });
  expect(read(text)).toEqual({ status: 200, body, ends: OPEN });
});

test.each<[InvalidAnswer["code"], string]>([
  ["InvalidStatusLine", "220 mail.example ESMTP\r\n\r\n"],
  ["InvalidStatusLine", "HTTP/2 200\r\n\r\n"],
  ["InvalidStatusLine", "HTTP/1.1 20\r\n\r\n"],
  ["InvalidHeader", "HTTP/1.1 200 OK\r\nnothing\r\n\r\n"],
  ["InvalidHeader", "HTTP/1.1 200 OK\r\na : b\r\n\r\n"],
  ["InvalidHeader", "HTTP/1.1 200 OK\r\na: b\r\n folded: c\r\n\r\n"],
  ["InvalidContentLength", "HTTP/1.1 200 OK\r\ncontent-length: -1\r\n\r\n"],
  ["InvalidContentLength", "HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n"],
  ["UnrequestedUpgrade", "HTTP/1.1 101 Switching Protocols\r\n\r\n"],
  ["HeadTooLong", `HTTP/1.1 200 OK\r\na: ${"b".repeat(64 * 1024)}`],
  ["TooManyInterimAnswers", "HTTP/1.1 100\n\n".repeat(17)],
])("%s: %p", (code, text) => {
  expect(() => read(text)).toThrow(expect.objectContaining({ code }));
});

test("trailers and lines of chunks without end are read up to a bound", () => {
  for (const endless of [`0\r\n${"a\n".repeat(40_000)}`, "1;a\r\nb\r\n".repeat(20_000)]) {
    const reader = new AnswerReader();
    reader.begin("POST", KEEP * 1_000);
    const head = "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n";
    expect(reader.add(Buffer.from(head + endless))?.status).toBe(200);
    expect(reader.isKeptOpen).toBe(false);
  }
});

test("headers are found by lower-case name, and keep their values", () => {
  const reader = new AnswerReader();
  reader.begin("POST", KEEP);
  const head = "HTTP/1.1 503 Later\r\nRetry-After:  120 \r\nX-A: 1\r\nx-a: 2\r\nContent-Length: 0\r\n\r\n";
  const answer = reader.add(Buffer.from(head));
  expect(answer?.headers.get("retry-after")).toBe("120");
  expect(answer?.headers.get("x-a")).toBe("1");
});

test("a reader is used for one answer after the other, also with other heads", () => {
  const reader = new AnswerReader();
  for (const body of ["a", "bb", "bb", ""]) {
    reader.begin("POST", KEEP);
    expect(reader.hasBegun).toBe(false);
    const answer = reader.add(
      Buffer.from(`HTTP/1.1 200 OK\r\ncontent-length: ${body.length}\r\n\r\n${body}`),
    );
    expect(outcomeOf(reader, answer)).toEqual({ status: 200, body, ends: OPEN });
  }
});

test("whatever comes is an answer, none yet, or an InvalidAnswer", () => {
  const seed = chooseSeed();
  const random = seededRandom(seed);
  const pieces = [
    "HTTP/1.1 200 OK",
    "\r\n",
    "\n",
    "\r",
    " ",
    ":",
    "content-length: 3",
    "transfer-encoding: chunked",
    "\r\n\r\n",
    "5",
    "0",
    "fffffffffff",
    "abcde",
    "\0",
    "é",
    ";",
    "connection: close",
  ];
  for (let round = 0; round < 5_000; round++) {
    const reader = new AnswerReader();
    reader.begin(random() < 0.1 ? "HEAD" : "POST", KEEP);
    try {
      for (let part = 0; part < 30; part++) {
        const piece =
          part === 0 && random() < 0.9
            ? "HTTP/1.1 200 OK"
            : (pieces[Math.floor(random() * pieces.length)] ?? "");
        const answer = reader.add(Buffer.from(piece));
        if (answer === null) continue;
        expect(answer.body.length).toBeLessThanOrEqual(KEEP);
        break;
      }
    } catch (error) {
      if (!(error instanceof InvalidAnswer))
        throw new Error(`SEED=${seed}, round ${round}`, { cause: error });
    }
  }
});
