// Receives deliveries: verifies and acknowledges them, drops duplicates. Requires Bun, or Node.js 22.18 or newer. Usage:
//   SECRETS=whsec_... PORT=3000 bun receive.ts
import { createHmac, timingSafeEqual } from "node:crypto";
import { createServer, type IncomingHttpHeaders, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

/** The current secret and, for a day after a rotation, the previous one, separated by a comma. */
const secrets = (process.env.SECRETS ?? "").split(",").filter((secret) => secret.startsWith("whsec_"));
const SKEW_SECONDS = 300;
/** Replays and deliveries that were held arrive up to 90 days later. */
const SEEN_MS = 90 * 24 * 3_600_000;
const MAX_BYTES = 1_000_000;

interface Event {
  event_id: string;
  event_type: string;
  data: unknown;
}

function equal(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}

/** X-Webhook-Signature: hex over "timestamp.body", keyed with the complete text of the secret. */
function verify(secret: string, timestamp: string, body: Buffer, signature: string): boolean {
  return equal(signature, createHmac("sha256", secret).update(`${timestamp}.`).update(body).digest("hex"));
}

/** webhook-signature, of Standard Webhooks: over "id.timestamp.body", keyed with the bytes behind whsec_. */
function verifyStandard(
  secret: string,
  id: string,
  timestamp: string,
  body: Buffer,
  signatures: string,
): boolean {
  const key = Buffer.from(secret.replace("whsec_", ""), "base64");
  // Anybody could sign with an empty one.
  if (key.length === 0) return false;
  const expected = `v1,${createHmac("sha256", key).update(`${id}.${timestamp}.`).update(body).digest("base64")}`;
  return signatures.split(" ").some((each) => equal(each, expected));
}

/** Accepts either set of headers as proof. */
function isSigned(headers: IncomingHttpHeaders, body: Buffer): boolean {
  const read = (name: string) => String(headers[name] ?? headers[`x-${name}`] ?? "");
  const [id, timestamp] = [read("webhook-id"), read("webhook-timestamp")];
  if (!(Math.abs(Date.now() / 1000 - Number(timestamp)) <= SKEW_SECONDS)) return false;
  const own = headers["x-webhook-signature"];
  return secrets.some((secret) =>
    own === undefined
      ? verifyStandard(secret, id, timestamp, body, read("webhook-signature"))
      : verify(secret, timestamp, body, String(own)),
  );
}

/**
 * The event of a genuine delivery; null for others. X-Webhook-Signature covers the body alone, so a captured delivery
 * could be sent again under another id in the headers: only event_id in the body identifies an event.
 */
function verifiedEvent(headers: IncomingHttpHeaders, body: Buffer): Event | null {
  if (!isSigned(headers, body)) return null;
  const event: Event = JSON.parse(body.toString("utf8"));
  const ids = [headers["x-webhook-id"], headers["webhook-id"]];
  return ids.every((id) => id === undefined || id === event.event_id) ? event : null;
}

/** Processed event ids with their expiry. Keep them in your database, in the transaction that stores the event. */
const seen = new Map<string, number>();

function take({ event_id: id, event_type }: Event): void {
  const now = Date.now();
  for (const [old, until] of seen) if (until < now) seen.delete(old);
  if (seen.has(id)) return;
  seen.set(id, now + SEEN_MS);
  // Queue the event here and process it after the response. Unknown types are not an error.
  console.log(`took ${event_type} ${id}`);
}

/** The exact bytes: parsing and serialising them again would break the signature. Null beyond the limit. */
async function readBody(request: IncomingMessage): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size > MAX_BYTES) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

// Without a secret anybody could sign with an empty one.
if (secrets.length === 0) throw new Error("SECRETS must hold the webhook's secret, whsec_…");

const server = createServer(async (request, response) => {
  // Null also for a sender that closed the connection too early, which must not end this program.
  const body = await readBody(request).catch(() => null);
  const event = body === null ? null : verifiedEvent(request.headers, body);
  if (event === null) return void response.writeHead(401).end();
  take(event);
  response.writeHead(204).end();
});
server.listen(Number(process.env.PORT ?? 3000), "127.0.0.1", () =>
  console.log(`listening on ${(server.address() as AddressInfo).port}`),
);
