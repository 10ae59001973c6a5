import {
  assetResponse,
  type Bar,
  CodeBlock,
  DayBars,
  DayBarsLegend,
  EmptyState,
  findAsset,
  htmlResponse,
  KeyValue,
  Layout,
  LineChart,
  type Series,
  type Share,
  Shares,
  type Status,
  StatusMark,
  Table,
  Tabs,
  Time,
} from "../../src/pages/index.ts";

const NOW = Date.UTC(2026, 10, 21, 10, 0, 0);

const CHECKS: { name: string; status: Status; value: number; seenAt: number }[] = [
  { name: "database", status: "ok", value: 12_345.5, seenAt: NOW - 60_000 },
  { name: "rpc", status: "warn", value: 987, seenAt: NOW - 3 * 3_600_000 },
  { name: "backup", status: "bad", value: 0, seenAt: NOW - 3 * 86_400_000 },
  { name: "jobs", status: "maintenance", value: 7, seenAt: NOW + 120_000 },
  { name: "holder_cache", status: "unknown", value: 1, seenAt: NOW },
];

const STATUSES: Status[] = ["unknown", "ok", "warn", "bad", "maintenance", "ok", "ok"];
const BARS: Bar[] = Array.from({ length: 90 }, (_, index) => ({
  label: `day ${index + 1}`,
  status: index < 30 ? "unknown" : (STATUSES[index % STATUSES.length] ?? "ok"),
  words: "99.9 %",
}));
const SHARES: Share[] = [0.33, 0.2, 0.12, 0.1, 0.08, 0.07, 0.06, 0.001].map((share, index) => ({
  label: `Holder ${index + 1}`,
  share,
  value: String(share * 1_000_000),
}));
const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
const SERIES: Series[] = [
  { name: "p50", values: HOURS.map((hour) => (hour === 7 ? null : 2 + (hour % 3))) },
  { name: "p95", values: HOURS.map((hour) => (hour < 2 ? null : 9 + (hour % 5))) },
  { name: "p99", values: HOURS.map((hour) => 21 + ((hour * 7) % 11)) },
  { name: "none", values: HOURS.map(() => null) },
];

function Charts() {
  return (
    <>
      <DayBars
        id="bars"
        title="database"
        summary="Ninety days, most of them ok."
        aside="99.9 % over 90 days"
        bars={BARS}
        table={<p>As a table</p>}
      />
      <DayBarsLegend />
      <LineChart
        id="latency"
        title="Latency"
        summary="Three percentiles over a day."
        labelHead="Hour"
        labels={HOURS.map((hour) => `${hour}:00`)}
        series={SERIES}
        format={(value) => `${value} ms`}
      />
      <Shares
        id="shares"
        title="Who holds the supply"
        summary="Eight parts, the first a third."
        labelHead="Holder"
        valueHead="Tokens"
        parts={SHARES}
      />
    </>
  );
}

function Gallery() {
  const site = {
    paths: new Set(["/", "/developers", "/docs", "/status", "/proofs", "/admin"]),
    version: "0.0.0",
    chainMode: "demo" as const,
    usesChain: true,
    adminPages: () => [],
  };
  return (
    <Layout site={site} path="/status" title="Gallery" description="Every component of the pages at once">
      <h1>Every component</h1>
      <Table
        caption="Checks"
        columns={[
          { head: "Check", cell: ({ name }) => name },
          { head: "Status", cell: ({ status }) => <StatusMark status={status} /> },
          { head: "Value", cell: ({ value }) => value.toLocaleString("en"), numeric: true },
          { head: "Seen", cell: ({ seenAt }) => <Time at={seenAt} now={NOW} /> },
        ]}
        rows={CHECKS}
        keyOf={({ name }) => name}
      />
      <KeyValue
        rows={[
          ["Supply", "1000000.000000"],
          ["Mint", <code key="mint">So11111111111111111111111111111111111111112</code>],
        ]}
      />
      <Charts />
      <Tabs
        name="shown"
        legend="Shown"
        tabs={[
          { id: "code", label: "Code", content: <CodeBlock label="One" code="one line" href="/x" /> },
          { id: "text", label: "Text", content: <p>Text</p> },
        ]}
      />
      <EmptyState title="No incidents yet">
        <p>One appears here when two points in a row are not ok.</p>
      </EmptyState>
      <div class="callout">
        <p>
          See <a href="/x">the gallery</a> in a callout, and <code>code</code>.
        </p>
      </div>
      <form>
        <button type="button">A button</button>{" "}
        <button type="button" class="button button-main">
          The main one
        </button>
      </form>
    </Layout>
  );
}

/** Serves the gallery and the pages' assets on a free port. */
export function serveGallery(): { url: string; stop(): Promise<void> } {
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch(request) {
      const asset = findAsset(new URL(request.url).pathname.replace("/assets/", ""));
      return asset === null ? htmlResponse(<Gallery />) : assetResponse(asset);
    },
  });
  return { url: `http://127.0.0.1:${server.port}/`, stop: () => server.stop(true) };
}
