import { expect, setDefaultTimeout, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { SLOW_MS, scratch, startServer, WITH_DEMO_CHAIN } from "../harness/processes/executable.ts";
import { until } from "../harness/until.ts";

setDefaultTimeout(SLOW_MS);

/** Share of the functions that a start calls, above which src/kit/runtime/bytecode.order is too old: `bun run build:order`. */
const MOST_UNKNOWN = 0.25;

/** Prints how many functions the executable has loaded from each part of its bytecode. */
const REPORT = `
import { bytecodeOrderStats } from "bun:jsc";
if (Bun.isMainThread) setInterval(() => console.error("loaded " + JSON.stringify(bytecodeOrderStats())), 200).unref();
`;

test("most functions that a start calls were recorded, so that their bytecode lies together", async () => {
  const dir = scratch();
  const preload = join(dir.path, "report.ts");
  writeFileSync(preload, REPORT);
  const env = { ...WITH_DEMO_CHAIN, BUN_OPTIONS: `--preload=${preload}` };
  const server = await startServer(dir.data, { env });
  const listens = server.stderr.length;
  const loaded = await until(() => /^loaded (.+)$/m.exec(server.stderr.slice(listens))?.[1] ?? null);
  const { hot, cold, unknown } = JSON.parse(loaded);
  server.kill("SIGTERM");
  await server.finished;
  dir.remove();
  expect(hot).toBeGreaterThan(1_000);
  expect((cold + unknown) / (hot + cold + unknown)).toBeLessThan(MOST_UNKNOWN);
});
