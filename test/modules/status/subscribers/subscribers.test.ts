import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import type { OperatorActor } from "../../../../src/http/operation.ts";
import { openIncident, updateIncidentBy } from "../../../../src/modules/status/incidents/index.ts";
import { followUp } from "../../../../src/modules/status/module.ts";
import { retention, runJob } from "../../../harness/app/jobs.ts";
import { visitor } from "../../../harness/app/visitor.ts";
import { createWorld, type World } from "../../../harness/app/world.ts";

const ACTOR: OperatorActor = { kind: "operator", name: "zoe", role: "operator", session: null };
const DAY_MS = 86_400_000;

let world: World;

beforeEach(async () => {
  world = await createWorld({
    SMTP_URL: "smtp://127.0.0.1:1",
    PUBLIC_BASE_URL: "https://salute.example",
    TRUSTED_PROXIES: "127.0.0.1",
  });
});

afterEach(() => world.close());

interface Mail {
  to: string;
  subject: string;
  text: string;
  unsubscribeUrl?: string;
}

/** Queued mail, oldest first. */
const mails = (): Mail[] =>
  world.services.live.read
    .all<{ uid: string; message_sealed: string }>(
      "SELECT uid, message_sealed FROM mails WHERE state = 'queued' ORDER BY id",
    )
    .map(({ uid, message_sealed }) => JSON.parse(world.services.keyring.unseal(message_sealed, uid)) as Mail);
const ask = (email: string, address = "192.0.2.1", headers: Record<string, string> = {}) =>
  visitor(world).submit(
    "/status/subscribe",
    { kind: "email", email },
    { "x-forwarded-for": address, ...headers },
  );
const pathIn = (text: string, start: string) =>
  new RegExp(`https://salute\\.example(${start}/\\S+)`).exec(text)?.[1] ?? "";
const subscribe = async (email: string) => {
  await ask(email);
  const path = pathIn(mails().at(-1)?.text ?? "", "/status/subscribe");
  await visitor(world).submit(path);
  return path;
};
const follow = () => followUp(world.services, new AbortController().signal);
const declare = (isPublic = true) =>
  world.services.live.writer.run((tx) =>
    openIncident(tx, ACTOR, {
      title: "Late",
      severity: "warn",
      state: "investigating",
      checks: [],
      isPublic,
      message: "We look.",
    }),
  );

describe("subscribing", () => {
  test("requires a confirmation by mail: opening its page alone confirms nothing", async () => {
    const sent = await ask("a@example.org");
    expect([sent.status, sent.headers.get("location")]).toEqual([303, "/status/subscribe?asked=1"]);
    expect((await world.call("GET", "/status/subscribe?asked=1")).text).toContain("Check your mail");
    expect((await world.call("GET", "/status/subscribe?asked=2")).status).toBe(400);
    const path = pathIn(mails()[0]?.text ?? "", "/status/subscribe");
    const page = await world.call("GET", path);
    expect(page.text).toContain("Confirm subscription");
    expect(page.headers.get("cache-control")).toBe("no-store");
    await declare();
    await follow();
    expect(mails().length).toBe(1);
    await visitor(world).submit(path);
    expect((await world.call("GET", path)).text).toContain("You are subscribed");
  });

  test("answers the same for every address, and mails each at most once an hour", async () => {
    await subscribe("a@example.org");
    const [first, again] = [await ask("b@example.org"), await ask("A@Example.org")];
    expect([again.status, again.headers.get("location")]).toEqual([
      first.status,
      first.headers.get("location"),
    ]);
    await ask("b@example.org");
    expect(mails().map(({ to }) => to)).toEqual(["a@example.org", "b@example.org"]);
  });

  test.each([
    ["IPv4 address", "198.51.100.7", "198.51.100.7", "198.51.100.8"],
    ["/64 of IPv6", "2001:db8::1", "2001:db8::2", "2001:db8:0:1::1"],
  ])("one %s gets a share of the daily limit, others theirs", async (_, address, same, other) => {
    for (let index = 0; index < 20; index++)
      expect((await ask(`a${index}@example.org`, address)).status).toBe(303);
    expect((await ask("b@example.org", same)).status).toBe(409);
    expect((await ask("a1@example.org", same)).status).toBe(409);
    expect((await ask("b@example.org", other)).status).toBe(303);
    expect(mails()).toHaveLength(21);
  });

  test("answers the same for every address past the daily limit, too", async () => {
    await subscribe("a@example.org");
    await world.services.live.writer.run((tx) =>
      tx.run(
        `WITH RECURSIVE numbers(value) AS (VALUES (1) UNION ALL SELECT value + 1 FROM numbers WHERE value < 1000)
         INSERT INTO status_subscribers (uid, kind, target_hash, target_sealed, checks, language, token_hash, token_sealed, asked_at, created_at)
           SELECT 'u' || value, 'email', 'e' || value, '', '[]', 'en', 't' || value, '', ?1, ?1 FROM numbers`,
        tx.now,
      ),
    );
    expect([(await ask("a@example.org")).status, (await ask("b@example.org")).status]).toEqual([409, 409]);
  });

  test("expires after a week without confirmation, and refuses invalid addresses", async () => {
    await ask("a@example.org");
    const path = pathIn(mails()[0]?.text ?? "", "/status/subscribe");
    world.clock.advance(8 * DAY_MS);
    await retention.run(world.services, new AbortController().signal);
    expect((await world.call("GET", path)).status).toBe(404);
    expect((await visitor(world).submit(path)).status).toBe(404);
    expect((await ask("nobody")).status).toBe(400);
  });

  test("stores no address unencrypted", async () => {
    await subscribe("recognisable@example.org");
    const rows = JSON.stringify(world.services.live.read.all("SELECT * FROM status_subscribers"));
    expect(rows).not.toContain("recognisable");
  });

  test("that is refused shows the form again as it was sent, in the reader's language", async () => {
    const refused = await ask("nobody", "192.0.2.1", { "accept-language": "de" });
    expect(refused.status).toBe(400);
    expect(refused.text).toContain(
      '<p class="alert" role="alert">Prüfen Sie die Eingabe: Sie ist ungültig.</p>',
    );
    expect(refused.text).toContain("Prüfen Sie dieses Feld");
    expect(refused.text).toMatch(/name="email"[^>]* value="nobody"[^>]* aria-invalid="true"/);
    const unknown = await world.call("GET", "/status/subscribe/none?lang=ru", {
      headers: { accept: "text/html" },
    });
    expect([unknown.status, unknown.text.includes("Проверьте адрес: здесь ничего нет.")]).toEqual([
      404,
      true,
    ]);
  });

  test("is refused without mail, and the page names the alternatives", async () => {
    await world.close();
    world = await createWorld();
    expect((await world.call("GET", "/status/subscribe")).text).toContain("/history.rss");
    expect((await ask("a@example.org")).status).toBe(409);
  });
});

describe("a subscriber", () => {
  test("gets each public update once, however often notices are processed", async () => {
    await subscribe("a@example.org");
    const { id } = await declare();
    await declare(false);
    await Promise.all([follow(), follow()]);
    await follow();
    await world.services.live.writer.run((tx) =>
      updateIncidentBy(tx, ACTOR, { id, state: "resolved", message: "Done." }),
    );
    await follow();
    await follow();
    const told = mails().slice(1);
    expect(told.map(({ subject }) => subject)).toEqual([
      "Status of salute.example: Late (investigating)",
      "Status of salute.example: Late (resolved)",
    ]);
    expect(told[0]?.text).toContain("We look.");
    expect(told[0]?.text).toContain(`https://salute.example/status/incidents/${id}`);
  });

  test("is told in the language of the page on which they subscribed", async () => {
    const asking = (email: string, language: string) =>
      ask(email, "192.0.2.1", { "accept-language": language });
    const subscribeIn = async (email: string, language: string) => {
      await asking(email, language);
      await visitor(world).submit(pathIn(mails().at(-1)?.text ?? "", "/status/subscribe"));
    };
    await asking("changed@example.org", "ru");
    world.clock.advance(2 * 3_600_000);
    await subscribeIn("changed@example.org", "de");
    await subscribeIn("ru@example.org", "ru");
    await subscribeIn("other@example.org", "fr");
    const before = mails().length;
    await declare();
    await follow();
    const told = mails().slice(before);
    expect(told.map(({ to, subject }) => [to, subject])).toEqual([
      ["changed@example.org", "Status von salute.example: Late (wird untersucht)"],
      ["ru@example.org", "Статус salute.example: Late (изучается)"],
      ["other@example.org", "Status of salute.example: Late (investigating)"],
    ]);
    expect(told[0]?.text).toContain("Stand: wird untersucht\n\nWe look.");
    expect(told[0]?.text).toContain("Abmelden: https://salute.example/status/unsubscribe/");
    expect(told[0]?.text).not.toContain("State");
  });

  test("gets a working link even if an operator's text contains the placeholder of the base URL", async () => {
    await subscribe("a@example.org");
    const { id } = await declare();
    await world.services.live.writer.run((tx) =>
      updateIncidentBy(tx, ACTOR, { id, message: "About {base}." }),
    );
    await follow();
    expect(mails().at(-1)?.text).toContain(`https://salute.example/status/incidents/${id}`);
  });

  test("unsubscribes with one POST without Origin, and gets no more mail", async () => {
    await subscribe("a@example.org");
    await declare();
    await follow();
    const url = new URL(mails().at(-1)?.unsubscribeUrl ?? "");
    expect((await world.call("GET", url.pathname)).text).toContain("Unsubscribe");
    await declare();
    await follow();
    const before = mails().length;
    const answer = await world.call("POST", url.pathname, {
      body: "List-Unsubscribe=One-Click",
      nonce: null,
      idempotencyKey: null,
      headers: { "content-type": "application/x-www-form-urlencoded" },
    });
    expect([answer.status, answer.headers.get("location")]).toEqual([204, null]);
    await declare();
    await follow();
    expect(mails().length).toBe(before);
    expect((await world.call("GET", url.pathname)).text).toContain("not subscribed");
  });

  test("gets one mail when an automatic incident opens and one when it closes", async () => {
    await subscribe("a@example.org");
    const fail = (isFailing: boolean) =>
      world.services.live.writer.run((tx) =>
        tx.run(
          "INSERT INTO job_runs (job, trigger, status, started_at, finished_at) VALUES ('retention', 'schedule', ?, ?, ?)",
          isFailing ? "failed" : "ok",
          tx.now,
          tx.now,
        ),
      );
    const snapshots = async (count: number) => {
      for (let i = 0; i < count; i++) {
        world.clock.advance(60_000);
        await runJob(world, "status_snapshot");
        await follow();
      }
    };
    await fail(true);
    await snapshots(2);
    await fail(false);
    await snapshots(3);
    const told = mails().slice(1);
    expect(told.map(({ subject }) => subject.replace(/^.*: /, ""))).toEqual([
      "Jobs (opened)",
      "Jobs (resolved)",
    ]);
  });

  test("gets each mail once, even among many subscribers served in batches", async () => {
    for (let i = 0; i < 3; i++) await subscribe(`s${i}@example.org`);
    await world.services.live.writer.run((tx) => {
      for (let i = 0; i < 120; i++) {
        const uid = `sub_${i}`;
        const { keyring } = world.services;
        tx.run(
          "INSERT INTO status_subscribers (uid, kind, target_hash, target_sealed, checks, language, token_hash, token_sealed, confirmed_at, asked_at, created_at) VALUES (?, 'email', ?, ?, '[]', 'en', ?, ?, 1, 1, 1)",
          uid,
          uid,
          keyring.seal(`x${i}@example.org`, uid),
          uid,
          keyring.seal("token", uid),
        );
      }
    });
    await declare();
    await follow();
    const told = mails().filter(({ subject }) => subject.includes("Late"));
    expect([told.length, new Set(told.map(({ to }) => to)).size]).toEqual([123, 123]);
  });
});
