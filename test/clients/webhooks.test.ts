import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { createHmac } from "node:crypto";
import { verifyWebhook } from "../../clients/typescript/src/index.ts";
import { runPython } from "./languages.ts";

/** Verification of deliveries by both clients. */

// Each Python call starts an interpreter.
setDefaultTimeout(60_000);

const SECRET = "whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=";
const ID = "evt_01KAK2TJ00ZQ8V7M3D9C4X5R1B";
const BODY = JSON.stringify({ event_id: ID, event_type: "salutes.credit", data: { delta: 0.5 } });

type Headers = Record<string, string>;

/** Headers of a delivery with this id in them. */
function headersOf(id: string, body = BODY): { own: Headers; standard: Headers } {
  const at = String(Math.floor(Date.now() / 1000));
  const sign = (key: string | Buffer, text: string) => createHmac("sha256", key).update(text);
  const bytes = Buffer.from(SECRET.slice("whsec_".length), "base64");
  return {
    own: {
      "X-Webhook-Id": id,
      "X-Webhook-Timestamp": at,
      "X-Webhook-Signature": sign(SECRET, `${at}.${body}`).digest("hex"),
    },
    standard: {
      "webhook-id": id,
      "webhook-timestamp": at,
      "webhook-signature": `v1,${sign(bytes, `${id}.${at}.${body}`).digest("base64")}`,
    },
  };
}

/** The event's id, or the message of the refusal. */
type Verify = (headers: Headers, body?: string, secret?: string) => Promise<string>;

const inTypescript: Verify = (headers, body = BODY, secret = SECRET) =>
  verifyWebhook({ secret, headers, body }).then(
    ({ event_id }) => event_id,
    (error: Error) => `${error.name}: ${error.message}`,
  );

/** Reads the headers like http.server, whose class is not a mapping. */
const PROGRAM = `
import io, json, sys
from http.client import parse_headers
from salute_client import WebhookVerificationError, verify_webhook
secret, headers, body = sys.argv[1:]
headers = parse_headers(io.BytesIO(headers.encode()))
try:
    print(json.dumps(verify_webhook(secret, headers, body)["event_id"]))
except WebhookVerificationError as error:
    print(json.dumps(f"{type(error).__name__}: {error}"))
`;

const inPython: Verify = (headers, body = BODY, secret = SECRET) => {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return runPython(PROGRAM, secret, `${lines.join("")}\r\n`, body);
};

describe.each([
  { name: "TypeScript", verify: inTypescript },
  { name: "Python", verify: inPython },
])("$name", ({ verify }) => {
  test("it returns the signed event_id, by either family of headers, with or without an id in them", async () => {
    const { own, standard } = headersOf(ID);
    const { "X-Webhook-Id": _, ...withoutId } = own;
    for (const headers of [own, standard, { ...own, ...standard }, withoutId])
      expect(await verify(headers)).toBe(ID);
  });

  test("a header that differs from event_id is refused, though the signature of the body matches", async () => {
    const { own, standard } = headersOf(ID);
    const differs = "differs from the signed event_id";
    expect(await verify({ ...own, "X-Webhook-Id": "evt_2" })).toContain(`x-webhook-id ${differs}`);
    expect(await verify({ ...own, ...standard, "webhook-id": "evt_2" })).toContain(`webhook-id ${differs}`);
    expect(await verify({ ...standard, "webhook-id": "evt_2" })).toContain("the signature is not of");
    const signedAnew = headersOf("evt_2").standard;
    expect(await verify(signedAnew)).toBe(
      `WebhookVerificationError: webhook-id ${differs}: the header was changed`,
    );
  });

  test("a signed body without an event_id is refused", async () => {
    for (const body of ["{}", "[]", "null", "text", '{"event_id":1}']) {
      const { "X-Webhook-Id": _, ...headers } = headersOf(ID, body).own;
      expect(await verify(headers, body)).toBe("WebhookVerificationError: the body has no event_id");
    }
  });

  test("a mangled secret refuses every delivery, also one signed with an empty key", async () => {
    const at = String(Math.floor(Date.now() / 1000));
    const forged = createHmac("sha256", "").update(`${ID}.${at}.${BODY}`).digest("base64");
    const { standard } = headersOf(ID);
    for (const secret of ["whsec_...", "whsec_", "whsec_AAE!", `"${SECRET}"`])
      for (const headers of [standard, { ...standard, "webhook-signature": `v1,${forged}` }])
        expect(await verify(headers, BODY, secret)).toContain(
          "WebhookVerificationError: the webhook's secret",
        );
  });
});
