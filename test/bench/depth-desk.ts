import { PASSWORD } from "../harness/app/visitor.ts";
import { runSalute, type Server } from "./processes/servers.ts";

const SAMPLES = 5;
/** The most that a page of the desk may take. */
const MOST_MS = 50;
/** Lists as operators ask for them, beside the pages of the navigation. */
const FILTERED = [
  "/admin?range=90d&compare=1",
  "/admin/ledger?partner=demo",
  "/admin/ledger?partner=demo&reason=quest",
  "/admin/ledger?partner=demo&reason=nothing",
  "/admin/ledger?reason=nothing",
  "/admin/ledger?user=ext:user-5&partner=demo",
  "/admin/ledger?min_amount=5",
  "/admin/ledger?idempotency_key=order-5000",
  "/admin/ledger?from=2026-01-01&to=2026-02-01",
  "/admin/deliveries?state=delivered",
  "/admin/deliveries?state=dead_letter",
  "/admin/deliveries?state=failed",
  "/admin/deliveries?partner=partner-7",
  "/admin/deliveries?host=receiver-77.example",
  "/admin/deliveries?event_type=users.created",
  "/admin/receivers?state=gone",
  "/admin/conversions?state=pending_settlement",
  "/admin/conversions?state=settled",
  "/admin/claims?state=expired",
  "/admin/audit?actor=actor-5",
  "/admin/audit?action=key",
  "/admin/search?q=player-5",
  "/admin/search?q=ext:user-5",
  "/admin/search?q=order-5000",
  "/admin/partners/demo",
  "/admin/users/1",
  "/admin/ledger/reversals/new?partner=demo&reason=nothing",
  "/admin/ledger/reversals/new?partner=demo",
  "/admin/ledger/reversals/new?reason=nothing",
  "/admin/ledger/reversals/new?min_amount=5",
];

/** Prints the median time of each page of the desk on one connection, for an owner who signed in; the slowest first. */
export async function measureDesk({ port }: Server): Promise<void> {
  const base = `http://127.0.0.1:${port}`;
  const cookie = await signIn(base);
  const open = async (path: string) => {
    const startedAt = performance.now();
    const answer = await fetch(base + path, { headers: { cookie, accept: "text/html" } });
    const text = await answer.text();
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${text}`);
    return { text, ms: performance.now() - startedAt };
  };
  const { text } = await open("/admin");
  const pages = [...text.matchAll(/href="(\/admin[^"#?.]*)"/g)].map((match) => match[1] ?? "");
  const times: { path: string; ms: number }[] = [];
  for (const path of new Set([...pages, ...FILTERED])) {
    const samples: number[] = [];
    for (let sample = 0; sample < SAMPLES; sample++) samples.push((await open(path)).ms);
    samples.sort((a, b) => a - b);
    times.push({ path, ms: samples[Math.floor(SAMPLES / 2)] ?? 0 });
  }
  times.sort((a, b) => b.ms - a.ms);
  const slow = times.filter(({ ms }) => ms > MOST_MS).length;
  console.log(`\n${times.length} pages of the desk, ${slow} of them above ${MOST_MS} ms\n`);
  console.log("| Page | Median ms |\n|---|---|");
  for (const { path, ms } of times) console.log(`| ${path} | ${ms.toFixed(1)} |`);
}

/** Creates an owner, and signs in with the link. @returns the session's cookie */
async function signIn(base: string): Promise<string> {
  const issued = await runSalute(["operators", "create", "--name", "bench", "--role", "owner", "--json"]);
  const { pathname } = new URL((JSON.parse(issued) as { password_link: string }).password_link);
  const answer = await fetch(base + pathname, {
    method: "POST",
    redirect: "manual",
    headers: { "sec-fetch-site": "same-origin" },
    body: new URLSearchParams({ password: PASSWORD, repeated: PASSWORD }),
  });
  const [cookie] = answer.headers.getSetCookie().map((each) => each.split(";")[0] ?? "");
  if (cookie === undefined) throw new Error(`the owner could not sign in: ${answer.status}`);
  return cookie;
}
