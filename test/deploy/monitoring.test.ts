import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { join, resolve } from "node:path";
import { parse } from "yaml";
import { CHECKS } from "../../src/compose/modules.ts";
import { type MetricSources, readMetrics } from "../../src/modules/operations/metrics/read.ts";
import { answerStandby } from "../../src/modules/operations/standby/answers.ts";
import type { Family } from "../../src/modules/platform/metrics/index.ts";
import { createWorld, type World } from "../harness/app/world.ts";
import { parseExposition } from "../modules/operations/metrics/parse-exposition.ts";

const DEPLOY = resolve(import.meta.dir, "../../deploy");
const PARTS = ["_bucket", "_sum", "_count"];
/** Metrics that the scraping itself makes. */
const PROMETHEUS_OWN = ["up"];

interface Rule {
  alert: string;
  expr: string;
  for?: string;
  labels: { severity: string };
  annotations: { summary: string; description: string };
}

let world: World;
let known: Set<string>;

beforeAll(async () => {
  world = await createWorld();
  const { services } = world;
  const sources: MetricSources = {
    ...services,
    safeModeReason: () => null,
    modules: services.moduleMetrics,
    // As on a machine with a replica.
    replica: () => ({ fault: null, lagSeconds: 1, lastTxid: 1 }),
    lease: { standing: { kind: "held" }, epoch: 0, confirmedAt: 1, stopReason: () => null },
  };
  const families = await readMetrics(sources, world.clock.now());
  known = new Set([...families.flatMap(namesOf), ...(await standbyNames()), ...PROMETHEUS_OWN]);
});

afterAll(() => world.close());

function namesOf({ name, type }: Family): string[] {
  return type === "histogram" ? PARTS.map((part) => name + part) : [name];
}

async function standbyNames(): Promise<string[]> {
  const state = () => ({ epoch: 1, restores: 1, copy_since: null, lag_seconds: 1, fault: null });
  const limits = { after_seconds: 10, cooldown_seconds: 600 };
  const promotion = () => ({ mode: "on", verdict: "leader_seen", message: "", ...limits }) as const;
  const facts = { state, promotion, leaderBaseUrl: null, host: "b", version: "1", now: () => 0 };
  const answer = answerStandby(new Request("http://localhost/metrics"), facts);
  return [...parseExposition(await answer.text()).keys()];
}

/** Names of metrics in an expression: no labels, texts, functions or durations. */
function metricsIn(expression: string): string[] {
  const bare = expression
    .replaceAll(/\{[^}]*\}|\[[^\]]*\]/g, "")
    .replaceAll(/\b(?:by|on|without|ignoring)\s*\([^)]*\)/g, "");
  return [...bare.matchAll(/\b([a-z][a-z0-9]*(?:_[a-z0-9]+)*)\b(?!\s*\()/g)]
    .map(([, name = ""]) => name)
    .filter((name) => !["unless", "and", "or", "sum", "count"].includes(name));
}

async function rules(): Promise<Rule[]> {
  const { groups } = parse(await Bun.file(join(DEPLOY, "prometheus/alerts.yaml")).text());
  return groups.flatMap((group: { rules: Rule[] }) => group.rules);
}

async function dashboardExpressions(): Promise<string[]> {
  const { panels } = await Bun.file(join(DEPLOY, "grafana/salute.json")).json();
  return panels.flatMap(({ targets = [] }: { targets?: { expr: string }[] }) =>
    targets.map(({ expr }) => expr),
  );
}

describe("what ships for Prometheus and Grafana", () => {
  test("the names in an expression are found", () => {
    expect(
      metricsIn(
        'sum by (instance, le) (rate(a_bucket{b="c_d"}[5m])) / time() > 0.5 unless on (check) e_seconds offset 1h',
      ),
    ).toEqual(["a_bucket", "e_seconds", "offset"]);
  });

  test("every alert names metrics that exist, a severity and a remedy, under a name of its own", async () => {
    const all = await rules();
    expect(all.length).toBeGreaterThan(20);
    expect(all.flatMap(({ expr }) => metricsIn(expr)).filter((name) => !known.has(name))).toEqual([]);
    expect(all.filter(({ expr }) => metricsIn(expr).length === 0)).toEqual([]);
    expect(new Set(all.map(({ alert }) => alert)).size).toBe(all.length);
    for (const { labels, annotations } of all) {
      expect(["page", "ticket"]).toContain(labels.severity);
      expect(annotations.summary.length * annotations.description.length).toBeGreaterThan(0);
    }
  });

  test("every check that an alert's text names exists", async () => {
    const named = (await rules()).flatMap(({ annotations }) =>
      [...annotations.description.matchAll(/\bcheck ([a-z_]+)/g)].map(([, name = ""]) => name),
    );
    expect(named).toContain("database");
    expect(named.filter((name) => !CHECKS.has(name))).toEqual([]);
  });

  test("every panel of the dashboard asks for metrics that exist; no two panels overlap", async () => {
    const expressions = await dashboardExpressions();
    expect(expressions.length).toBeGreaterThan(30);
    expect(expressions.flatMap(metricsIn).filter((name) => !known.has(name))).toEqual([]);
    const { panels } = await Bun.file(join(DEPLOY, "grafana/salute.json")).json();
    const cells = panels.flatMap(
      ({ gridPos: { x, y, w, h } }: { gridPos: Record<"x" | "y" | "w" | "h", number> }) =>
        Array.from({ length: w * h }, (_, cell) => `${x + (cell % w)} ${y + Math.floor(cell / w)}`),
    );
    expect(new Set(cells).size).toBe(cells.length);
  });

  test("the scrape configuration loads the alerts", async () => {
    const config = parse(await Bun.file(join(DEPLOY, "prometheus/prometheus.yaml")).text());
    expect(config.rule_files).toEqual(["alerts.yaml"]);
    expect(config.scrape_configs[0].job_name).toBe("salute");
  });
});
