import { Database } from "bun:sqlite";
import { join } from "node:path";
import { replacePrivateFile } from "../../src/kit/process/files.ts";
import {
  appendLeaf,
  appendToLog,
  jsonItem,
  packItem,
} from "../../src/modules/transparency/signed-log/append.ts";
import { readEntryBundle, readProof, readTile } from "../../src/modules/transparency/signed-log/read.ts";
import { currentLog } from "../../src/modules/transparency/signed-log/store.ts";
import { createWorld } from "../harness/app/world.ts";
import { flag } from "./processes/servers.ts";

/**
 * Cost of appending to a signed log of 1,000 to 1,000,000 entries: commit, signature, stored note and publication,
 * compared with the same two commits and one file without a log in the same run. `bun run bench:log [--entries N]`.
 */
const most = Number(flag("--entries") ?? "1000000");
const SAMPLES = 200;
const CHUNK = 2_000;

const world = await createWorld({ LOG_LEVEL: "silent" });
try {
  const log = world.services.signedLog;
  const { read, writer } = log.db;
  console.log(
    "| Entries | append ms (p50) | p99 | raw ms (p50) | ratio | nodes read | proof ms | tile ms | bundle ms | bytes per entry |",
  );
  console.log("|---|---|---|---|---|---|---|---|---|---|");
  let size = 0;
  for (let target = 1_000; target <= most; target *= 10) {
    while (size < target) {
      const count = Math.min(CHUNK, target - size);
      await writer.run((tx) => {
        for (let at = 0; at < count; at++) {
          const item = numbered(size + at);
          appendLeaf(tx, 1, packItem(item));
        }
      });
      size += count;
    }
    const appended = await timed(async (at) => void (await appendToLog(log, [numbered(size + at)])));
    size += SAMPLES;
    const raw = await timed(rawAppend(join(world.dataDir, `raw-${target}`)));
    const row = currentLog(read);
    if (row === null) throw new Error("no log");
    const proof = await timed(() => void readProof(read, row, Math.floor(size / 3)));
    const full = Math.max(0, Math.floor(size / 256 / 2));
    const tile = await timed(() => void readTile(read, row, { level: 0, index: full, width: 256 }));
    const bundle = await timed(() => void readEntryBundle(read, row, { index: full, width: 256 }));
    const bytes = (log.db.fileSizes().main + log.db.fileSizes().wal) / size;
    const ratio = raw.p50 / appended.p50;
    console.log(
      `| ${target.toLocaleString("en")} | ${ms(appended.p50)} | ${ms(appended.p99)} | ${ms(raw.p50)} | ${ratio.toFixed(2)} | ≤ ${nodesRead(size)} | ${ms(proof.p50)} | ${ms(tile.p50)} | ${ms(bundle.p50)} | ${Math.round(bytes)} |`,
    );
  }
} finally {
  await world.close();
}

function numbered(number: number) {
  return { ...jsonItem("number", { number }, world.clock.now()), slot: 7n };
}

/** Number of nodes read for a root and an entry's siblings, which grows with the logarithm of the size. */
function nodesRead(entries: number): number {
  return 2 * Math.ceil(Math.log2(entries));
}

async function timed(work: (sample: number) => void | Promise<void>): Promise<{ p50: number; p99: number }> {
  const durations: number[] = [];
  for (let sample = 0; sample < SAMPLES; sample++) {
    const startedAt = performance.now();
    await work(sample);
    durations.push(performance.now() - startedAt);
    // Reads in one turn of the event loop share a snapshot; each sample needs its own.
    await new Promise((resolve) => setImmediate(resolve));
  }
  durations.sort((a, b) => a - b);
  return { p50: durations[SAMPLES / 2] ?? 0, p99: durations[Math.floor(SAMPLES * 0.99)] ?? 0 };
}

/** Two commits of one row at synchronous=FULL, with a file write in between. */
function rawAppend(path: string): () => void {
  const client = new Database(path, { create: true });
  client.run("PRAGMA journal_mode = WAL");
  client.run("PRAGMA synchronous = FULL");
  client.run("CREATE TABLE entries (id INTEGER PRIMARY KEY, text TEXT)");
  const insert = client.prepare("INSERT INTO entries (text) VALUES (?)");
  const text = "x".repeat(300);
  return () => {
    insert.run(text);
    replacePrivateFile(`${path}.note`, text);
    insert.run(text);
  };
}

function ms(value: number): string {
  return value.toFixed(value < 0.1 ? 3 : 2);
}
