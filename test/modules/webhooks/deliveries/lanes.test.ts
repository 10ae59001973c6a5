import { beforeEach, expect, test } from "bun:test";
import type { Receipt } from "../../../../src/modules/webhooks/deliveries/sending/client.ts";
import {
  FAST_MS,
  type LaneLetter,
  Lanes,
} from "../../../../src/modules/webhooks/deliveries/sending/posting/lanes.ts";

interface TestLetter extends LaneLetter {
  name: string;
}

const OK: Receipt = { kind: "answered", status: 200, retryAfter: null, excerpt: null };
const REFUSED: Receipt = { ...OK, status: 500 };

let now: number;
let posted: Map<string, (receipt: Receipt) => void>;
/** Names of letters in the order in which they were posted, and their results. */
let order: string[];
let results: string[];
let lanes: Lanes<TestLetter>;

beforeEach(() => {
  now = 0;
  [posted, order, results] = [new Map(), [], []];
  lanes = new Lanes<TestLetter>({
    now: () => now,
    post: ({ name }) => {
      order.push(name);
      return new Promise((resolve) => posted.set(name, resolve));
    },
    done: ({ name }, { outcome, waitedMs, tookMs, isClosed }) => {
      const kind = "receipt" in outcome ? outcome.receipt.kind : "error";
      results.push(`${name} ${kind} ${waitedMs} ${tookMs} ${isClosed ? "closed" : "open"}`);
    },
  });
});

/** Adds letters with these names, of which two may be posted at a time; those after a comma are ahead. */
function add(names: string, round = 0): void {
  const [slots = "", ahead = ""] = names.split(",");
  for (const name of slots + ahead)
    lanes.add({ name, webhookId: 1, atOnce: 2, isAhead: ahead.includes(name), round });
}

async function answer(name: string, receipt = OK): Promise<void> {
  posted.get(name)?.(receipt);
  await new Promise((done) => setImmediate(done));
}

test("a letter ahead is posted when another of its webhook ends, in order, and tells how long it waited", async () => {
  add("ab,cd");
  expect(order.join("")).toBe("ab");
  now = 7;
  await answer("b");
  expect(order.join("")).toBe("abc");
  now = 10;
  await answer("c");
  expect(order.join("")).toBe("abcd");
  expect(results).toEqual(["b answered 0 7 open", "c answered 7 3 open"]);
});

test.each([
  ["a refusal", REFUSED, 1],
  ["a success that is not fast", OK, FAST_MS + 1],
])(
  "%s returns what waits, and what was on its way, but neither slots' letters nor the next round",
  async (_, receipt, ms) => {
    add("ab,cd");
    now = ms;
    await answer("a", receipt);
    expect(results).toEqual([
      `a answered 0 ${ms} closed`,
      "c abandoned 0 0 closed",
      "d abandoned 0 0 closed",
    ]);
    add(",e");
    expect(results.at(-1)).toBe("e abandoned 0 0 closed");
    add("f");
    add(",g", 1);
    now += 1;
    await answer("f");
    expect(order.join("")).toBe("abfg");
  },
);

test("a recall returns what waits and leaves what is posted", async () => {
  add("ab,cd");
  lanes.recall(1);
  lanes.recall(2);
  expect(results).toEqual(["c abandoned 0 0 closed", "d abandoned 0 0 closed"]);
  await answer("a");
  expect(results.at(-1)).toBe("a answered 0 0 open");
  expect(order.join("")).toBe("ab");
});
