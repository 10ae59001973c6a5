import { describe, expect, test } from "bun:test";
import type { VNode } from "preact";
import {
  CodeBlock,
  EmptyState,
  htmlResponse,
  KeyValue,
  Layout,
  type Site,
  type Status,
  StatusMark,
  Table,
  Tabs,
  Time,
} from "../../src/pages/index.ts";

const HOSTILE = `</code><script>alert("x")</script>`;

function html(node: VNode): Promise<string> {
  return htmlResponse(node).text();
}

function siteOf(paths: string[], chainMode: Site["chainMode"] = null): Site {
  return { paths: new Set(paths), version: "9.8.7", chainMode, usesChain: true, adminPages: () => [] };
}

describe("StatusMark", () => {
  test("tells every status by a class, a shape and a word of its own", async () => {
    const statuses: Status[] = ["ok", "warn", "bad", "maintenance", "unknown"];
    const marks = await Promise.all(statuses.map((status) => html(<StatusMark status={status} />)));
    const shapes = marks.map((mark) => /<path d="([^"]+)"/.exec(mark)?.[1]);
    expect(new Set(shapes).size).toBe(statuses.length);
    for (const [index, status] of statuses.entries()) {
      expect(marks[index]).toContain(`status-${status}`);
      expect(marks[index]).toContain(`</svg>${status}</span>`);
    }
  });
});

describe("Time", () => {
  const now = Date.UTC(2026, 10, 21, 10, 0, 0);
  const cases: [number, string][] = [
    [now, "now"],
    [now - 999, "now"],
    [now - 59_000, "59 s ago"],
    [now - 3 * 60_000, "3 min ago"],
    [now - 26 * 3_600_000, "1 d ago"],
    [now + 2 * 3_600_000, "in 2 h"],
    [now - 800 * 86_400_000, "2 y ago"],
  ];
  for (const [at, words] of cases) {
    test(`says ${words}, and the instant in UTC to whoever points, copies or listens`, async () => {
      const iso = new Date(at).toISOString();
      const page = await html(<Time at={at} now={now} />);
      expect(page).toContain(`datetime="${iso}"`);
      expect(page).toContain(
        `${iso.slice(0, 10)} ${iso.slice(11, 19)} UTC (</span>${words}<span class="visually-hidden">)</span></time>`,
      );
    });
  }
});

describe("text from outside", () => {
  test("is escaped wherever it stands", async () => {
    const rows = [{ name: HOSTILE }];
    const page = await html(
      <Layout site={siteOf(["/"])} path="/" title={HOSTILE} description={HOSTILE}>
        <CodeBlock label={HOSTILE} code={HOSTILE} href={HOSTILE} />
        <KeyValue rows={[["name", HOSTILE]]} />
        <Table
          caption={HOSTILE}
          columns={[{ head: HOSTILE, cell: ({ name }) => name }]}
          rows={rows}
          keyOf={({ name }) => name}
        />
        <EmptyState title={HOSTILE}>{HOSTILE}</EmptyState>
      </Layout>,
    );
    expect(page).not.toContain("<script>");
    expect(page).not.toContain('alert("x")');
  });
});

describe("Tabs", () => {
  test("shows one panel a label, the first one chosen", async () => {
    const page = await html(
      <Tabs
        name="t"
        legend="Which"
        tabs={["a", "b", "c"].map((id) => ({ id, label: id.toUpperCase(), content: id }))}
      />,
    );
    expect(page.match(/type="radio"/g)).toHaveLength(3);
    expect(page.match(/class="tab-panel"/g)).toHaveLength(3);
    expect(page.match(/checked/g)).toHaveLength(1);
    expect(page).toMatch(/id="t-a" value="a" checked/);
  });
});

describe("Table", () => {
  test("heads each row by its first cell and each further cell by its column", async () => {
    const page = await html(
      <Table
        caption="Things"
        columns={[
          { head: "", cell: ({ name }) => name },
          { head: "Size", cell: ({ size }) => size, numeric: true },
        ]}
        rows={[{ name: "one", size: 1 }]}
        keyOf={({ name }) => name}
      />,
    );
    expect(page).toContain('<thead><tr><td></td><th scope="col" class="numeric">Size</th></tr></thead>');
    expect(page).toContain('<th scope="row">one</th><td data-head="Size" class="numeric"><div>1</div></td>');
  });
});

describe("Layout", () => {
  const page = (site: Site, path: string) =>
    html(
      <Layout site={site} path={path} title="A page" description="About it">
        text
      </Layout>,
    );

  test("navigates to what is in the build only, and marks where it is", async () => {
    const text = await page(siteOf(["/", "/developers", "/status"]), "/status");
    expect(text).toContain('<a href="/developers">');
    expect(text).toContain('<a href="/status" aria-current="page">');
    expect(text).not.toContain('href="/proofs"');
  });

  test("marks the section that a page below it belongs to, and no other with the same beginning", async () => {
    expect(await page(siteOf(["/docs"]), "/docs/try")).toContain('href="/docs" aria-current="page"');
    expect(await page(siteOf(["/docs"]), "/docsearch")).not.toContain('href="/docs" aria-current');
  });

  test("says the version, and that a demo chain's figures are made up", async () => {
    expect(await page(siteOf([]), "/x")).toContain("salute 9.8.7");
    expect(await page(siteOf([]), "/x")).not.toContain("chain");
    expect(await page(siteOf([], "demo"), "/x")).toContain("demo chain: its figures are invented");
  });
});
