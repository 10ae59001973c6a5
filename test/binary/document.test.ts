import { expect, setDefaultTimeout, test } from "bun:test";
import { join } from "node:path";
import { GROUPS } from "../../src/compose/modules.ts";
import { operationsOfThisBuild } from "../../src/compose/operations-of-build.ts";
import { VERSION } from "../../src/kit/process/version.ts";
import { loadDocument, toYaml } from "../../src/modules/developers/openapi/index.ts";
import { SLOW_MS, scratch, startServer } from "../harness/processes/executable.ts";

setDefaultTimeout(SLOW_MS);

const SCHEDULE = {
  deprecations: [
    {
      id: "ledger-csv",
      title: "The CSV ledger goes",
      endpoints: [{ method: "GET", path: "/api/salutes/ledger.csv" }],
      announced_at: "2026-01-01",
      deprecated_at: "2026-01-15",
      sunset_at: "2126-03-01",
      replacement: "/api/salutes/ledger",
      reason: "JSON has cursors",
      migration: ["Read the JSON ledger"],
    },
  ],
};

/** Settings that change no operation but in ways that the document must not show. */
const OTHERS = {
  TELEGRAM_BOT_ID: "123456789",
  SMTP_URL: "smtp://127.0.0.1:25",
  MAIL_FROM: "no-reply@example.com",
  CLAIM_CURRENCIES: "USDC:EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v",
  RATE_LIMIT_PUBLIC_API_PER_MIN: "7",
  PARTNER_RATE_LIMIT_PER_MINUTE: "5",
  WEBHOOK_ALLOW_HTTP: "1",
  PUBLIC_BASE_URL: "https://salute.example",
};

const CASES: readonly [name: string, settings: Record<string, string>, isScheduled: boolean][] = [
  ["in development", {}, false],
  ["in production", { SALUTE_ENV: "production", ...OTHERS }, false],
  ["with a schedule of deprecations", {}, true],
];

const DOCUMENTS = [
  ["/api/openapi.json", "everything"],
  ["/api/openapi.yaml", "everything"],
  ["/api/openapi-transparency.yaml", "transparency"],
] as const;

test.each(CASES)(
  "the executable's OpenAPI documents are those of the sources, %s",
  async (_, settings, isScheduled) => {
    const dir = scratch();
    try {
      const schedule = join(dir.path, "schedule.json");
      await Bun.write(schedule, JSON.stringify(SCHEDULE));
      const env = isScheduled ? { ...settings, DEPRECATIONS_FILE: schedule } : settings;
      const server = await startServer(dir.data, { env });
      const baseUrl = env.PUBLIC_BASE_URL ?? server.url;
      const served = await Promise.all(
        DOCUMENTS.map(async ([path]) => (await fetch(`${server.url}${path}`)).text()),
      );
      server.kill("SIGTERM");
      await server.finished;
      const operations = await operationsOfThisBuild(env);
      for (const [at, [path, part]] of DOCUMENTS.entries()) {
        const document = await loadDocument(operations, { part, version: VERSION, baseUrl, groups: GROUPS });
        const made = path.endsWith(".json") ? JSON.stringify(document) : await toYaml(document);
        expect([path, served[at] === made]).toEqual([path, true]);
      }
      expect(served[0]?.includes('"deprecated":true')).toBe(isScheduled);
    } finally {
      dir.remove();
    }
  },
);
