/**
 * Baseline for deliveries: posts with both signatures, LANES at a time, without recording attempts.
 * Usage: posts.ts URL COUNT LANES; prints posts per second.
 */
export {};

const [url = "", total = "0", lanes = "64"] = process.argv.slice(2);
const secret = `whsec_${crypto.getRandomValues(new Uint8Array(32)).toBase64()}`;
const key = Uint8Array.fromBase64(secret.slice("whsec_".length));

async function post(n: number): Promise<void> {
  const id = `evt_${String(n).padStart(26, "0")}`;
  const timestamp = String(Math.floor(Date.now() / 1000));
  const data = {
    user_id: String(n % 200),
    external_id: "u",
    delta: 25,
    balance: 125,
    reason: "quest",
    source: "bench",
    ledger_entry_id: n,
  };
  const body = JSON.stringify({ event_id: id, event_type: "salutes.credit", data });
  const response = await fetch(url, {
    method: "POST",
    body,
    headers: {
      "content-type": "application/json",
      "user-agent": "salute/0",
      "x-webhook-id": id,
      "x-webhook-event": "salutes.credit",
      "x-webhook-timestamp": timestamp,
      "x-webhook-attempt": "1",
      "x-webhook-schema": "1",
      "x-webhook-signature": new Bun.CryptoHasher("sha256", secret)
        .update(`${timestamp}.${body}`)
        .digest("hex"),
      "webhook-id": id,
      "webhook-timestamp": timestamp,
      "webhook-signature": `v1,${new Bun.CryptoHasher("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64")}`,
    },
  });
  await response.text();
  if (response.status !== 200) throw new Error(`the receiver answered ${response.status}`);
}

let next = 0;
const startedAt = performance.now();
await Promise.all(
  Array.from({ length: Number(lanes) }, async () => {
    while (next < Number(total)) await post(next++);
  }),
);
console.log(Math.round(Number(total) / ((performance.now() - startedAt) / 1000)));
