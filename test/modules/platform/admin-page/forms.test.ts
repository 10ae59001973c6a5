import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { signedIn, type Visitor } from "../../../harness/app/visitor.ts";
import { createWorld, type World } from "../../../harness/app/world.ts";

/** What every form of the operators' pages does: mistakes in place, a confirmation, and nothing done twice. */

let world: World;
let owner: Visitor;

beforeAll(async () => {
  world = await createWorld({ RATE_LIMIT_ADMIN_PER_MIN: "0", RATE_LIMIT_PAGES_PER_MIN: "0" });
  owner = await signedIn(world, "boss", "owner");
});

afterAll(() => world.close());

const tokenOf = (text: string) => /name="form_token" value="([^"]+)"/.exec(text)?.[1] ?? "";

describe("a mistake", () => {
  test("is answered on the page of the form: navigation, message, input kept, fault beside its field", async () => {
    await owner.open("/admin/keys/new");
    const answer = await owner.submit("/admin/partners", {
      partner: "Not A Name",
      mode: "live",
      scopes: "read",
      allowed_ips: "10.0.0.0/8",
    });
    expect(answer.status).toBe(400);
    expect(answer.text).toContain(`aria-label="Operators' pages"`);
    expect(answer.text).toContain("<h1>Create key</h1>");
    expect(answer.text).toContain('role="alert">Correct partner');
    expect(answer.text).toMatch(/name="partner"[^>]*value="Not A Name"/);
    expect(answer.text).toMatch(/name="partner"[^>]*aria-invalid="true"/);
    expect(answer.text).toContain(
      'id="partner_note" class="note fault">It must be 1 to 40 of a-z, 0-9 and -',
    );
    expect(answer.text).toMatch(/name="allowed_ips"[^>]*value="10.0.0.0\/8"/);
    expect(answer.text).toMatch(/<option value="live" selected/);
  });

  test("is named as the page names it, and told alone where the page has no field for it", async () => {
    await owner.open("/admin/ops/incidents/new");
    const incident = { title: "Late", severity: "warn", started_at: "2100-01-01 00:00" };
    const opened = await owner.submit("/admin/ops/incidents/open", incident);
    expect(opened.text).toContain('role="alert">Correct Start (UTC): it ');
    await owner.open("/admin/on-call");
    const rotation = { seen: "x".repeat(65), weekday: "monday", hour: "9", zone: "UTC" };
    const saved = await owner.submit("/admin/on-call/rotation", rotation);
    expect(saved.text).toContain('role="alert">It must be text of 1 to 64 characters');
  });

  test("of a shape keeps what was entered, several choices of one name too", async () => {
    const body = "partner=shape&mode=nonsense&scopes=read&scopes=credit";
    const csrf =
      /name="csrf_token" value="([^"]*)"/.exec((await owner.open("/admin/keys/new")).text)?.[1] ?? "";
    const raw = await world.call("POST", "/admin/partners", {
      body: `${body}&csrf_token=${csrf}`,
      nonce: null,
      idempotencyKey: null,
      headers: {
        accept: "text/html",
        cookie: owner.cookie() ?? "",
        "content-type": "application/x-www-form-urlencoded",
        "sec-fetch-site": "same-origin",
      },
    });
    expect(raw.status).toBe(400);
    const checked = [...raw.text.matchAll(/<input[^>]*name="scopes"[^>]*>/g)]
      .map(([input]) => input)
      .filter((input) => input.includes("checked"))
      .map((input) => /value="(\w+)"/.exec(input)?.[1]);
    expect(checked).toEqual(["read", "credit"]);
  });

  test("that only the action can judge keeps what was entered: amounts, checked boxes and emptied fields", async () => {
    await owner.open("/admin/ledger/adjustments/new");
    const adjustment = {
      partner: "nobody",
      user_id: "1",
      amount: "12.5",
      direction: "credit",
      reason: "gift",
    };
    const adjusted = await owner.submit("/admin/ledger/adjustments", adjustment);
    expect([adjusted.status, /name="amount"[^>]*value="([^"]*)"/.exec(adjusted.text)?.[1]]).toEqual([
      404,
      "12.5",
    ]);

    await owner.open("/admin/ops/incidents/new");
    const incident = { title: "Late", severity: "minor", public: "1", started_at: "2100-01-01 00:00" };
    const opened = await owner.submit("/admin/ops/incidents/open", incident);
    expect([opened.status, /<input[^>]*name="public"[^>]*>/.exec(opened.text)?.[0]]).toEqual([
      400,
      expect.stringContaining("checked"),
    ]);

    const { key_id } = await world.createKey("emptied");
    const path = `/admin/keys/${key_id}`;
    const limitOf = ({ text }: { text: string }) =>
      /value="([^"]*)"/.exec(/<input[^>]*name="daily_credit_limit"[^>]*>/.exec(text)?.[0] ?? "")?.[1];
    await owner.open(path);
    await owner.submit(`${path}/settings`, { scopes: "read", daily_credit_limit: "500" });
    expect(limitOf(await owner.open(path))).toBe("500");
    const key = await owner.submit(`${path}/settings`, {
      scopes: "read",
      daily_credit_limit: "",
      domains: "http://x y",
    });
    expect([key.status, limitOf(key) ?? ""]).toEqual([400, ""]);
  });

  test("never comes back with a password, and escapes what was entered", async () => {
    await owner.open("/admin/keys/new");
    const answer = await owner.submit("/admin/partners", {
      partner: '"><script>alert(1)</script>',
      mode: "live",
    });
    expect(answer.text).not.toContain("<script>alert(1)");
    await owner.open("/admin/account");
    const account = await owner.submit("/admin/account/password", {
      current: "wrong-password-entered",
      password: "x",
    });
    expect(account.text).not.toContain("wrong-password-entered");
  });

  test("about something that is not there keeps the navigation", async () => {
    const answer = await owner.open("/admin/keys/pk_live_0000000000000000");
    expect([answer.status, answer.text.includes(`aria-label="Operators' pages"`)]).toEqual([404, true]);
  });

  test("is answered on the page that it came from, with its filter and the fold of the form open", async () => {
    const form_page = "/admin/deliveries?state=failed";
    const { text: page } = await owner.open(form_page);
    expect(page).toContain(`name="form_page" value="${form_page}"`);
    expect(page).toContain("<details><summary>Saved views");
    const view = { path: "/admin/deliveries", query: "state=failed", name: " ", form_page };
    const { status, text } = await owner.submit("/admin/views", view);
    expect(status).toBe(400);
    expect(text).toMatch(/<option value="failed" selected/);
    expect(text).toMatch(/<details open[^>]*><summary>Saved views/);
    expect(text.match(/role="alert"/g)?.length).toBe(1);
  });

  test("without a form on its page is told at the top", async () => {
    await owner.open("/admin/jobs");
    const answer = await owner.submit("/admin/partners", { partner: "A B", form_page: "/admin/jobs" });
    expect(answer.text).toMatch(/<h1>Jobs<\/h1><p class="alert" role="alert">Correct/);
  });

  test("is answered on the form's own page if the named one cannot be read, or is not one of the desk's", async () => {
    for (const form_page of ["/admin/keys/%zz", "/admin/nothing", "https://else.example/admin"]) {
      await owner.open("/admin/keys/new");
      const answer = await owner.submit("/admin/partners", { partner: "A B", mode: "live", form_page });
      expect([answer.status, answer.text.includes("<h1>Create key</h1>")]).toEqual([400, true]);
    }
  });

  test("stays JSON for programs", async () => {
    await owner.open("/admin/keys/new");
    const answer = await owner.submit("/admin/partners", { partner: "A B" }, { accept: "application/json" });
    expect([answer.status, answer.json.error]).toEqual([400, "invalid_payload"]);
  });
});

describe("an action", () => {
  test("is confirmed on the next page, once", async () => {
    await owner.open("/admin/maintenance");
    const answer = await owner.submit("/admin/safe-mode", { state: "on", reason: "drill" });
    expect(answer.status).toBe(303);
    const next = await owner.open(answer.headers.get("location") ?? "");
    expect(next.text).toContain('class="confirmation" role="status"');
    expect(next.text).toContain("Safe mode is on");
    expect((await owner.open("/admin")).text).not.toContain('class="confirmation"');
    await owner.submit("/admin/safe-mode", { state: "off" });
    await owner.open("/admin");
  });

  test("that shows a secret makes one key, however often the form is sent", async () => {
    const page = await owner.open("/admin/keys/new");
    const fields = { partner: "twice", mode: "live", scopes: "read", form_token: tokenOf(page.text) };
    const first = await owner.submit("/admin/partners", fields);
    expect(first.status).toBe(200);
    expect(first.text).toContain("data-copy");
    await owner.open("/admin/keys/new");
    const again = await owner.submit("/admin/partners", fields);
    expect([again.status, again.headers.get("location")]).toEqual([303, "/admin/keys/new"]);
    const list = await owner.open("/admin/partners");
    expect(list.text).toContain("sent already");
    expect(list.text.match(/>twice</g)?.length).toBe(1);
  });

  test("of a page from before a restart is shown again with its input, as it may have been carried out", async () => {
    const page = await owner.open("/admin/keys/new");
    const fields = { partner: "restarted", mode: "live", scopes: "read", form_token: tokenOf(page.text) };
    expect((await owner.submit("/admin/partners", fields)).status).toBe(200);
    await world.restart();
    const again = await owner.submit("/admin/partners", fields);
    expect([again.status, again.text]).toEqual([409, expect.stringContaining("Nothing was done now")]);
    expect(again.text).toMatch(/name="partner"[^>]*value="restarted"/);
    const form_token = tokenOf(again.text);
    expect((await owner.submit("/admin/partners", { ...fields, form_token })).status).toBe(200);
    const keys =
      "SELECT 1 FROM partner_keys AS k JOIN partners AS p ON p.id = k.partner_id WHERE p.name = 'restarted'";
    expect(world.services.live.read.all(keys)).toHaveLength(2);
  });

  test("that was refused may be sent again with the same token", async () => {
    const page = await owner.open("/admin/keys/new");
    const form_token = tokenOf(page.text);
    expect(
      (await owner.submit("/admin/partners", { partner: "B A D", mode: "live", form_token })).status,
    ).toBe(400);
    await owner.open("/admin/keys/new");
    expect(
      (await owner.submit("/admin/partners", { partner: "good", mode: "live", scopes: "read", form_token }))
        .status,
    ).toBe(200);
  });
});

describe("the banner", () => {
  test("names the installation, and safe mode with its reason", async () => {
    expect((await owner.open("/admin/jobs")).text).toContain("Development, demo chain");
    await owner.submit("/admin/safe-mode", { state: "on", reason: "a drill of ours" });
    const page = await owner.open("/admin/jobs");
    expect(page.text).toContain("Every change is refused: a drill of ours");
    await owner.submit("/admin/safe-mode", { state: "off" });
  });
});

describe("a refused filter", () => {
  test("is answered on its page: the input stands in the filter, each fault beside its field", async () => {
    const { status, text } = await owner.open(
      "/admin/deliveries?state=failed&webhook_id=seven&host=hooks.example",
    );
    expect(status).toBe(400);
    expect(text).toContain(`aria-label="Operators' pages"`);
    expect(text).toMatch(
      /<form[^>]*class="form filters"[^>]*><p class="alert" role="alert">Correct Webhook id: it must be/,
    );
    expect(text).toMatch(
      /name="webhook_id"[^>]*value="seven"[^>]*>(<[^>]*>)*<p[^>]*class="note fault">It must be/,
    );
    expect(text).toMatch(/name="host"[^>]*value="hooks.example"/);
    expect(text).toMatch(/<option[^>]*value="failed"[^>]*selected/);
  });

  test("that only the page can judge, such as a time, is answered likewise", async () => {
    const { status, text } = await owner.open("/admin/deliveries?from=yesterday");
    expect([status, text.includes("Failing endpoints")]).toEqual([400, true]);
    expect(text).toMatch(/name="from"[^>]*value="yesterday"[^>]*aria-invalid="true"/);
  });

  test("with several mistakes, found one after the other, keeps its form and tells all of them", async () => {
    const query = "min_amount=-3&user=ext:acme-u1&from=2026-11-29&to=2026-11-28&reason=quest";
    const { status, text } = await owner.open(`/admin/ledger?${query}`);
    expect([status, text.includes("<h1>Ledger</h1>")]).toEqual([400, true]);
    for (const [name, value] of new URLSearchParams(query)) {
      const field = new RegExp(`<input[^>]*name="${name}"[^>]*>`).exec(text)?.[0] ?? "";
      const isWrong = ["min_amount", "user", "to"].includes(name);
      expect([name, field.includes(`value="${value}"`), field.includes('aria-invalid="true"')]).toEqual([
        name,
        true,
        isWrong,
      ]);
    }
    expect(text).toContain("It needs partner beside an external id.");
  });

  test("of a page without a form for it names the parameter above the page", async () => {
    const { status, text } = await owner.open("/admin/jobs?other=1");
    expect([status, text.includes("<h1>Jobs</h1>")]).toEqual([400, true]);
    expect(text).toMatch(/<h1>Jobs<\/h1><p class="alert" role="alert">Correct other: it is not a parameter/);
  });

  test("is a problem for programs", async () => {
    const headers = { cookie: owner.cookie() ?? "" };
    const { status, json } = await world.call("GET", "/admin/search?q=a&other=1", { headers });
    expect([status, json.error, json.details[0].field]).toEqual([400, "invalid_query", "other"]);
  });
});

describe("the navigation", () => {
  test("shows the pages that the operator's role may open", async () => {
    const viewer = await signedIn(world, "guest", "viewer");
    const link = 'href="/admin/operators"';
    expect((await viewer.open("/admin")).text).not.toContain(link);
    expect((await owner.open("/admin")).text).toContain(link);
  });
});
