import { describe, expect, test } from "bun:test";
import { allOperations } from "../../src/compose/operations.ts";
import { setPolicy } from "../../src/modules/ledger/conversions/index.ts";
import { seedDemoGames } from "../../src/modules/messenger/demo-games/index.ts";
import { recordOperators } from "../drift/recording/operators.ts";
import { recordPartner } from "../drift/recording/partner.ts";
import { Recorder } from "../drift/recording/recorder.ts";
import { PROOF_JOBS, runJobs } from "../harness/app/jobs.ts";
import { BOT_TOKEN } from "../harness/app/messenger.ts";
import { makeOperator, signedIn } from "../harness/app/visitor.ts";
import { createWorld, type World } from "../harness/app/world.ts";
import { adminPages, publicPages } from "../harness/checks/pages.ts";

/** Every link of every page, from the navigation on. */

const ORIGIN = "https://salute.example";
/** Visits per operation and names of parameters: further ones differ in their values only. */
const MOST_ALIKE = 3;

const UNLIMITED = {
  RATE_LIMIT_PAGES_PER_MIN: "0",
  RATE_LIMIT_ADMIN_PER_MIN: "0",
  RATE_LIMIT_PUBLIC_API_PER_MIN: "0",
  RATE_LIMIT_LOG_PER_MIN: "0",
  RATE_LIMIT_MESSENGER_PER_MIN: "0",
  PARTNER_RATE_LIMIT_PER_MINUTE: "0",
  PARTNER_SANDBOX_RATE_LIMIT_PER_MINUTE: "0",
  PUBLIC_BASE_URL: ORIGIN,
};

/** Addresses whose answer is a state: of a world in tests, whose jobs do not run. */
const STATES = ["/readyz"];

async function fill(world: World): Promise<void> {
  await world.services.live.writer.run((tx) => seedDemoGames(tx));
  await runJobs(world, ...PROOF_JOBS, "audit_run", "status_snapshot", "proofs");
  const policy = { enabled: true, salutes_per_token: "100", min_amount: "1" };
  await world.services.live.writer.run((tx) => setPolicy(tx, { kind: "command", name: "test" }, policy));
  const [live, sandbox] = [await world.createKey("acme"), await world.createKey("acme", "sandbox")];
  const { token } = await makeOperator(world, "olga", "owner");
  const recorder = new Recorder(world, allOperations(world.services), ({ access, group }) =>
    access.kind === "operator"
      ? { headers: { authorization: `Bearer ${token}` } }
      : { key: group === "sandbox" ? sandbox : live },
  );
  await recordPartner(recorder);
  await recordOperators(recorder);
}

interface Link {
  from: string;
  /** Path and query. */
  to: string;
  fragment: string;
}

interface Found {
  links: Link[];
  /** Targets of forms that post. */
  posts: Link[];
  ids: Set<string>;
}

/** The links of a page that lead to this site. */
async function readPage(from: string, html: string): Promise<Found> {
  const found: Found = { links: [], posts: [], ids: new Set() };
  const add = (list: Link[], address: string | null) => {
    const text = (address ?? "").replaceAll("&amp;", "&");
    if (!URL.canParse(text, ORIGIN + from)) throw new Error(`${from} links to "${text}"`);
    const { origin, pathname, search, hash } = new URL(text, ORIGIN + from);
    if (origin === ORIGIN) list.push({ from, to: pathname + search, fragment: hash.slice(1) });
  };
  /** The form being read, if it asks for a page: its own fields and first button are parameters. */
  let asked: Link | null = null;
  await new HTMLRewriter()
    .on("[id]", { element: (each) => void found.ids.add(each.getAttribute("id") ?? "") })
    .on("a[href], link[href]", { element: (each) => add(found.links, each.getAttribute("href")) })
    .on("img[src], script[src]", { element: (each) => add(found.links, each.getAttribute("src")) })
    .on("form", {
      element: (form) => {
        const isPost = form.getAttribute("method")?.toLowerCase() === "post";
        add(isPost ? found.posts : found.links, form.getAttribute("action"));
        asked = isPost ? null : (found.links.at(-1) ?? null);
      },
    })
    .on('form input[type="hidden"], form button[name]', {
      element: (field) => {
        if (asked === null) return;
        const [path = "", query] = asked.to.split("?");
        const asks = new URLSearchParams(query);
        const [name, value] = [field.getAttribute("name") ?? "", field.getAttribute("value") ?? ""];
        if (!asks.has(name)) asks.set(name, value);
        asked.to = `${path}?${asks}`;
      },
    })
    .on("[formaction]", { element: (each) => add(found.posts, each.getAttribute("formaction")) })
    .transform(new Response(html))
    .text();
  return found;
}

/** Groups addresses by operation and names of parameters. */
function likenessOf(to: string): string {
  const { pathname, searchParams } = new URL(to, ORIGIN);
  return [pathname.replaceAll(/\d+/g, "0"), ...[...searchParams.keys()].sort()].join(" ");
}

/** Pages that are opened by address, from a mail, by the app, in a frame, or in place of a page that needs a session. */
const ENTRANCES = [
  "/admin/sign-in",
  "/claim",
  "/status/embed",
  "/miniapp/wallet",
  "/partners/sign-in",
  "/admin/overview",
];

interface Crawl {
  /** Number of addresses visited. */
  visited: number;
  faults: string[];
  /** Pages to which no other page leads. */
  unlinked: string[];
}

/** Follows all links from the public and the operators' pages, as an owner. */
async function crawl(world: World): Promise<Crawl> {
  const owner = await signedIn(world, "boss", "owner");
  const operations = allOperations(world.services);
  const starts = [...publicPages(operations), ...adminPages(operations), "/docs/try"];
  const waiting: Link[] = starts.map((to) => ({ from: "the list of pages", to, fragment: "" }));
  const seen = new Set<string>();
  const alike = new Map<string, number>();
  const ids = new Map<string, Set<string>>();
  const [fragments, posts]: [Link[], Link[]] = [[], []];
  const linked = new Set<string>();
  const faults = new Set<string>();
  for (let link = waiting.shift(); link !== undefined; link = waiting.shift()) {
    if (link.fragment !== "") fragments.push(link);
    const likeness = likenessOf(link.to);
    const count = alike.get(likeness) ?? 0;
    if (seen.has(link.to) || count === MOST_ALIKE) continue;
    seen.add(link.to);
    alike.set(likeness, count + 1);
    const headers = { accept: "text/html", cookie: owner.cookie() ?? "" };
    const answer = await world.call("GET", link.to, { headers });
    if (answer.status >= 400 && !STATES.includes(link.to))
      faults.add(`${link.from} links to ${link.to}: ${answer.status}`);
    if (!answer.headers.get("content-type")?.startsWith("text/html")) continue;
    const page = await readPage(link.to, answer.text);
    ids.set(link.to, page.ids);
    waiting.push(...page.links);
    for (const { to } of page.links) if (pathOf(to) !== pathOf(link.to)) linked.add(pathOf(to));
    posts.push(...page.posts);
  }
  for (const { from, to, fragment } of fragments)
    if (ids.get(to)?.has(decodeURIComponent(fragment)) === false)
      faults.add(`${from} links to ${to}#${fragment}`);
  const targets = operations
    .filter(({ method }) => method === "POST")
    .map(({ path }) => new RegExp(`^${path.replaceAll(".", "\\.").replaceAll(/\{\w+\}/g, "[^/]+")}$`));
  for (const { from, to } of posts)
    if (!targets.some((each) => each.test(new URL(to, ORIGIN).pathname)))
      faults.add(`${from} posts to ${to}`);
  const unlinked = starts.filter((path) => !linked.has(path));
  return { visited: seen.size, faults: [...faults], unlinked };
}

function pathOf(target: string): string {
  return target.split("?")[0] ?? "";
}

describe("every link of every page answers, its fragment is on the page, and every form has an operation", () => {
  const TEST_MS = 300_000;
  const visit = async (environment: Record<string, string>, prepare?: typeof fill) => {
    const world = await createWorld({ ...UNLIMITED, ...environment });
    await prepare?.(world);
    const found = await crawl(world);
    await world.close();
    return found;
  };

  test(
    "with rows of every kind",
    async () => {
      const { visited, faults, unlinked } = await visit({ TELEGRAM_BOT_TOKEN: BOT_TOKEN }, fill);
      expect(faults).toEqual([]);
      expect(unlinked).toEqual(ENTRANCES);
      expect(visited).toBeGreaterThan(300);
    },
    TEST_MS,
  );

  test("in a new installation", async () => expect((await visit({})).faults).toEqual([]), TEST_MS);

  test(
    "in production without a chain",
    async () => expect((await visit({ SALUTE_ENV: "production" })).faults).toEqual([]),
    TEST_MS,
  );
});
