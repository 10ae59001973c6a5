// Credits ext:demo-user with 25 salutes, signed. Requires Bun, or Node.js 22.18 or newer. Usage:
//   KEY_ID=pk_live_... SECRET=sk_live_... BASE_URL=http://127.0.0.1:8080 bun sign.ts
import { createHash, createHmac, randomBytes, randomUUID } from "node:crypto";

const { KEY_ID = "", SECRET = "", BASE_URL = "", IDEMPOTENCY_KEY = randomUUID() } = process.env;

/** HMAC-SHA256 of five lines, the last one the body's own hash. */
function sign(method: string, target: string, timestamp: string, nonce: string, body: string): string {
  const bodyHash = createHash("sha256").update(body).digest("hex");
  const canonical = [method, target, timestamp, nonce, bodyHash].join("\n");
  return createHmac("sha256", SECRET).update(canonical).digest("hex");
}

/** Sends a signed request. Returns the status and the text of the answer. */
async function call(method: string, target: string, content?: object): Promise<[number, string]> {
  const body = content === undefined ? "" : JSON.stringify(content);
  const timestamp = String(Math.floor(Date.now() / 1000));
  const nonce = randomBytes(16).toString("hex");
  const response = await fetch(BASE_URL + target, {
    method,
    headers: {
      "Content-Type": "application/json",
      "X-Partner-Key": KEY_ID,
      "X-Partner-Timestamp": timestamp,
      "X-Partner-Nonce": nonce,
      "X-Partner-Signature": sign(method, target, timestamp, nonce, body),
      // Identifies this intent: store it with the quest and send the same one on every retry. A new key credits again.
      "Idempotency-Key": IDEMPOTENCY_KEY,
    },
    body: body === "" ? undefined : body,
  });
  return [response.status, await response.text()];
}

const content = { user_id: "ext:demo-user", amount: 25, reason: "quest", source: "campaign-7" };
console.log(...(await call("POST", "/api/salutes/credit", content)));
