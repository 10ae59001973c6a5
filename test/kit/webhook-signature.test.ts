import { describe, expect, test } from "bun:test";
import { webhookSignature } from "../../src/kit/crypto/webhook-signature.ts";
import vectors from "../vectors/webhook-signing.json";

describe("the published vectors pass as they stand", () => {
  test.each(vectors.cases)("$name", ({ timestamp, body, signature }) => {
    expect(webhookSignature(vectors.secret, timestamp, body)).toBe(signature);
    expect(webhookSignature(vectors.secret, timestamp, new TextEncoder().encode(body))).toBe(signature);
  });
});

test("another secret, time or byte makes another signature", () => {
  const signatures = [
    webhookSignature("whsec_a", 1_795_300_010, "{}"),
    webhookSignature("whsec_b", 1_795_300_010, "{}"),
    webhookSignature("whsec_a", 1_795_300_011, "{}"),
    webhookSignature("whsec_a", 1_795_300_010, "{} "),
  ];
  expect(new Set(signatures).size).toBe(4);
});

test("bytes that are no text are signed as they are", () => {
  const bytes = new Uint8Array([0xff, 0x00, 0x80]);
  expect(webhookSignature("whsec_a", 1, bytes)).not.toBe(webhookSignature("whsec_a", 1, "\ufffd\0\ufffd"));
});
