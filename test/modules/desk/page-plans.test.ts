import { expect, test } from "bun:test";
import { mountOnce } from "../../../src/compose/operations.ts";
import type { Sql, SqlValue } from "../../../src/db/sql.ts";
import { PAGES_GROUP } from "../../../src/http/operation.ts";
import { portalVisitor } from "../../harness/app/portal.ts";
import type { Credentials } from "../../harness/app/signing.ts";
import { signedIn } from "../../harness/app/visitor.ts";
import { createWorld, type World } from "../../harness/app/world.ts";
import { createWebhook, credit } from "../webhooks/deliveries/fixture.ts";

/** Plans of every statement that a page of the desk or of the portal runs. */

const FILTERED = [
  "/admin/ledger?partner=acme&reason=x&from=2026-01-01",
  "/admin/ledger?source=x&origin=partner&min_amount=1",
  "/admin/ledger?partner=acme&source=x",
  "/admin/ledger/reversals/new?partner=acme&reason=x",
  "/admin/ledger?user=1",
  "/admin/ledger?idempotency_key=x",
  "/admin/deliveries?state=dead_letter&partner=acme",
  "/admin/deliveries?host=partner.example&from=2026-01-01",
  "/admin/receivers?state=gone",
  "/admin/receivers?state=off",
  "/admin/conversions?state=pending_settlement",
  "/admin/claims?state=claimed",
  "/admin/claims?state=expired",
  "/admin/audit?actor=boss&from=2026-01-01",
  "/admin/audit?action=key&subject=x",
  "/admin/search?q=zoe",
  "/admin/search?q=ext:zoe",
  "/admin/partners/acme",
  "/admin/users/1",
  "/admin/deliveries/1",
  "/admin/bulk/deliveries?kind=discard_deliveries&state=dead_letter",
  "/admin?range=90d",
];

/** Every statement that reads run while `work` is done, with its plan. */
async function plansOf(sql: Sql, work: () => Promise<void>): Promise<Map<string, string[]>> {
  const plans = new Map<string, string[]>();
  for (const name of ["get", "all", "iterate"] as const) {
    const original = sql[name].bind(sql) as (text: string, ...values: SqlValue[]) => unknown;
    Object.defineProperty(sql, name, {
      configurable: true,
      value: (text: string, ...values: SqlValue[]) => {
        if (!plans.has(text)) plans.set(text, sql.plan(text, ...values));
        return original(text, ...values);
      },
    });
  }
  await work();
  return plans;
}

async function openAll(world: World): Promise<void> {
  const owner = await signedIn(world, "boss", "owner");
  const pages = mountOnce(world.services)
    .operations.filter(
      ({ group, method, path }) =>
        method === "GET" && path.startsWith("/admin") && (group === PAGES_GROUP || group === "ops"),
    )
    .map(({ path }) => path)
    .filter((path) => !path.includes("{") && !/\.\w+$/.test(path));
  for (const path of [...pages, ...FILTERED]) {
    await owner.open(path);
  }
}

/** The pages of the partner's portal that its navigation names. */
async function openPortal(world: World, key: Credentials): Promise<void> {
  const member = await portalVisitor(world, key);
  const { text } = await member.open("/partners");
  const pages = new Set([...text.matchAll(/href="(\/partners[^"#]*)"/g)].map((match) => match[1] ?? ""));
  expect(pages.size).toBeGreaterThan(8);
  for (const path of pages) await member.open(path);
}

/** Tables that grow with use, by name or by the alias that statements give them. */
const LARGE =
  /^(ledger_entries|users|wallet_links|webhook_deliveries|webhook_attempts|webhooks|events|audit_entries|conversions|donation_claims|messenger_players|[acdeuwp])\b/;
/** Partial indexes, which hold only what waits or failed. */
const PARTIAL =
  /INDEX (webhook_deliveries_(dead|leases|waiting|retries|troubled)|webhooks_(failing|off|probed))$/;
/** The newest rows of a table: the walk ends at the limit. */
const NEWEST = /^[^?]* (WHERE true )?ORDER BY (\w+\.)?(id|last_seen_at) DESC(, \w+\.id DESC)? LIMIT \?$/;
/** The smallest or largest id that fits: without a range in brackets, rows are read until one does. */
const UNTIL_ONE_FITS = /^SEARCH (\w+)( USING (COVERING )?INDEX \w+)?$/;
/** Looks at one webhook after the other, for its next delivery. */
const EACH_WEBHOOK = "SELECT min(due) AS due FROM (";
/** An index's entries are counted, 10 ms for each million. */
const COUNTED = "SELECT count(*) AS count FROM messenger_players";
const ANY_ROW = "SELECT 1 FROM webhook_deliveries LIMIT 1";

test("no page of the desk or the portal walks through a table that grows with use", async () => {
  const world = await createWorld({ RATE_LIMIT_ADMIN_PER_MIN: "0", RATE_LIMIT_PAGES_PER_MIN: "0" });
  const key = await world.createKey("acme");
  await createWebhook(world, key);
  await world.createUser(key, "zoe");
  await credit(world, key, "ext:zoe");
  const plans = await plansOf(world.services.live.read, async () => {
    await openAll(world);
    await openPortal(world, key);
  });
  const walks = [...plans].flatMap(([statement, steps]) => {
    const text = statement.replaceAll(/\s+/g, " ");
    if (NEWEST.test(text) || text.startsWith(EACH_WEBHOOK) || [ANY_ROW, COUNTED].includes(text)) return [];
    return steps
      .filter(
        (step) =>
          step.startsWith("SCAN ") || text.includes(`FROM ${UNTIL_ONE_FITS.exec(step)?.[1] ?? "?"} WHERE`),
      )
      .filter((step) => LARGE.test(step.slice(step.indexOf(" ") + 1)))
      .filter((step) => !PARTIAL.test(step))
      .map((step) => `${step}: ${text}`);
  });
  expect(walks).toEqual([]);
  expect(plans.size).toBeGreaterThan(150);
  await world.close();
});
