import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { OperatorAccess } from "../../src/http/access/operator.ts";
import { PartnerAccess } from "../../src/http/access/partner.ts";
import { documentedCodes } from "../../src/http/documented.ts";
import { type Operation, PAGES_GROUP, type Role } from "../../src/http/operation.ts";
import { SCOPES, type Scope } from "../../src/modules/access/keys/index.ts";
import type { Bot } from "../../src/modules/messenger/telegram/index.ts";
import type { CallOptions, ReceivedAnswer } from "../harness/app/caller.ts";
import { signInitData } from "../harness/app/init-data.ts";
import { type Credentials, newIdempotencyKey, newNonce } from "../harness/app/signing.ts";
import { findOperation } from "../harness/checks/documented.ts";
import { sampleBody, samplePath, sampleTarget, withParameter } from "./samples.ts";
import { createKey, createOperator, type KeyWish, type Target } from "./target.ts";

/** Credentials of the mini-app's callers: init data for players, the webhook's secret for Telegram. */
function messengerHeaders(kind: string, bot: Bot | null): Record<string, string> {
  if (kind === "player") {
    const user = { id: 4_242, first_name: "Contract" };
    return { authorization: `tma ${signInitData(bot?.token ?? "", { user, at: Date.now() })}` };
  }
  return kind === "bot" ? { "x-messenger-bot-api-secret-token": bot?.webhookSecret ?? "" } : {};
}

/** A valid body, with a new intent for each change of a player. */
function freshBody(operation: Operation): object | undefined {
  const body = sampleBody(operation);
  const isNamed = body !== undefined && "idempotency_key" in body;
  return isNamed ? { ...body, idempotency_key: crypto.randomUUID() } : body;
}

/**
 * Rules for every operation by its access, its body and whether it is a mutation, without naming operations, so that new
 * operations are tested automatically.
 */
export function describeFacts(name: string, operations: Operation[], open: () => Promise<Target>): void {
  describe(name, () => {
    let target: Target;
    const keys = new Map<string, Promise<Credentials>>();
    const operators = new Map<Role, Promise<Record<string, string>>>();

    beforeAll(async () => {
      target = await open();
      const key = await keyOf({ mode: "live" });
      // The partner of the examples.
      await target.command("keys", "create", "--partner", "demo", "--mode", "live");
      const webhook = { event_type: "*", target_url: "https://partner.example/hooks/salute" };
      await target.call("POST", "/api/partner/webhooks", { key, body: webhook });
      await target.call("POST", "/api/partner/users", { key, body: { external_id: "demo-user" } });
      const body = { user_id: "ext:demo-user", amount: 1_000, reason: "seed" };
      await target.call("POST", "/api/salutes/credit", { key, body });
    });
    afterAll(() => target.close());

    /** Caches keys per wish, as commands are slow. */
    function keyOf(wish: KeyWish): Promise<Credentials> {
      const name = JSON.stringify(wish);
      const known = keys.get(name) ?? createKey(target, wish);
      keys.set(name, known);
      return known;
    }

    function operatorOf(role: Role): Promise<Record<string, string>> {
      const known = operators.get(role) ?? createOperator(target, role);
      operators.set(role, known);
      return known;
    }

    const modeOf = (operation: Operation) =>
      operation.access instanceof PartnerAccess && operation.access.mode === "sandbox" ? "sandbox" : "live";

    /** Sends a valid request from an authorized caller; `change` modifies it. */
    async function send(
      operation: Operation,
      change: CallOptions & { target?: string; method?: string } = {},
    ) {
      const { access } = operation;
      const admission: CallOptions =
        access instanceof PartnerAccess
          ? { key: await keyOf({ mode: modeOf(operation) }) }
          : access instanceof OperatorAccess
            ? { headers: await operatorOf(access.role) }
            : { headers: messengerHeaders(access.kind, target.bot ?? null) };
      const body = freshBody(operation);
      return target.call(change.method ?? operation.method, change.target ?? sampleTarget(operation), {
        ...admission,
        ...(body === undefined ? {} : { body }),
        ...change,
        headers: { ...admission.headers, ...change.headers },
      });
    }

    const code = (answer: ReceivedAnswer) => [answer.status, answer.json?.error];
    const field = (answer: ReceivedAnswer) => answer.json?.details?.[0]?.field;

    const of = (kind: string) => operations.filter(({ access }) => access.kind === kind);
    const partners = of("partner");
    const scoped = partners.filter(({ access }) => access instanceof PartnerAccess && access.scope !== null);
    const bound = partners.filter(({ access }) => access instanceof PartnerAccess && access.mode !== "any");
    const forSignedIn = operations.filter(
      ({ access }) => access.kind === "member" || (access instanceof OperatorAccess && access.sessionOnly),
    );
    /** Operations that need only a key or a token. */
    const admitting = operations.filter((operation) => !forSignedIn.includes(operation));
    const mutations = operations.filter((operation) => operation.mutation);
    const signed = mutations.filter(({ access }) => access.kind === "partner");
    /** Kinds of caller with limits and look-ups; a bot with the right secret has none. */
    const countedHeaders = async ({ access }: Operation): Promise<Record<string, string>> => {
      if (access instanceof OperatorAccess) return operatorOf(access.role);
      return access.kind === "bot" ? { "x-messenger-bot-api-secret-token": "wrong" } : {};
    };
    const withBody = operations.filter((operation) => operation.body !== null);
    const reads = operations.filter((operation) => operation.method === "GET");
    const json = operations.filter(
      ({ response, group }) => !("mediaType" in response) && group !== PAGES_GROUP,
    );

    const each = (title: string, some: Operation[], fact: (operation: Operation) => Promise<void>) =>
      describe(title, () => {
        for (const operation of some) test(`${operation.method} ${operation.path}`, () => fact(operation));
      });

    // First, as other facts delete rows.
    each(
      "an operation's own example works",
      operations.filter(({ example }) => example !== undefined),
      async (operation) => {
        const answer = await send(operation);
        // Conflicts of state are caused by earlier facts.
        if (answer.status !== 409) expect(answer.status).toBe(operation.status);
      },
    );

    each("every answer has a request id and forbids type sniffing", operations, async (operation) => {
      const answer = await send(operation, { headers: { "x-request-id": "contract-fact-1" } });
      expect(answer.headers.get("x-request-id")).toBe("contract-fact-1");
      expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
      if (answer.json?.success === false) expect(answer.json.request_id).toBe("contract-fact-1");
      expect(answer.status).toBeLessThan(500 + Number(answer.json?.error === "rpc_unavailable") * 100);
    });

    each(
      "without a session it is 403 if one is required, with an operator's bearer token too",
      forSignedIn,
      async (operation) => {
        expect(code(await send(operation))).toEqual([403, "forbidden"]);
      },
    );

    each("another method is 405 before authentication, with Allow", operations, async (operation) => {
      const takes = (method: string) => findOperation(operations, method, samplePath(operation)) !== null;
      const isOpen = operations.some((each) => each.path === operation.path && each.crossOrigin === true);
      const allowed = ["DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT"].filter(
        (method) => takes(method) || (method === "OPTIONS" && isOpen),
      );
      const method = ["PUT", "DELETE", "PATCH"].find((other) => !takes(other)) ?? "PUT";
      const answer = await target.call(method, samplePath(operation));
      expect(code(answer)).toEqual([405, "method_not_allowed"]);
      expect(answer.headers.get("allow")).toBe(allowed.join(", "));
    });

    each("401 unsigned, and for a wrong signature", partners, async (operation) => {
      const right = await keyOf({ mode: modeOf(operation) });
      for (const key of [undefined, { ...right, secret: `${right.secret}x` }]) {
        const answer = await send(operation, { key });
        expect(code(answer)).toEqual([401, "unauthorized"]);
        expect(answer.json.retry_class).toBe("fail_fast");
        expect(answer.headers.get("cache-control")).toBe("no-store");
      }
    });

    each("403 for a key without the scope, naming it", scoped, async (operation) => {
      const scope = operation.access instanceof PartnerAccess ? operation.access.scope : null;
      const scopes = SCOPES.filter((other: Scope) => other !== scope);
      const answer = await send(operation, { key: await keyOf({ mode: modeOf(operation), scopes }) });
      expect(code(answer)).toEqual([403, "forbidden"]);
      expect(answer.json.message).toContain(String(scope));
    });

    each("403 for a key of the other mode", bound, async (operation) => {
      const mode = modeOf(operation) === "live" ? "sandbox" : "live";
      expect(code(await send(operation, { key: await keyOf({ mode }) }))).toEqual([403, "forbidden"]);
    });

    each("403 for a disabled key, and from an address that is not allowed", partners, async (operation) => {
      const mode = modeOf(operation);
      for (const wish of [{ isDisabled: true }, { allowedIp: "240.0.0.1" }]) {
        expect(code(await send(operation, { key: await keyOf({ mode, ...wish }) }))).toEqual([
          403,
          "forbidden",
        ]);
      }
    });

    each(
      "429 above the key's limit, with Retry-After and the limit's headers",
      partners,
      async (operation) => {
        const key = await keyOf({ mode: modeOf(operation), rateLimit: 1 });
        let answer = await send(operation, { key });
        // A new minute may begin between two requests, but not twice.
        for (let i = 0; i < 2 && answer.status !== 429; i++) answer = await send(operation, { key });
        expect(code(answer)).toEqual([429, "rate_limited"]);
        expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
        expect([
          answer.headers.get("x-ratelimit-limit"),
          answer.headers.get("x-ratelimit-remaining"),
        ]).toEqual(["1", "0"]);
      },
    );

    each("403 without a token, with a wrong one, and below the role", of("operator"), async (operation) => {
      const role = operation.access instanceof OperatorAccess ? operation.access.role : "owner";
      const lower = ({ viewer: null, operator: "viewer", owner: "operator" } as const)[role];
      const others: Record<string, string>[] = [{}, { authorization: "Bearer op_0123456789abcdefghij" }];
      if (lower !== null) others.push(await operatorOf(lower));
      for (const headers of others) {
        const body = sampleBody(operation);
        const answer = await target.call(operation.method, sampleTarget(operation), {
          headers,
          ...(body === undefined ? {} : { body }),
        });
        expect(answer.status).toBe(403);
      }
    });

    each("401 for an unauthenticated player, before anything is read", of("player"), async (operation) => {
      for (const authorization of ["tma hash=0", `Bearer mps_${"0".repeat(43)}`]) {
        const body = operation.method === "GET" ? {} : { body: "{" };
        const answer = await send(operation, { headers: { authorization }, ...body });
        expect([401, answer.json.error]).toEqual([answer.status, expect.stringMatching(/_invalid$/)]);
      }
    });

    each(
      "an operator's intent is applied once: a repetition gets the first answer, another payload is a conflict",
      mutations.filter(({ access }) => access.kind === "operator"),
      async (operation) => {
        const headers = { "idempotency-key": newIdempotencyKey() };
        const first = await send(operation, { headers });
        if (first.status !== operation.status) return;
        const again = await send(operation, { headers });
        expect([again.status, again.headers.get("idempotency-replayed")]).toEqual([first.status, "true"]);
        const other = withParameter(sampleTarget(operation), "include_meta=1");
        expect(code(await send(operation, { headers, target: other }))).toEqual([
          409,
          "idempotency_conflict",
        ]);
      },
    );

    each(
      "an unknown parameter is 400 on signed and admin routes, ignored on public ones",
      admitting,
      async (operation) => {
        const answer = await send(operation, {
          target: withParameter(sampleTarget(operation), "nonsense=1"),
        });
        if (operation.access.kind !== "public") {
          expect([...code(answer), field(answer)]).toEqual([400, "invalid_query", "nonsense"]);
        } else expect(answer.status).toBe((await send(operation)).status);
      },
    );

    each(
      "a badly escaped path parameter is 400",
      admitting.filter(({ params }) => params !== null),
      async (operation) => {
        const broken = operation.path.replaceAll(/\{\w+\}/g, "%ff");
        expect([400, 404]).toContain((await send(operation, { target: broken })).status);
      },
    );

    each(
      "CORS: public GETs allow every origin, signed and admin routes none",
      operations,
      async (operation) => {
        const answer = await send(operation, { headers: { origin: "https://elsewhere.example" } });
        const allowed = answer.headers.get("access-control-allow-origin");
        const isClosed = operation.access.kind !== "public" || operation.crossOrigin === false;
        if (isClosed) expect(allowed).toBeNull();
        else if (operation.method === "GET") expect(allowed).toBe("*");
      },
    );

    each("HEAD answers like GET, without a body", reads, async (operation) => {
      const get = await send(operation);
      const head = await send(operation, { method: "HEAD" });
      expect([head.status, head.text]).toEqual([get.status, ""]);
      expect(head.headers.get("content-type")).toBe(get.headers.get("content-type"));
    });

    each("an invalid flag is 400 and named", json, async (operation) => {
      const target = withParameter(sampleTarget(operation), "include_meta=perhaps");
      const answer = await send(operation, { target });
      expect([...code(answer), field(answer)]).toEqual([400, "invalid_query", "include_meta"]);
    });

    each("include_meta adds meta to a success; without it there is none", json, async (operation) => {
      const plain = await send(operation, { idempotencyKey: newIdempotencyKey() });
      expect(plain.json).not.toHaveProperty("meta");
      const answer = await send(operation, {
        target: withParameter(sampleTarget(operation), "include_meta=1"),
      });
      if (answer.json.success) expect(answer.json.meta.request_id).toBe(answer.headers.get("x-request-id"));
    });

    each("a body that is not a JSON object is 400", withBody, async (operation) => {
      for (const body of ["{", "[]", "null", '{"a":1,"a":2}', '{"a":"\xff"']) {
        const answer = await send(operation, { body });
        expect([body, ...code(answer)]).toEqual([body, 400, "invalid_payload"]);
      }
    });

    const closed = withBody.filter(({ body }) => body?.additionalProperties !== true);
    each("an unknown property is 400, and named", closed, async (operation) => {
      const answer = await send(operation, { body: { ...sampleBody(operation), nonsense: 1 } });
      expect([...code(answer), field(answer)]).toEqual([400, "invalid_payload", "nonsense"]);
    });

    each("a body with another content type is 415", withBody, async (operation) => {
      const answer = await send(operation, { headers: { "content-type": "text/plain" } });
      expect(code(answer)).toEqual([415, "unsupported_media_type"]);
    });

    each(
      "a body above the limit is 413, before authentication",
      operations.filter((each) => each.method !== "GET"),
      async (operation) => {
        const body = " ".repeat((operation.bodyLimits?.bytes ?? 262_144) + 1);
        const answer = operation.access.readsBodyFirst
          ? await target.call(operation.method, samplePath(operation), { body })
          : await send(operation, { body });
        expect([403, 413]).toContain(answer.status);
        if (!forSignedIn.includes(operation)) expect(code(answer)).toEqual([413, "payload_too_large"]);
      },
    );

    each(
      "a mutation without a body refuses one",
      mutations.filter(({ body }) => body === null),
      async (operation) => {
        const answer = await send(operation, { body: '{"a":1}' });
        expect([...code(answer), field(answer)]).toEqual([400, "invalid_payload", "body"]);
        const other = await send(operation, { body: "x", headers: { "content-type": "text/plain" } });
        expect(code(other)).toEqual([415, "unsupported_media_type"]);
      },
    );

    each("a signed mutation needs a valid nonce and Idempotency-Key", signed, async (operation) => {
      if (modeOf(operation) === "live") {
        expect(code(await send(operation, { nonce: null }))).toEqual([400, "nonce_required"]);
      }
      expect(code(await send(operation, { idempotencyKey: null }))).toEqual([
        400,
        "idempotency_key_required",
      ]);
      const wrongNonce = await send(operation, { nonce: "xyz" });
      expect([...code(wrongNonce), field(wrongNonce)]).toEqual([400, "invalid_payload", "X-Partner-Nonce"]);
      const wrongKey = await send(operation, { idempotencyKey: "a b" });
      expect([...code(wrongKey), field(wrongKey)]).toEqual([400, "invalid_payload", "Idempotency-Key"]);
    });

    each("a nonce is accepted once, also in a refused request", signed, async (operation) => {
      const nonce = newNonce();
      expect((await send(operation, { nonce, idempotencyKey: null })).status).toBe(400);
      expect(code(await send(operation, { nonce }))).toEqual([409, "replay_detected"]);
    });

    each(
      "a signed intent is applied once: a replay gets the original answer, another payload is a conflict",
      signed,
      async (operation) => {
        const idempotencyKey = newIdempotencyKey();
        const first = await send(operation, { idempotencyKey });
        if (first.status !== operation.status) return;
        const again = await send(operation, { idempotencyKey });
        expect([...code(again), again.headers.get("idempotency-replayed")]).toEqual([
          409,
          "idempotency_replay",
          "true",
        ]);
        expect(again.json.original.status).toBe(first.status);
        const other = withParameter(sampleTarget(operation), "include_meta=1");
        expect(code(await send(operation, { idempotencyKey, target: other }))).toEqual([
          409,
          "idempotency_conflict",
        ]);
      },
    );

    /** Members come with a session; test/modules/portal has these facts of their pages. */
    const withoutMembers = operations.filter(({ access }) => access.kind !== "member");
    const limited = withoutMembers.filter((operation) =>
      documentedCodes(operation).some(({ code }) => code === "rate_limited"),
    );

    each("above a limit it is 429 with Retry-After, for every kind of caller", limited, async (operation) => {
      if (target.exhaust === undefined) return;
      const headers = await countedHeaders(operation);
      target.exhaust(true);
      const answer = await send(operation, { headers });
      target.exhaust(false);
      expect(code(answer)).toEqual([429, "rate_limited"]);
      expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
    });

    const fallible = withoutMembers.filter((operation) =>
      documentedCodes(operation).some(({ code }) => code === "server_error"),
    );

    each("server errors are 500 server_error or 503 db_unavailable", fallible, async (operation) => {
      if (target.failWith === undefined) return;
      const faults = [
        [new Error("a fault of ours"), 500, "server_error"],
        [Object.assign(new Error("a fault of the disk"), { code: "SQLITE_IOERR" }), 503, "db_unavailable"],
      ] as const;
      for (const [fault, ...expected] of faults) {
        const headers = await countedHeaders(operation);
        target.failWith(fault);
        const answer = await send(operation, { headers });
        target.failWith(null);
        expect(code(answer)).toEqual([...expected]);
        expect(answer.text).not.toContain("a fault of");
      }
    });

    describe("safe mode", () => {
      beforeAll(() => target.command("safe-mode", "on", "--reason", "the contract's facts"));
      afterAll(() => target.command("safe-mode", "off"));

      const refused = mutations.filter(({ inSafeMode }) => !inSafeMode);

      each("refuses every mutation with 503 and Retry-After", refused, async (operation) => {
        const answer = await send(operation);
        expect([...code(answer), answer.headers.get("retry-after")]).toEqual([503, "safe_mode", "60"]);
      });

      test("allows sign-in, which is the only mutation that it allows", async () => {
        const allowed = mutations.filter(({ inSafeMode }) => inSafeMode);
        expect(allowed.map(({ id }) => id)).toEqual(["messengerInitVerify"]);
        for (const operation of allowed) expect((await send(operation)).status).toBe(200);
      });

      each("allows reads", reads, async (operation) => {
        expect(code(await send(operation))).not.toEqual([503, "safe_mode"]);
      });
    });
  });
}
