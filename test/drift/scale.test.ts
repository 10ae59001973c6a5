import { afterAll, beforeAll, expect, test } from "bun:test";
import { join } from "node:path";
import { allOperations } from "../../src/compose/operations.ts";
import { type Operation, PAGES_GROUP } from "../../src/http/operation.ts";
import { PROOF_JOBS, runJobs } from "../harness/app/jobs.ts";
import { createWorld, type World } from "../harness/app/world.ts";

/** Compares the CDN table of docs/scale.md with the headers sent. `RENEW=1` updates it. */
const SCALE = join(import.meta.dir, "../../docs/scale.md");

const LINK = "track_url=/tracks/1&channels=email";

let world: World;
/** Parameters of operations that require them. */
let targets: Readonly<Record<string, string>>;

beforeAll(async () => {
  world = await createWorld({
    RATE_LIMIT_PUBLIC_API_PER_MIN: "0",
    RATE_LIMIT_LOG_PER_MIN: "0",
    RATE_LIMIT_SHORT_LINKS_PER_MIN: "0",
  });
  await runJobs(world, ...PROOF_JOBS, "audit_run", "status_snapshot", "proofs");
  const { text } = await world.call("GET", "/log/checkpoint");
  const tile = `/log/tile/0/000.p/${text.split("\n")[1]}`;
  const object = world.services.signedLog.db.read.get<{ sha256: string }>(
    "SELECT sha256 FROM log_objects LIMIT 1",
  );
  targets = {
    "/log/proof/{index}": "/log/proof/0",
    "/log/tile/{level}/{part}/{part2}": tile,
    "/log/objects/{sha256}": `/log/objects/${object?.sha256}`,
    "/badges/{check}.svg": "/badges/rpc.svg",
    "/docs/reference/{file}": "/docs/reference/salutes.md",
    "/api/public/audio-share-links": `/api/public/audio-share-links?${LINK}`,
    "/api/public/audio-share-links/validate": `/api/public/audio-share-links/validate?${LINK}`,
    "/api/public/audio-share-links/preview": `/api/public/audio-share-links/preview?${LINK}`,
    "/api/public/quickstart/verify-key": "/api/public/quickstart/verify-key?api_key=pk_live_00",
    "/api/public/deprecations/header-simulator":
      "/api/public/deprecations/header-simulator?endpoint=/api/public-stats",
  };
});

afterAll(() => world.close());

/** Answers that depend on the caller's address or a code, or that this installation lacks; not cacheable. */
const NOT_ASKED = [
  /^\/log\/\{log\}\//,
  /^\/log\/tile\/\{level\}\/\{part\}$/,
  /^\/log\/tile\/.*\{part3\}$/,
  /^\/s\/audio\//,
  /^\/api\/public\/audio-share-links\/(expand|oembed)$/,
];

/** Public GETs of data, without pages. */
function publicReads(): Operation[] {
  return allOperations(world.services).filter(
    ({ access, group, method, path }) =>
      access.kind === "public" &&
      method === "GET" &&
      group !== PAGES_GROUP &&
      !NOT_ASKED.some((pattern) => pattern.test(path)),
  );
}

async function heldBy(path: string): Promise<string> {
  const { status, headers } = await world.call("GET", targets[path] ?? path);
  expect([path, status]).toEqual([path, 200]);
  return headers.get("cache-control") ?? "none";
}

test("docs/scale.md gives the same CDN cache time for each public answer as its header", async () => {
  const answers: { path: string; held: string }[] = [];
  for (const { path } of publicReads()) answers.push({ path, held: await heldBy(path) });
  const rows = [...Map.groupBy(answers, ({ held }) => held)].sort(([a], [b]) => secondsOf(a) - secondsOf(b));
  const table = [
    "| Cache-Control | Answers |",
    "|---|---|",
    ...rows.map(([held, own]) => `| \`${held}\` | ${folded(own.map(({ path }) => path))} |`),
  ].join("\n");
  const text = await Bun.file(SCALE).text();
  const renewed = text.replace(
    /<!-- held -->\n[\s\S]*?<!-- \/held -->/,
    () => `<!-- held -->\n${table}\n<!-- /held -->`,
  );
  if (Bun.env.RENEW === "1") await Bun.write(SCALE, renewed);
  else expect(text).toBe(renewed);
});

test("answers that a CDN must not cache have matching headers: pages, redirects, failures, signed and operators' answers", async () => {
  for (const target of ["/", "/status", "/proofs", "/docs", "/share"]) {
    const page = await world.call("GET", target, { headers: { accept: "text/html" } });
    expect([target, page.headers.get("cache-control")]).toEqual([target, "no-cache"]);
  }
  const key = await world.createKey("acme");
  for (const [target, options] of [
    ["/s/audio/none", {}],
    ["/api/nowhere", {}],
    ["/api/public/system-status/trend?limit=0", {}],
    ["/api/partner/users", { key }],
    ["/admin/ops/digest", {}],
  ] as const) {
    const held = (await world.call("GET", target, options)).headers.get("cache-control");
    expect([target, held]).toEqual([target, expect.stringMatching(/^(private, )?no-store$/)]);
  }
});

/** Paths, with JSON and CSV variants merged. */
function folded(paths: readonly string[]): string {
  const shown = paths
    .filter((path) => !(path.endsWith(".csv") && paths.includes(path.replace(/csv$/, "json"))))
    .map((path) =>
      paths.includes(path.replace(/json$/, "csv")) ? path.replace(/json$/, "json, .csv") : path,
    );
  return shown.map((path) => `\`${path}\``).join(", ");
}

function secondsOf(held: string): number {
  return Number(/max-age=(\d+)/.exec(held)?.[1] ?? -1);
}
