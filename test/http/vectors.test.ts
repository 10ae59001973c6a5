import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { allOperations } from "../../src/compose/operations.ts";
import { authenticate } from "../../src/http/access/partner-auth.ts";
import { canonicalString } from "../../src/kit/crypto/canonical-string.ts";
import { ensurePartner, SCOPES } from "../../src/modules/access/keys/index.ts";
import { insertKey } from "../../src/modules/access/keys/store.ts";
import { createUser } from "../../src/modules/ledger/users/index.ts";
import { arrived } from "../harness/app/signing.ts";
import { openSocket } from "../harness/app/socket.ts";
import { createWorld, type World } from "../harness/app/world.ts";
import { findOperation } from "../harness/checks/documented.ts";
import vectors from "../vectors/partner-signing.json";

/** The published vectors against the server (contract section 3). */

let world: World;

beforeEach(async () => {
  world = await createWorld();
  await world.services.live.writer.run((tx) => {
    const partnerId = ensurePartner(tx, "acme");
    insertKey(tx, {
      key_id: vectors.key_id,
      partner_id: partnerId,
      mode: "live",
      secret_sealed: world.services.keyring.seal(vectors.secret, vectors.key_id),
      scopes: JSON.stringify(SCOPES),
      allowed_ips: "[]",
      domains: "[]",
      rate_limit_per_minute: null,
      daily_credit_limit: null,
    });
    createUser(tx, partnerId, { external_id: "first" });
  });
});

afterEach(() => world.close());

describe.each(vectors.cases)("$name", (vector) => {
  const { method, target, body, timestamp } = vector;
  const headers: Record<string, string> = {
    ...(vector.headers as Record<string, string>),
    ...(body === "" ? {} : { "content-type": "application/json" }),
  };
  const bytes = new TextEncoder().encode(body);

  test("the canonical string and the body's hash match", () => {
    expect(createHash("sha256").update(bytes).digest("hex")).toBe(vector.body_sha256);
    expect(canonicalString(method, target, String(timestamp), vector.nonce, bytes)).toBe(vector.canonical);
  });

  test("the server accepts it within 300 s of its time", () => {
    const request = new Request(`http://localhost${target}`, { method, headers });
    for (const skew of [0, -300, 300]) {
      const key = authenticate(
        arrived(request, (timestamp + skew) * 1000),
        bytes,
        world.services.http.findKey,
      );
      expect(key.keyId).toBe(vectors.key_id);
    }
  });

  test("one changed character anywhere is refused", () => {
    const now = timestamp * 1000;
    const changed: [string, Record<string, string>, Uint8Array][] = [
      [target.replace("api", "apl"), headers, bytes],
      [target, { ...headers, "X-Partner-Timestamp": String(timestamp + 1) }, bytes],
      [target, { ...headers, "X-Partner-Nonce": `${vector.nonce}00` }, bytes],
      [target, { ...headers, "X-Partner-Signature": vector.signature.toUpperCase() }, bytes],
      [target, { ...headers, "X-Partner-Signature": `${vector.signature.slice(0, -1)}g` }, bytes],
      [target, { ...headers, "X-Partner-Signature": vector.signature.slice(0, -1) }, bytes],
      [target, headers, new TextEncoder().encode(`${body} `)],
    ];
    for (const [otherTarget, otherHeaders, otherBytes] of changed) {
      const request = new Request(`http://localhost${otherTarget}`, { method, headers: otherHeaders });
      expect(() => authenticate(arrived(request, now), otherBytes, world.services.http.findKey)).toThrow(
        "canonical",
      );
    }
    const otherMethod = new Request(`http://localhost${target}`, { method: "PUT", headers });
    expect(() => authenticate(arrived(otherMethod, now), bytes, world.services.http.findKey)).toThrow(
      "canonical",
    );
  });

  test("sent unchanged, in process and through a socket, it is authorized", async () => {
    world.clock.advance(timestamp * 1000 - world.clock.now());
    const operation = findOperation(allOperations(world.services), method, target);
    const called = await world.call(method, target, { headers, ...(body === "" ? {} : { body }) });
    const answers: Pick<typeof called, "status" | "json">[] = [called];
    const socket = openSocket(world);
    answers.push(await socket.send(method, target, { headers, body }));
    await socket.stop();
    for (const answer of answers) {
      if (operation === null) expect([404, 405]).toContain(answer.status);
      else expect([401, 403]).not.toContain(answer.status);
    }
    if (target === "/api/salutes/credit") {
      expect(answers[0]?.json).toMatchObject({ balance: 25, idempotency_key: headers["Idempotency-Key"] });
      expect(answers[1]?.json.error).toBe("idempotency_replay");
    }
  });
});
