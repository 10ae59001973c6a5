import { cpus } from "node:os";
import { type LoadResult, median, runLoad } from "./load.ts";
import {
  BALANCE,
  CREDIT_BODY,
  encode,
  flag,
  residentMegabytes,
  type Server,
  signed,
  startRaw,
  startSalute,
  stopAll,
} from "./servers.ts";

/**
 * Speed as ratios against a raw baseline in the same run (machines differ, ratios hold). `bun run bench [--seconds 5]
 * [--binary dist/salute]`. Rounds alternate between the two servers, so that noise meets both alike.
 */
const seconds = Number(flag("--seconds") ?? "4");
const rounds = Number(flag("--rounds") ?? "3");
const CONNECTIONS = 64;

interface Scenario {
  name: string;
  target: number;
  request: (server: Server) => Buffer;
}

const scenarios: Scenario[] = [
  { name: "GET /healthz", target: 0.85, request: () => encode("GET", "/healthz", {}) },
  { name: "signed balance read", target: 0.75, request: ({ key }) => signed(key, "GET", BALANCE) },
  {
    name: "signed credit, synchronous=FULL",
    target: 0.6,
    request: ({ key }) => signed(key, "POST", "/api/salutes/credit", CREDIT_BODY),
  },
];

/** Requests are built before the clock runs. */
async function measure(scenario: Scenario, server: Server): Promise<LoadResult> {
  const isRead = !scenario.name.includes("credit");
  const ready = isRead
    ? [scenario.request(server)]
    : Array.from({ length: seconds * 30_000 }, () => scenario.request(server));
  return runLoad({
    port: server.port,
    connections: CONNECTIONS,
    seconds,
    next: (index) => (isRead ? (ready[0] ?? null) : (ready[index] ?? null)),
  });
}

const raw = await startRaw();
const ours = await startSalute();
try {
  console.log(
    `${cpus().length} × ${cpus()[0]?.model ?? "unknown"}, ${CONNECTIONS} connections, ${rounds} × ${seconds} s each, client on the same machine\n`,
  );
  console.log(
    "| Work | raw /s | salute /s | ratio | target | p50 ms | p99 ms | raw p99 ms |\n|---|---|---|---|---|---|---|---|",
  );
  for (const scenario of scenarios) {
    const results = { raw: [] as LoadResult[], ours: [] as LoadResult[] };
    for (let round = 0; round < rounds; round++) {
      results.raw.push(await measure(scenario, raw));
      results.ours.push(await measure(scenario, ours));
    }
    const bad = results.ours
      .flatMap((result) => Object.keys(result.statuses))
      .filter((status) => status !== "200");
    if (bad.length > 0) throw new Error(`${scenario.name}: answers ${bad.join(", ")}`);
    const [rawRate, ourRate] = [results.raw, results.ours].map((list) =>
      median(list.map((each) => each.requests_per_second)),
    );
    const ratio = ((ourRate ?? 0) / (rawRate ?? 1)).toFixed(2);
    const p50 = median(results.ours.map((each) => each.p50_ms));
    const p99 = median(results.ours.map((each) => each.p99_ms));
    const rawP99 = median(results.raw.map((each) => each.p99_ms));
    console.log(
      `| ${scenario.name} | ${rawRate} | ${ourRate} | ${ratio} | ${scenario.target} | ${p50} | ${p99} | ${rawP99} |`,
    );
  }
  console.log(`\nresident after the load: ${await residentMegabytes(ours.process.pid)} MB`);
} finally {
  await stopAll();
}
