import { expect, test } from "bun:test";
import {
  type Candidate,
  type SlotLimits,
  Slots,
} from "../../../../src/modules/webhooks/deliveries/sending/engine/slots.ts";
import { seededRandom } from "../../../harness/simulation/random.ts";

const LIMITS: SlotLimits = { total: 64, perWebhook: 4, slow: 16 };

/** A webhook of a partner: 301 is partner 3's first. */
function candidate(webhookId: number, how: Partial<Candidate> = {}): Candidate {
  return { webhookId, partnerId: Math.floor(webhookId / 100), isSlow: false, isOpen: false, ...how };
}

/** Slots in which these webhooks have answered well before. */
function proven(limits: Partial<SlotLimits>, ...webhookIds: number[]): Slots {
  const slots = new Slots({ ...LIMITS, ...limits });
  for (const id of webhookIds) slots.update(id, false, false);
  return slots;
}

const given = (slots: Slots) => [...slots.give()].sort(([a], [b]) => a - b);

test("a webhook gets its four, one that is not known to answer a single one, and so does an open circuit", () => {
  const slots = proven({}, 101);
  slots.offer(candidate(101));
  slots.offer(candidate(201));
  slots.offer(candidate(301, { isSlow: true, isOpen: true }));
  expect(given(slots)).toEqual([
    [101, 4],
    [201, 1],
    [301, 1],
  ]);
  expect(slots.canGive).toBe(false);
});

test("free slots go round by partner, whatever number of webhooks each has", () => {
  const many = [101, 102, 103, 104, 105, 106, 107, 108];
  const slots = proven({ total: 8 }, ...many, 201);
  for (const id of [...many, 201]) slots.offer(candidate(id));
  const counts = new Map(slots.give());
  expect(counts.get(201)).toBe(4);
  expect([...counts.values()].reduce((sum, count) => sum + count, 0)).toBe(8);
});

test("a partner that holds none is served before those that do", () => {
  const slots = proven({ total: 4 }, 101, 201);
  slots.offer(candidate(101));
  expect(given(slots)).toEqual([[101, 4]]);
  slots.offer(candidate(201));
  slots.release(101, 1);
  expect(given(slots)).toEqual([[201, 1]]);
});

test("slow receivers share a quarter, and keep one slot however busy the healthy are", () => {
  const slots = proven({ total: 16, slow: 4 }, 101, 102, 103, 104, 105);
  for (let id = 201; id < 210; id++) slots.offer(candidate(id, { isSlow: true }));
  expect([...slots.give().values()].reduce((sum, count) => sum + count, 0)).toBe(4);
  for (let id = 101; id < 106; id++) slots.offer(candidate(id));
  expect([...slots.give().values()].reduce((sum, count) => sum + count, 0)).toBe(12);
  for (const id of [201, 202, 203, 204]) slots.release(id, 1);
  expect([...slots.give().keys()].filter((id) => id > 200).length).toBe(1);
});

test("a receiver that turns slow takes what it holds along to the slow share", () => {
  const slots = proven({ total: 16, slow: 4 }, 101);
  slots.offer(candidate(101));
  slots.give();
  slots.update(101, true, false);
  slots.offer(candidate(201, { isSlow: true }));
  expect(slots.canGive).toBe(false);
  slots.release(101, 1);
  expect(given(slots)).toEqual([[201, 1]]);
});

test("over 20,000 random moves no bound is passed, nobody is forgotten, and in the end nobody is remembered", () => {
  const random = seededRandom(7);
  const limits = { total: 16, perWebhook: 4, slow: 4 };
  const slots = new Slots(limits);
  const busy = new Map<number, number>();
  const pick = () => 100 * (1 + Math.floor(random() * 5)) + Math.floor(random() * 6);
  for (let move = 0; move < 20_000; move++) {
    const id = pick();
    const dice = random();
    if (dice < 0.4) slots.offer(candidate(id, { isSlow: random() < 0.3 }));
    else if (dice < 0.5) slots.withdraw(id);
    else if (dice < 0.6) slots.update(id, random() < 0.3, random() < 0.1);
    else if (dice < 0.8) {
      const held = busy.get(id) ?? 0;
      if (held > 0) slots.release(id, 1);
      busy.set(id, Math.max(0, held - 1));
    } else
      for (const [webhookId, count] of slots.give()) busy.set(webhookId, (busy.get(webhookId) ?? 0) + count);
    const counts = [...busy.values()];
    expect(Math.max(0, ...counts)).toBeLessThanOrEqual(limits.perWebhook);
    expect(slots.busy).toBe(counts.reduce((sum, count) => sum + count, 0));
    expect(slots.busy).toBeLessThanOrEqual(limits.total);
  }
  for (const [id, count] of busy) slots.release(id, count);
  for (let partner = 1; partner < 6; partner++) for (let n = 0; n < 6; n++) slots.withdraw(100 * partner + n);
  expect([slots.busy, slots.size]).toEqual([0, 0]);
});
