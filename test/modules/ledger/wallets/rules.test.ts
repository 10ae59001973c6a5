import { describe, expect, test } from "bun:test";
import { createPublicKey, verify } from "node:crypto";
import { encodeBase58 } from "../../../../src/kit/formats/base58.ts";
import {
  ageInDays,
  canSign,
  challengeText,
  choosePrimary,
  classifyFreshness,
  decodeSignature,
  isConnected,
  matchProof,
} from "../../../../src/modules/ledger/wallets/rules.ts";
import { newWallet } from "../../../harness/app/wallets.ts";

const DAY = 86_400_000;
const TEXT = "play.example wants you to sign in with your Solana account:\nabc\n\nNonce: 0123456789abcdef";

describe("the text of a challenge", () => {
  test("is Sign-In-With-Solana, its fields in the standard's order", () => {
    const text = challengeText({
      domain: "play.example",
      uri: "https://play.example",
      address: "4yJFgj9jGynuQTxxLtYTyAczeCvesmFUSfvakW3HTqJG",
      partner: "acme",
      userId: 42,
      nonce: "00112233445566778899aabbccddeeff",
      issuedAt: Date.UTC(2026, 10, 21, 10),
      expiresAt: Date.UTC(2026, 10, 21, 10, 5),
    });
    expect(text).toBe(
      `play.example wants you to sign in with your Solana account:
4yJFgj9jGynuQTxxLtYTyAczeCvesmFUSfvakW3HTqJG

Link this wallet to your account at acme. Signing is free and sends no transaction.

URI: https://play.example
Version: 1
Nonce: 00112233445566778899aabbccddeeff
Issued At: 2026-11-21T10:00:00.000Z
Expiration Time: 2026-11-21T10:05:00.000Z
Request ID: acme:user:42`,
    );
  });
});

/** Envelopes written from their published layouts, not with the server's code. */
function envelopes(text: string, key: Uint8Array): Record<string, Uint8Array> {
  const body = Buffer.from(text, "utf8");
  const head = Buffer.concat([Buffer.from([0xff]), Buffer.from("solana offchain", "ascii")]);
  const length = Buffer.alloc(2);
  length.writeUInt16LE(body.length);
  const v0 = (format: number) =>
    Buffer.concat([head, Buffer.from([0]), Buffer.alloc(32), Buffer.from([format, 1]), key, length, body]);
  const legacy = (format: number) => Buffer.concat([head, Buffer.from([0, format]), length, body]);
  return {
    v1: Buffer.concat([head, Buffer.from([1, 1]), key, body]),
    v0: v0(1),
    v0Ascii: v0(0),
    legacy: legacy(1),
    legacyAscii: legacy(0),
  };
}

describe("a proof of ownership", () => {
  const wallet = newWallet();
  const wrapped = envelopes(TEXT, wallet.publicKey);
  const base58 = (signature: Uint8Array) => encodeBase58(signature);

  test("says what was signed: the text itself, or which off-chain envelope of it", () => {
    expect(matchProof(wallet.address, TEXT, base58(wallet.sign(TEXT)))).toBe("raw");
    const found = Object.entries(wrapped).map(([name, bytes]) => [
      name,
      matchProof(wallet.address, TEXT, base58(wallet.sign(bytes))),
    ]);
    expect(Object.fromEntries(found)).toEqual({
      v1: "offchain_v1",
      v0: "offchain_v0",
      v0Ascii: "offchain_v0",
      legacy: "offchain_legacy",
      legacyAscii: "offchain_legacy",
    });
  });

  test("takes 64 bytes as base58, base64 (padded or not, plain or url) and hex of either case", () => {
    const signature = wallet.sign(TEXT);
    const bytes = Buffer.from(signature);
    const spellings = [
      encodeBase58(signature),
      bytes.toString("base64"),
      bytes.toString("base64").replace(/=+$/, ""),
      bytes.toString("base64url"),
      `${bytes.toString("base64url")}==`,
      bytes.toString("hex"),
      bytes.toString("hex").toUpperCase(),
    ];
    expect(spellings.map((spelling) => matchProof(wallet.address, TEXT, spelling))).toEqual(
      spellings.map(() => "raw" as const),
    );
  });

  test("every signature is found in every spelling, whatever else that spelling may be read as", () => {
    for (let round = 0; round < 50; round++) {
      const signature = wallet.sign(`${TEXT}${round}`);
      for (const spelling of [encodeBase58(signature), Buffer.from(signature).toString("base64url")]) {
        expect(decodeSignature(spelling).map((bytes) => Buffer.from(bytes).toString("hex"))).toContain(
          Buffer.from(signature).toString("hex"),
        );
      }
    }
  });

  test("63 or 65 bytes, other text, another wallet, a changed bit are none", () => {
    const signature = wallet.sign(TEXT);
    const flipped = Uint8Array.from(signature);
    flipped[3] = (flipped[3] ?? 0) ^ 1;
    expect(matchProof(wallet.address, TEXT, encodeBase58(signature.subarray(0, 63)))).toBeNull();
    expect(
      matchProof(wallet.address, TEXT, Buffer.concat([signature, Buffer.from([0])]).toString("hex")),
    ).toBeNull();
    expect(matchProof(wallet.address, `${TEXT}.`, base58(signature))).toBeNull();
    expect(matchProof(newWallet().address, TEXT, base58(signature))).toBeNull();
    expect(matchProof(wallet.address, TEXT, base58(flipped))).toBeNull();
    expect(matchProof(wallet.address, TEXT, "not a signature")).toBeNull();
    expect(matchProof(wallet.address, TEXT, "")).toBeNull();
  });

  test("an envelope for another signer, another application or of another length is none", () => {
    const other = envelopes(TEXT, newWallet().publicKey);
    expect(matchProof(wallet.address, TEXT, base58(wallet.sign(other.v1 ?? "")))).toBeNull();
    const foreign = Buffer.from(wrapped.v0 ?? "");
    foreign[20] = 7;
    expect(matchProof(wallet.address, TEXT, base58(wallet.sign(foreign)))).toBeNull();
    const longer = Buffer.concat([wrapped.legacy ?? Buffer.alloc(0), Buffer.from("!")]);
    expect(matchProof(wallet.address, TEXT, base58(wallet.sign(longer)))).toBeNull();
  });

  const SMALL_ORDER = [
    "0100000000000000000000000000000000000000000000000000000000000000",
    "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "0000000000000000000000000000000000000000000000000000000000000000",
    "0000000000000000000000000000000000000000000000000000000000000080",
    "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
    "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85",
    "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
    "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa",
  ];
  const NOT_CANONICAL = [
    "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "0100000000000000000000000000000000000000000000000000000000000080",
    "f0ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f", // y = p + 3: only its spelling is wrong
  ];
  const addressOf = (hex: string) => encodeBase58(new Uint8Array(Buffer.from(hex, "hex")));

  test("the identity point's forgery, R = identity and S = 0, proves nothing", () => {
    const identity = Buffer.from(SMALL_ORDER[0] ?? "", "hex");
    const forged = Buffer.concat([identity, Buffer.alloc(32)]);
    const key = createPublicKey({
      key: Buffer.concat([Buffer.from("302a300506032b6570032100", "hex"), identity]),
      format: "der",
      type: "spki",
    });
    expect(verify(null, Buffer.from(TEXT), key, forged)).toBe(true); // what a verifier says that does not look
    expect(matchProof(encodeBase58(new Uint8Array(identity)), TEXT, forged.toString("hex"))).toBeNull();
  });

  test.each([...SMALL_ORDER, ...NOT_CANONICAL])("the key %s is refused", (hex) => {
    expect(canSign(addressOf(hex))).toBe(false);
    for (const r of SMALL_ORDER) {
      expect(matchProof(addressOf(hex), TEXT, r + "00".repeat(32))).toBeNull();
    }
  });

  test.each(["02", "07", "08", "0b"])(
    "an address off the curve, as programs have, can sign nothing: y = %s",
    (y) => {
      expect(canSign(addressOf(y.padEnd(64, "0")))).toBe(false);
    },
  );

  test("a wallet's own address can sign", () => {
    expect(canSign(newWallet().address)).toBe(true);
  });
});

describe("how old a proof is", () => {
  const now = Date.UTC(2026, 10, 21);

  test.each([
    [null, "never", null],
    [0, "fresh", 0],
    [45 * DAY, "fresh", 45],
    [45 * DAY + 1, "aging", 45],
    [90 * DAY, "aging", 90],
    [90 * DAY + 1, "stale", 90],
    [400 * DAY, "stale", 400],
  ] as const)("%p ms: %s, %p days", (age, freshness, days) => {
    const verifiedAt = age === null ? null : now - age;
    expect([classifyFreshness(verifiedAt, now), ageInDays(verifiedAt, now)]).toEqual([freshness, days]);
  });

  test("a session is connected for 24 hours", () => {
    expect([null, now, now - DAY + 1, now - DAY].map((at) => isConnected(at, now))).toEqual([
      false,
      true,
      true,
      false,
    ]);
  });
});

describe("which wallet is primary", () => {
  const link = (wallet_address: string, is_primary: 0 | 1) => ({ wallet_address, is_primary });
  const pick = (links: ReturnType<typeof link>[], address: string, asked: 0 | 1 | null) =>
    choosePrimary(links, address, asked)?.wallet_address;

  test.each([
    ["the first, asked for or not", [link("a", 0)], "a", 0, "a"],
    ["the one there is, when another comes", [link("a", 1), link("b", 0)], "b", null, "a"],
    ["the one that asks", [link("a", 1), link("b", 0)], "b", 1, "b"],
    [
      "the oldest other, when the primary steps back",
      [link("a", 0), link("b", 0), link("c", 1)],
      "c",
      0,
      "a",
    ],
    ["the only one, even when it steps back", [link("a", 1)], "a", 0, "a"],
    ["the oldest that remains, when the primary is gone", [link("b", 0), link("c", 0)], "a", null, "b"],
    ["none without wallets", [], "a", null, undefined],
  ] as const)("%s", (_, links, address, asked, expected) => {
    expect(pick([...links], address, asked)).toBe(expected);
  });
});
