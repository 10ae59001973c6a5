import { describe, expect, test } from "bun:test";
import { verifyAuthenticationResponse, verifyRegistrationResponse } from "@simplewebauthn/server";
import { toRelyingParty } from "../../../../src/kit/network/relying-party.ts";
import {
  readNewCredential,
  readSignedAnswer,
  verifySignedAnswer,
} from "../../../../src/modules/access/passkeys/webauthn/answers.ts";
import { PasskeyRefusal } from "../../../../src/modules/access/passkeys/webauthn/refusal.ts";
import { type Algorithm, Authenticator } from "../../../harness/app/authenticator.ts";

/** Answers of authenticators, judged by us and by @simplewebauthn/server. */

const RELYING_PARTY = { id: "salute.example", origin: "https://salute.example" };
const CHALLENGE = Buffer.from("a challenge").toString("base64url");
const RIGHT = { challenge: CHALLENGE, origin: RELYING_PARTY.origin, relyingPartyId: RELYING_PARTY.id };
const ALGORITHMS: Algorithm[] = ["ES256", "EdDSA", "RS256"];

const CREATED_WRONG = [
  ["origin", { origin: "https://evil.example" }],
  ["origin", { origin: "http://salute.example" }],
  ["type", { type: "webauthn.get" }],
  ["relying_party", { relyingPartyId: "evil.example" }],
  ["user", { flags: 0x04 }],
  ["user", { flags: 0x01 }],
] as const;

async function othersAcceptNew(created: { clientDataJSON: string; attestationObject: string }, id: string) {
  const response = {
    id,
    rawId: id,
    type: "public-key",
    response: created,
    clientExtensionResults: {},
  } as const;
  return await verifyRegistrationResponse({
    response,
    expectedChallenge: CHALLENGE,
    expectedOrigin: RELYING_PARTY.origin,
    expectedRPID: RELYING_PARTY.id,
    requireUserVerification: true,
  }).catch(() => ({ verified: false as const, registrationInfo: undefined }));
}

function faultOf(work: () => unknown): string {
  try {
    work();
    return "none";
  } catch (error) {
    return error instanceof PasskeyRefusal ? error.fault : String(error);
  }
}

describe.each(ALGORITHMS)("a passkey with %s", (algorithm) => {
  test("is created, and signs in; both judges agree", async () => {
    const device = new Authenticator(algorithm);
    const created = device.create(RIGHT);
    const ours = readNewCredential(JSON.stringify(created), RELYING_PARTY);
    expect(ours).toMatchObject({
      challenge: "a challenge",
      credentialId: device.credentialId,
      isSynced: false,
    });
    const { verified, registrationInfo } = await othersAcceptNew(created, device.credentialId);
    expect([verified, registrationInfo?.credential.id]).toEqual([true, device.credentialId]);

    device.counter = 7;
    const { id, ...response } = device.sign(RIGHT);
    const passkey = { public_key: ours.publicKey, counter: 6 };
    const answer = readSignedAnswer(JSON.stringify({ id, ...response }));
    expect(verifySignedAnswer(answer, passkey, RELYING_PARTY)).toEqual({
      challenge: "a challenge",
      counter: 7,
    });
    const others = await verifyAuthenticationResponse({
      response: { id, rawId: id, type: "public-key", response, clientExtensionResults: {} },
      expectedChallenge: CHALLENGE,
      expectedOrigin: RELYING_PARTY.origin,
      expectedRPID: RELYING_PARTY.id,
      credential: {
        id,
        publicKey: registrationInfo?.credential.publicKey ?? new Uint8Array(),
        counter: 6,
      },
    });
    expect([others.verified, others.authenticationInfo.newCounter]).toEqual([true, 7]);
  });

  test("hundred signatures hold, whatever their lengths, and none with one changed bit", () => {
    const device = new Authenticator(algorithm);
    const { publicKey } = readNewCredential(JSON.stringify(device.create(RIGHT)), RELYING_PARTY);
    const passkey = { public_key: publicKey, counter: 0 };
    for (let count = 1; count <= 100; count++) {
      device.counter = count;
      const answer = device.sign(RIGHT);
      expect(verifySignedAnswer(answer, passkey, RELYING_PARTY).counter).toBe(count);
      const bytes = Buffer.from(answer.signature, "base64url");
      bytes[count % bytes.length] = (bytes[count % bytes.length] ?? 0) ^ 1;
      const changed = { ...answer, signature: bytes.toString("base64url") };
      expect(faultOf(() => verifySignedAnswer(changed, passkey, RELYING_PARTY))).toBe("signature");
    }
  });
});

describe("refused", () => {
  test.each(CREATED_WRONG)("for %s: a new passkey with %p", async (fault, wrong) => {
    const device = new Authenticator();
    const created = device.create({ ...RIGHT, ...wrong });
    expect(faultOf(() => readNewCredential(JSON.stringify(created), RELYING_PARTY))).toBe(fault);
    expect((await othersAcceptNew(created, device.credentialId)).verified).toBe(false);
  });

  test.each([
    ["origin", { origin: "https://evil.example" }],
    ["origin", { origin: "https://sub.salute.example" }],
    ["origin", { crossOrigin: true }],
    ["type", { type: "webauthn.create" }],
    ["relying_party", { relyingPartyId: "evil.example" }],
    ["user", { flags: 0x01 }],
  ] as const)("for %s: a signature with %p", (fault, wrong) => {
    const device = new Authenticator();
    const { publicKey } = readNewCredential(JSON.stringify(device.create(RIGHT)), RELYING_PARTY);
    const answer = device.sign({ ...RIGHT, ...wrong });
    const passkey = { public_key: publicKey, counter: 0 };
    expect(faultOf(() => verifySignedAnswer(answer, passkey, RELYING_PARTY))).toBe(fault);
  });

  test("a signature by another key, and a count that does not grow", () => {
    const [device, other] = [new Authenticator(), new Authenticator()];
    const keyOf = (each: Authenticator) =>
      readNewCredential(JSON.stringify(each.create(RIGHT)), RELYING_PARTY).publicKey;
    const judged = (public_key: string, counter: number) =>
      faultOf(() => verifySignedAnswer(device.sign(RIGHT), { public_key, counter }, RELYING_PARTY));
    expect(judged(keyOf(other), 0)).toBe("signature");
    device.counter = 5;
    expect([5, 6, 4].map((before) => judged(keyOf(device), before))).toEqual(["counter", "counter", "none"]);
    device.counter = 0;
    expect(judged(keyOf(device), 3)).toBe("counter");
  });

  test.each([
    "",
    "null",
    "{}",
    "[]",
    '{"clientDataJSON":"AA","attestationObject":"AA"}',
    `{"clientDataJSON":"${Buffer.from("{}").toString("base64url")}","attestationObject":"oA"}`,
  ])("malformed text: %p", (text) => {
    expect(faultOf(() => readNewCredential(text, RELYING_PARTY))).toBe("malformed");
    expect(faultOf(() => readSignedAnswer(text))).toBe("malformed");
  });

  test("nesting as deep as the length allows", () => {
    const nested = { clientDataJSON: "AA", attestationObject: "gYGB".repeat(3_000) };
    expect(faultOf(() => readNewCredential(JSON.stringify(nested), RELYING_PARTY))).toBe("malformed");
  });

  test("every truncation of a new passkey's data, without another error", () => {
    const { clientDataJSON, attestationObject } = new Authenticator().create(RIGHT);
    const whole = Buffer.from(attestationObject, "base64url");
    for (let length = 0; length < whole.length; length++) {
      const cut = whole.subarray(0, length).toString("base64url");
      const text = JSON.stringify({ clientDataJSON, attestationObject: cut });
      expect(["malformed", "algorithm"]).toContain(faultOf(() => readNewCredential(text, RELYING_PARTY)));
    }
  });
});

test.each([
  ["https://salute.example", RELYING_PARTY],
  ["https://salute.example:8443", { id: "salute.example", origin: "https://salute.example:8443" }],
  ["http://127.0.0.1:8080", { id: "localhost", origin: "http://localhost:8080" }],
  ["http://[::1]:8080", { id: "localhost", origin: "http://localhost:8080" }],
  ["http://localhost:8080", { id: "localhost", origin: "http://localhost:8080" }],
  ["http://salute.example", null],
  ["https://192.0.2.7", null],
  ["https://[2001:db8::7]", null],
] as const)("the relying party at %s is %p", (baseUrl, expected) => {
  expect(toRelyingParty(baseUrl)).toEqual(expected);
});
