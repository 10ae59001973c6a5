import {
  assetResponse,
  CodeBlock,
  EmptyState,
  findAsset,
  htmlResponse,
  KeyValue,
  Layout,
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

function Gallery() {
  const site = {
    paths: new Set(["/", "/developers", "/docs", "/status", "/proofs", "/admin"]),
    version: "0.0.0",
    chainMode: "demo" as const,
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

/** Serves the gallery and the pages' assets, on a port of its own. */
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
