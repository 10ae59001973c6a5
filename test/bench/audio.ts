import { Database } from "bun:sqlite";
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { newCode } from "../../src/modules/share-links/links/short-links/codes.ts";
import { seededRandom } from "../harness/simulation/random.ts";
import { type LoadResult, median, runLoad } from "./load/load.ts";
import { encode } from "./load/requests.ts";
import { processorSeconds } from "./processes/process.ts";
import { flag, stopAll } from "./processes/servers.ts";

/**
 * Share links against a raw server in the same run: building links for four channels, and following short links among
 * many stored ones. `bun run bench:audio [--links 1000000] [--seconds 4] [--rounds 3] [--binary dist/salute]`.
 */
const links = Number(flag("--links") ?? "1000000");
const seconds = Number(flag("--seconds") ?? "4");
const rounds = Number(flag("--rounds") ?? "3");
const binary = flag("--binary");
const CONNECTIONS = 64;
const SAMPLE = 20_000;

const directory = mkdtempSync(join(tmpdir(), "salute-bench-audio-"));
const data = join(directory, "data");
const command = binary === undefined ? ["bun", join(import.meta.dir, "../../src/main.ts")] : [binary];
const env: Record<string, string | undefined> = {
  ...Bun.env,
  XDG_CONFIG_HOME: directory,
  DATA_DIR: data,
  LOG_LEVEL: "warn",
  RATE_LIMIT_PUBLIC_API_PER_MIN: "0",
  RATE_LIMIT_SHORT_LINKS_PER_MIN: "0",
};
const running: Bun.Subprocess[] = [];

function fill(): string[] {
  const db = new Database(join(data, "live.db"));
  const random = seededRandom(7);
  const insert = db.prepare(
    `INSERT INTO audio_share_links (code, destination, kind, title, request_hash, created_at, expires_at)
       VALUES (?, ?, 'track', ?, ?, ?, ?)`,
  );
  const codes: string[] = [];
  const now = Date.now();
  const expires = now + 86_400_000;
  const some = db.transaction((from: number, to: number) => {
    for (let i = from; i < to; i++) {
      const code = newCode();
      insert.run(
        code,
        `http://127.0.0.1:1/tracks/${i}`,
        `Track ${i}`,
        i.toString(16).padStart(32, "0"),
        now,
        expires,
      );
      if (codes.length < SAMPLE && random() < (2 * SAMPLE) / links) codes.push(code);
    }
  });
  for (let from = 0; from < links; from += 10_000) some(from, Math.min(links, from + 10_000));
  db.run("PRAGMA wal_checkpoint(TRUNCATE)");
  db.close();
  return codes;
}

interface StartedServer {
  port: number;
  pid: number;
}

async function start(words: string[], ready: RegExp): Promise<StartedServer> {
  const child = Bun.spawn(words, { env, stdout: "pipe", stderr: "inherit" });
  running.push(child);
  let text = "";
  const reader = child.stdout.getReader();
  while (!ready.test(text)) {
    const { done, value } = await reader.read();
    if (done) throw new Error(`${words.join(" ")} ended: ${text}`);
    text += new TextDecoder().decode(value);
  }
  reader.releaseLock();
  return { port: Number(ready.exec(text)?.[1]), pid: child.pid };
}

async function run(...words: string[]): Promise<void> {
  const child = Bun.spawn([...command, ...words], { env, stdout: "ignore", stderr: "inherit" });
  if ((await child.exited) !== 0) throw new Error(`salute ${words.join(" ")} failed`);
}

/** A request with a browser's headers, which are evaluated for each click. */
const BROWSER = {
  "user-agent": "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140 Safari/537.36",
};
const buildTarget = (i: number) =>
  `/api/public/audio-share-links?track_url=%2Ftracks%2F${i}&title=Winter%20Song%20${i}&text=Listen%20to%20track%20${i}%20tonight&channels=x,telegram,email,slack`;

try {
  await run("migrate");
  const filledAt = performance.now();
  const codes = fill();
  console.log(`${links} links stored in ${Math.round((performance.now() - filledAt) / 1000)} s`);
  copyFileSync(join(data, "live.db"), join(directory, "raw.db"));
  const listens = /listens on http:\/\/127\.0\.0\.1:(\d+)/;
  env.AUDIO_SITE_BASE_URL = "http://127.0.0.1:1";
  const ours = await start([...command, "serve", "--port", "0"], listens);
  const answer = join(directory, "answer.json");
  writeFileSync(answer, await (await fetch(`http://127.0.0.1:${ours.port}${buildTarget(1234)}`)).text());
  const rawWords = ["bun", join(import.meta.dir, "baselines/audio.ts"), join(directory, "raw.db"), answer];
  const raw = await start(rawWords, /^(\d+)\n/);

  const builds = (tracks: number) =>
    Array.from({ length: SAMPLE }, (_, i) => encode("GET", buildTarget(1000 + (i % tracks)), BROWSER));
  const visits = codes.map((code) => encode("GET", `/s/audio/${code}`, BROWSER));
  const scenarios = [
    { name: "links for 4 channels, of 400 tracks", requests: builds(400), target: "0.6", status: "200" },
    { name: "links for 4 channels, distinct tracks", requests: builds(9_000), target: "", status: "200" },
    { name: `/s/audio/<code> of ${links}`, requests: visits, target: "0.7", status: "302" },
  ];
  console.log(
    `${cpus().length} × ${cpus()[0]?.model ?? "unknown"}, ${CONNECTIONS} connections, ${rounds} × ${seconds} s each\n`,
  );
  console.log(
    "| Work | raw /s | salute /s | ratio | target | p50 ms | p99 ms | raw CPU µs | salute CPU µs | CPU ratio |\n|---|---|---|---|---|---|---|---|---|---|",
  );
  for (const { name, requests, target, status } of scenarios) {
    const measure = async ({ port, pid }: StartedServer): Promise<LoadResult & { cpu: number }> => {
      let sent = 0;
      const before = processorSeconds(pid);
      const next = (index: number) => {
        sent++;
        return requests[index % requests.length] ?? null;
      };
      const result = await runLoad({ port, connections: CONNECTIONS, seconds, next });
      return { ...result, cpu: ((processorSeconds(pid) - before) * 1e6) / sent };
    };
    const results = {
      raw: [] as Awaited<ReturnType<typeof measure>>[],
      ours: [] as Awaited<ReturnType<typeof measure>>[],
    };
    for (let round = 0; round < rounds; round++) {
      results.raw.push(await measure(raw));
      results.ours.push(await measure(ours));
    }
    for (const { statuses } of [...results.raw, ...results.ours]) {
      if (Object.keys(statuses).join() !== status) throw new Error(`${name}: ${JSON.stringify(statuses)}`);
    }
    const of = (list: typeof results.raw, value: (each: LoadResult & { cpu: number }) => number) =>
      median(list.map(value));
    const rates = [
      of(results.raw, (each) => each.requests_per_second),
      of(results.ours, (each) => each.requests_per_second),
    ];
    const cpu = [of(results.raw, (each) => each.cpu), of(results.ours, (each) => each.cpu)];
    const ratio = ((rates[1] ?? 0) / (rates[0] ?? 1)).toFixed(2);
    const cpuRatio = ((cpu[0] ?? 0) / (cpu[1] ?? 1)).toFixed(2);
    const [p50, p99] = [of(results.ours, (each) => each.p50_ms), of(results.ours, (each) => each.p99_ms)];
    console.log(
      `| ${name} | ${rates[0]} | ${rates[1]} | ${ratio} | ${target} | ${p50} | ${p99} | ${cpu[0]?.toFixed(1)} | ${cpu[1]?.toFixed(1)} | ${cpuRatio} |`,
    );
  }
} finally {
  for (const child of running) child.kill();
  await Promise.all(running.map((child) => child.exited));
  rmSync(directory, { recursive: true, force: true });
  await stopAll();
}
