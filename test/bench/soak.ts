import { runLoad } from "./load/load.ts";
import { CREDIT_BODY, signed } from "./load/requests.ts";
import { residentMegabytes } from "./processes/process.ts";
import { flag, startSalute, stopAll, walMegabytes } from "./processes/servers.ts";

/** Continuous credits, reporting resident memory and the size of the WAL. `bun run bench:soak [--minutes 10]`. */
const minutes = Number(flag("--minutes") ?? "10");
const SLICE_SECONDS = 15;
const CONNECTIONS = 64;

const server = await startSalute();
try {
  console.log("| after | credits /s | p99 ms | resident MB | WAL MB |\n|---|---|---|---|---|");
  for (let slice = 1; slice <= (minutes * 60) / SLICE_SECONDS; slice++) {
    const result = await runLoad({
      port: server.port,
      connections: CONNECTIONS,
      seconds: SLICE_SECONDS,
      next: () => signed(server.key, "POST", "/api/salutes/credit", CREDIT_BODY),
    });
    const bad = Object.keys(result.statuses).filter((status) => status !== "200");
    if (bad.length > 0) throw new Error(`answers ${bad.join(", ")}`);
    const resident = residentMegabytes(server.process.pid);
    console.log(
      `| ${slice * SLICE_SECONDS} s | ${result.requests_per_second} | ${result.p99_ms} | ${resident} | ${walMegabytes()} |`,
    );
  }
} finally {
  await stopAll();
}
