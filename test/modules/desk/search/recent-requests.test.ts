import { expect, test } from "bun:test";
import { requestHit } from "../../../../src/modules/desk/search/hits.ts";
import { RecentRequests } from "../../../../src/modules/desk/search/index.ts";

const request = (requestId: string, at: number, status: number) => ({
  requestId,
  at,
  status,
  route: "GET /healthz",
  keyId: "",
  refusal: status < 400 ? null : "not_found",
  durationMs: 1,
});

test("a refusal is found after any number of successes, and so are the newest of each", () => {
  const requests = new RecentRequests();
  expect(requests.reach()).toEqual({ successes: null, refusals: null });
  requests.record(request("asked-about", 1, 404));
  for (let at = 2; at < 50_002; at++) requests.record(request(`ok-${at}`, at, 200));
  expect(requests.find("asked-about")).toHaveLength(1);
  expect(requests.find("ok-50001")).toHaveLength(1);
  expect(requests.find("ok-30001")).toEqual([]);
  expect(requests.find("ok-30002")).toHaveLength(1);
  expect(requests.reach()).toEqual({ successes: 30_002, refusals: 1 });
  for (let at = 0; at < 20_000; at++) requests.record(request("flood", 60_000 + at, 500));
  expect(requests.find("asked-about")).toEqual([]);
  expect(requests.reach().refusals).toBe(60_000);
});

test("a request comes back as it was recorded, under ids of every length", () => {
  const requests = new RecentRequests();
  const ids = [8, 47, 48, 49, 128].map((length) => "i".repeat(length));
  const recorded = ids.flatMap((id, index) => [
    { ...request(id, index, 200), keyId: "pk_live_1", durationMs: 1.25 },
    { ...request(id, index, 404), route: "GET /nowhere" },
  ]);
  for (const each of recorded) requests.record(each);
  for (const id of ids) expect(requests.find(id)).toEqual(recorded.filter((each) => each.requestId === id));
  expect(requests.find("i".repeat(50))).toEqual([]);
  expect(requests.find("\u0169".repeat(8))).toEqual([]);
});

test("a long id is forgotten with its request", () => {
  const requests = new RecentRequests();
  const long = "l".repeat(100);
  requests.record(request(long, 0, 404));
  for (let at = 1; at <= 20_000; at++)
    requests.record(request(at % 2 === 0 ? `even-${at}` : `${long}${at}`, at, 404));
  expect(requests.find(long)).toEqual([]);
  expect(requests.find("even-20000")).toHaveLength(1);
  expect(requests.find(`${long}19999`)).toHaveLength(1);
});

test("of each second 100 successes are to be recorded", () => {
  const requests = new RecentRequests();
  const taken = (at: number) => Array.from({ length: 250 }, () => requests.takesSuccess(at)).filter(Boolean);
  expect(taken(5_000)).toHaveLength(100);
  expect(taken(5_999)).toEqual([]);
  expect(taken(6_000)).toHaveLength(100);
});

test.each([
  ["ak_live_1", "/admin/keys/ak_live_1"],
  ["operator:zoe", "/admin/audit?actor=zoe"],
  ["portal:acme", "/admin/partners/acme"],
  ["portal:acme/3", "/admin/partners/acme"],
  ["", null],
])("a request of caller '%s' leads to %s", (caller, path) => {
  const request = { requestId: "r", at: 0, route: "GET /", status: 200, refusal: "", durationMs: 1 };
  expect(requestHit({ ...request, caller, idempotencyKey: null }).path).toBe(path);
});
