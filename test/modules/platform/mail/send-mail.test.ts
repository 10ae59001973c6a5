import { afterEach, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import type { SMTPServerOptions } from "smtp-server";
import { parseConfig } from "../../../../src/compose/config.ts";
import { DAY_MS, MINUTE_MS } from "../../../../src/kit/clock.ts";
import { noteMail } from "../../../../src/modules/ledger/claims/index.ts";
import { type MailTransport, sendDueMail } from "../../../../src/modules/platform/mail/index.ts";
import { retryDelay } from "../../../../src/modules/platform/mail/rules.ts";
import { switchSafeMode } from "../../../../src/modules/platform/state/index.ts";
import { retention } from "../../../harness/app/jobs.ts";
import { type MailServer, serveMail } from "../../../harness/servers/smtp.ts";
import { until } from "../../../harness/until.ts";
import { type ClaimWorld, createClaimWorld, OPERATOR, WALLET } from "../../ledger/claims/fixture.ts";

/** Machines have other work too. */
setDefaultTimeout(30_000);

const EMAIL = "zoe.private@example.com";
let world: ClaimWorld;
let server: MailServer;

async function open(options: SMTPServerOptions = {}, settings: Record<string, string> = {}): Promise<void> {
  server = await serveMail(options);
  world = await createClaimWorld({
    SMTP_URL: `smtp://127.0.0.1:${server.port}`,
    PUBLIC_BASE_URL: "https://salute.example",
    PARTNER_RATE_LIMIT_PER_MINUTE: "0",
    ...settings,
  });
}

beforeEach(() => open());

afterEach(async () => {
  world.services.log.flush();
  const log = world.logged.join("\n");
  await world.close();
  await server.stop();
  expect(log).not.toContain("zoe.private");
});

async function reopen(options: SMTPServerOptions, settings: Record<string, string> = {}): Promise<void> {
  await world.close();
  await server.stop();
  await open(options, settings);
}

const issue = async (body: object = {}) =>
  (await world.issue({ recipient: { user_id: world.userId, email: EMAIL }, ...body })).json;
const statusOf = async ({ claim_code }: { claim_code: string }) => {
  const { json } = await world.read(claim_code);
  return [json.email_sent, json.email_status];
};

const ALERT = {
  type: "status.changed",
  title: "bad",
  lines: [],
  overall: "bad",
  changes: [],
  checks: {},
} as const;

/** Sends what is due; `transport` stands in for the real one. */
function send(transport?: MailTransport): Promise<number> {
  const { live, clock, log, http, mail } = world.services;
  if (mail === null) throw new Error("no mail is configured");
  const parts = { ...mail, ...(transport === undefined ? {} : { transport }) };
  return sendDueMail(
    { db: live, clock, log, ...parts, safeModeReason: http.safeModeReason, onEnd: noteMail },
    new AbortController().signal,
  );
}

/** A subject is encoded always, so that none is decoded to what nobody wrote. */
function subjectOf(mail = ""): string {
  const encoded = /^Subject: ((?:=\?UTF-8\?B\?[A-Za-z0-9+/=]+\?=(?:\r\n )?)+)\r\n/m.exec(mail)?.[1] ?? "";
  return [...encoded.matchAll(/=\?UTF-8\?B\?([^?]+)\?=/g)]
    .map(([, word = ""]) => Buffer.from(word, "base64").toString())
    .join("");
}

describe("a claim's mail", () => {
  test("is queued with the claim and sent after: whom, from whom, what, and the page's address", async () => {
    const claim = await issue();
    expect([claim.email_sent, claim.email_status, server.received]).toEqual([false, "queued", []]);
    expect(await send()).toBe(1);
    expect(server.received).toHaveLength(1);
    const [mail] = server.received;
    expect([mail?.to, mail?.from]).toEqual([[EMAIL], "no-reply@salute.example"]);
    expect(subjectOf(mail?.text)).toBe("25 SALUTES for you: Autumn drive");
    expect(mail?.text).toContain("From: salute <no-reply@salute.example>\r\n");
    expect(mail?.text).toContain(`https://salute.example/claim/${claim.claim_code}\r\n`);
    expect(mail?.text).toContain("21 Dec 2026, 10:00 UTC");
    expect(mail?.text).toMatch(/Message-ID: <mail_[0-9A-Z]{26}@salute\.example>\r\n/);
    expect(await statusOf(claim)).toEqual([true, "sent"]);
    expect(await send()).toBe(0);
    expect(server.received).toHaveLength(1);
  });

  test("is in the language that the request names", async () => {
    await issue({ language: "de" });
    await send();
    expect(subjectOf(server.received[0]?.text)).toBe("25 SALUTES für Sie: Autumn drive");
    expect((await world.issue({ recipient: { email: EMAIL }, language: "fr" })).status).toBe(400);
  });

  test("is kept sealed while it waits, and not at all afterwards", async () => {
    const claim = await issue();
    const row = () => world.rows<{ message_sealed: string | null }>("SELECT * FROM mails")[0];
    expect(row()?.message_sealed).not.toContain(claim.claim_code);
    expect(JSON.stringify(row())).not.toContain("zoe.private");
    await send();
    expect(row()).toMatchObject({ state: "sent", message_sealed: null });
  });

  test("goes to no one without an address; without SMTP_URL it is said to be not configured", async () => {
    const none = await issue({ recipient: { user_id: world.userId } });
    expect([none.email_sent, none.email_status]).toEqual([false, null]);
    expect(await send()).toBe(0);
    await reopen({}, { SMTP_URL: "" });
    const claim = await issue();
    expect([claim.email_sent, claim.email_status, world.services.mail]).toEqual([
      false,
      "not_configured",
      null,
    ]);
    expect(world.rows("SELECT * FROM mails")).toEqual([]);
  });

  test("a refused request queues none, a replay none again", async () => {
    await issue({ amount: -1 });
    await world.issue({ recipient: { user_id: world.userId, email: EMAIL } }, { idempotencyKey: "k" });
    await world.issue({ recipient: { user_id: world.userId, email: EMAIL } }, { idempotencyKey: "k" });
    expect(await send()).toBe(1);
  });

  test("is not sent once the claim is claimed, cancelled or expired", async () => {
    const claims = [
      await issue(),
      await issue(),
      await issue({ expires_in: 1 }),
      await issue({ currency: "USDC" }),
    ];
    await world.take(claims[0].claim_code);
    await world.cancel(claims[1].claim_code);
    world.clock.advance(1_000);
    await world.expire();
    await world.take(claims[3].claim_code, { wallet_address: WALLET });
    expect([await send(), server.received]).toEqual([0, []]);
    for (const claim of claims) expect(await statusOf(claim)).toEqual([false, "dropped"]);
  });

  test("non-ASCII campaigns arrive whole, and nothing in one makes a header", async () => {
    await issue({ campaign: "Für Zoë ❤: Bcc" });
    await send();
    expect(subjectOf(server.received[0]?.text)).toBe("25 SALUTES for you: Für Zoë ❤: Bcc");
    expect(server.received[0]?.to).toEqual([EMAIL]);
  });

  test("nothing invisible leaves in any mail's subject or text, joined emoji aside", async () => {
    const text = "Rea\u202eson\u0007:\nfam\u200bily 👩\u200d👧";
    await world.services.mail?.transport.send(
      { to: EMAIL, subject: "Safe\u2060 mode\u00ad", text },
      "mail_1",
    );
    const [mail] = server.received;
    expect(subjectOf(mail?.text)).toBe("Safe mode");
    const body = mail?.text.split("\r\n\r\n")[1] ?? "";
    const sent = /base64/.test(mail?.text ?? "")
      ? Buffer.from(body, "base64").toString()
      : body.replaceAll(/(=[0-9A-F]{2})+/g, (bytes) => decodeURIComponent(bytes.replaceAll("=", "%")));
    expect(sent.trim().replaceAll("\r\n", "\n")).toBe("Reason:\nfamily 👩\u200d👧");
  });

  test("MAIL_FROM names the sender", async () => {
    await reopen({}, { MAIL_FROM: "Acme & Co <hello@acme.example>" });
    await issue();
    await send();
    expect(server.received[0]?.from).toBe("hello@acme.example");
  });
});

describe("a mail server that fails", () => {
  test("is tried again, later each time, with the same Message-ID; the log names no address", async () => {
    let failures = 2;
    await reopen({
      onRcptTo(address, _, done) {
        done(
          failures-- > 0
            ? Object.assign(new Error(`try later: ${address.address}`), { responseCode: 451 })
            : null,
        );
      },
    });
    const claim = await issue();
    for (const attempts of [1, 2]) {
      expect(await send()).toBe(0);
      expect(await statusOf(claim)).toEqual([false, "queued"]);
      expect(await send()).toBe(0);
      world.clock.advance((retryDelay(attempts) ?? 0) - 1);
      expect(await send()).toBe(0);
      world.clock.advance(1);
    }
    expect(await send()).toBe(1);
    expect(await statusOf(claim)).toEqual([true, "sent"]);
    expect(world.rows("SELECT attempts, last_error FROM mails")).toEqual([{ attempts: 3, last_error: null }]);
    world.services.log.flush();
    const warned = world.logged.filter((line) => line.includes("a mail was not sent"));
    expect(warned).toHaveLength(2);
    expect(warned[0]).toContain("EENVELOPE");
    expect(warned[0]).toContain("451");
  });

  test("that refuses for good is not asked again", async () => {
    await reopen({
      onRcptTo: (_, __, done) => done(Object.assign(new Error("no such box"), { responseCode: 550 })),
    });
    const claim = await issue();
    expect(await send()).toBe(0);
    expect(await statusOf(claim)).toEqual([false, "failed"]);
    world.clock.advance(DAY_MS);
    expect(await send()).toBe(0);
    expect(world.rows("SELECT attempts, state, message_sealed FROM mails")).toEqual([
      { attempts: 1, state: "failed", message_sealed: null },
    ]);
  });

  test("that is not there is asked 12 times, then the mail has failed", async () => {
    const claim = await issue();
    await server.stop();
    for (let i = 0; i < 20; i++) {
      await send();
      world.clock.advance(3 * 60 * MINUTE_MS);
    }
    expect(await statusOf(claim)).toEqual([false, "failed"]);
    expect(world.rows<{ attempts: number }>("SELECT attempts FROM mails")[0]?.attempts).toBe(12);
  });

  test("a crash in the middle of sending: it is tried again after five minutes, not before", async () => {
    await issue();
    const crash = { send: () => new Promise<never>(() => undefined) };
    void send(crash);
    await until(
      () => world.rows<{ attempts: number }>("SELECT attempts FROM mails")[0]?.attempts !== 0,
      20_000,
    );
    expect(await send()).toBe(0);
    world.clock.advance(5 * MINUTE_MS);
    expect(await send()).toBe(1);
  });

  test("two processes at once send a mail once", async () => {
    for (let i = 0; i < 5; i++) await issue();
    const [a, b] = await Promise.all([send(), send()]);
    expect(a + b).toBe(5);
    expect(server.received).toHaveLength(5);
  });
});

describe("limits", () => {
  test("200 mails a partner and UTC day; the others go the next day, other partners' at once", async () => {
    const quiet: MailTransport = { send: async () => undefined };
    for (let i = 0; i < 203; i++) await issue({ amount: 1 });
    const other = await world.createKey("other");
    await world.createUser(other, "yan");
    await world.issue({ recipient: { user_id: "ext:yan", email: EMAIL } }, { key: other });
    expect(await send(quiet)).toBe(201);
    expect(await send(quiet)).toBe(0);
    world.clock.advance(14 * 60 * MINUTE_MS - 1);
    expect(await send(quiet)).toBe(0);
    world.clock.advance(1);
    expect(await send(quiet)).toBe(3);
  });

  test("mail waits while safe mode is on, except alerts to operators", async () => {
    await reopen({}, { ALERT_EMAIL: "ops@example.com" });
    await issue();
    const { live } = world.services;
    await live.writer.run((tx) => switchSafeMode(tx, OPERATOR, "drill"));
    expect(await send()).toBe(0);
    await live.writer.run((tx) => world.services.alerts.raise(tx, ALERT));
    expect(await send()).toBe(1);
    expect(server.received.map(({ to }) => to)).toEqual([["ops@example.com"]]);
    await live.writer.run((tx) => switchSafeMode(tx, OPERATOR, null));
    expect(await send()).toBe(1);
    expect(server.received.map(({ to }) => to)).toEqual([["ops@example.com"], [EMAIL]]);
  });

  test("finished mail is deleted after 30 days, waiting mail never", async () => {
    await issue();
    await send();
    await issue();
    world.clock.advance(31 * DAY_MS);
    await retention.run(world.services, new AbortController().signal);
    expect(world.rows<{ state: string }>("SELECT state FROM mails")).toMatchObject([{ state: "queued" }]);
  });
});

describe("settings", () => {
  test.each(["http://user:hush@mail.example", "smtp://", "hush", "smtp:hush"])(
    "SMTP_URL=%s stops the start, and is not repeated, since it may hold a password",
    (SMTP_URL) => {
      expect(() => parseConfig({ SMTP_URL })).toThrow(
        /^SMTP_URL: its value must be an smtp or smtps address/,
      );
      expect(() => parseConfig({ SMTP_URL })).not.toThrow("hush");
    },
  );

  test.each(["nobody", "a@b, c@d", "x\n<a@b>", "<a@b> x", "a b@c"])(
    "MAIL_FROM=%p stops the start",
    (MAIL_FROM) => {
      expect(() => parseConfig({ MAIL_FROM })).toThrow(/^MAIL_FROM: .*must be a mail address/s);
    },
  );

  test.each(["a@b.example", "Acme <a@b.example>", '"Acme, Inc." <a@b.example>'])(
    "MAIL_FROM=%p is one",
    (MAIL_FROM) => {
      expect(parseConfig({ MAIL_FROM }).mailFrom).toBe(MAIL_FROM);
    },
  );
});

describe("SMTP", () => {
  test("STARTTLS is taken where it is offered, and a server on this machine needs no certificate", async () => {
    await issue();
    await send();
    expect(server.received[0]?.isEncrypted).toBe(true);
  });

  test("user and password of SMTP_URL, percent-encoded; plain where STARTTLS is not offered on this machine", async () => {
    await reopen({
      hideSTARTTLS: true,
      authOptional: false,
      allowInsecureAuth: true,
      onAuth: ({ username, password }, _, done) =>
        password === "p@ss/word" ? done(null, { user: username }) : done(new Error("no")),
    });
    const url = `smtp://zoe%40acme:p%40ss%2Fword@127.0.0.1:${server.port}`;
    await world.close();
    world = await createClaimWorld({ SMTP_URL: url });
    await issue();
    expect(await send()).toBe(1);
    expect(server.received[0]).toMatchObject({ user: "zoe@acme", isEncrypted: false });
    await world.close();
    world = await createClaimWorld({ SMTP_URL: url.replace("word@", "wrong@") });
    const claim = await issue();
    expect(await send()).toBe(0);
    expect(await statusOf(claim)).toEqual([false, "queued"]);
    world.services.log.flush();
    expect(world.logged.join("\n")).not.toContain("wrong");
  });
});
