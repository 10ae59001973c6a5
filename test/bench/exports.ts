import { connect } from "node:net";
import { join } from "node:path";
import { fillFile } from "./depth-fill.ts";
import { signed } from "./load/requests.ts";
import { residentMegabytes } from "./processes/process.ts";
import { DATA, flag, startAgain, startSalute, stopAll } from "./processes/servers.ts";

/**
 * Memory of exports under slow readers: the growth of the server's resident memory while several connections read the
 * ledger slowly as CSV. `bun run bench:exports [--readers 6] [--entries 420000] [--seconds 20]`.
 */
const readers = Number(flag("--readers") ?? "6");
const entries = Number(flag("--entries") ?? "420000");
const seconds = Number(flag("--seconds") ?? "20");
/** Most megabytes that all readers together may cost. */
const LIMIT = 100;
const TARGET = "/api/salutes/ledger.csv";

const first = await startSalute();
try {
  first.process.kill();
  await first.process.exited;
  // Every second entry is the demo partner's.
  await fillFile(join(DATA, "live.db"), {
    entries: 2 * entries,
    users: 2_000,
    partners: 1,
    webhooks: 0,
    searched: 0,
  });
  const server = await startAgain(first);
  await Bun.sleep(5_000);
  console.log(
    "| pause between reads | MB read | memory before | most during | growth |\n|---|---|---|---|---|",
  );
  for (const pauseMs of [1_000_000, 500, 50, 5]) await measure(server.process.pid, server.port, pauseMs);

  async function measure(pid: number, port: number, pauseMs: number): Promise<void> {
    const before = residentMegabytes(pid);
    let read = 0;
    const sockets = Array.from({ length: readers }, () => {
      const socket = connect(port, "127.0.0.1");
      socket.write(signed(server.key, "GET", TARGET));
      socket.on("data", (data) => {
        read += data.length;
        socket.pause();
        setTimeout(() => socket.resume(), pauseMs);
      });
      return socket;
    });
    let most = before;
    const look = setInterval(() => {
      most = Math.max(most, residentMegabytes(pid));
    }, 50);
    await Bun.sleep(seconds * 1_000);
    clearInterval(look);
    for (const socket of sockets) socket.destroy();
    const pause = pauseMs >= seconds * 1_000 ? "never read" : `${pauseMs} ms`;
    const growth = most - before;
    console.log(`| ${pause} | ${Math.round(read / 2 ** 20)} | ${before} | ${most} | ${growth} |`);
    if (growth > LIMIT) process.exitCode = 1;
  }
} finally {
  await stopAll();
}
