/**
 * The baseline: a loop of signed fetch posts and nothing else, 64 at a time. Usage: raw-sender.ts PORT COUNT; prints posts a
 * second.
 */
export {};

const [port = "", total = "0"] = process.argv.slice(2);
const LANES = 64;
const secret = "whsec_MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE=";
const data = {
  user_id: "1",
  external_id: "u",
  delta: 1,
  balance: 1,
  reason: "bench",
  source: "api",
  ledger_entry_id: 1,
};

async function post(n: number): Promise<void> {
  const timestamp = String(Math.floor(Date.now() / 1000));
  const id = `evt_${n}`;
  const body = JSON.stringify({ event_id: id, event_type: "salutes.credit", data });
  const signature = new Bun.CryptoHasher("sha256", secret).update(`${timestamp}.${body}`).digest("hex");
  const response = await fetch(`http://127.0.0.1:${port}/raw`, {
    method: "POST",
    body,
    headers: {
      "content-type": "application/json",
      "x-webhook-id": id,
      "x-webhook-timestamp": timestamp,
      "x-webhook-signature": signature,
    },
  });
  await response.arrayBuffer();
  if (response.status !== 200) throw new Error(`the receiver answered ${response.status}`);
}

let next = 0;
const startedAt = performance.now();
await Promise.all(
  Array.from({ length: LANES }, async () => {
    while (next < Number(total)) await post(next++);
  }),
);
console.log(Math.round(Number(total) / ((performance.now() - startedAt) / 1000)));
