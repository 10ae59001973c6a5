import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { Glob } from "bun";
import { allOperations } from "../../src/compose/operations.ts";
import { Catalogue, type Message } from "../../src/kit/language/catalogue.ts";
import { LOCALES, type Locale } from "../../src/kit/language/locale.ts";
import { openIncident } from "../../src/modules/status/incidents/index.ts";
import { runJob } from "../harness/app/jobs.ts";
import { createWorld, type World } from "../harness/app/world.ts";

const SRC = join(import.meta.dir, "../../src");
const LIMITS = { RATE_LIMIT_PAGES_PER_MIN: "0", RATE_LIMIT_PUBLIC_API_PER_MIN: "0" };

let world: World;
/** Addresses of every public page that speaks several languages. */
let pages: string[] = [];

beforeAll(async () => {
  world = await createWorld({ ...LIMITS, PUBLIC_BASE_URL: "https://salute.example" });
  for (const job of ["chain_refresh", "status_snapshot"]) await runJob(world, job).catch(() => {});
  const incident = await world.services.live.writer.run((tx) =>
    openIncident(
      tx,
      { kind: "operator", name: "zoe", role: "operator", session: null },
      {
        title: "Xyzzy",
        severity: "warn",
        state: "monitoring",
        checks: ["webhooks"],
        isPublic: true,
        message: "Plugh",
      },
    ),
  );
  const links = "/api/public/audio-share-links?track_url=/tracks/42&use_short=1&landing=1";
  const { short } = (await world.call("GET", links)).json;
  const key = await world.createKey("acme");
  const user_id = await world.createUser(key, "zoe");
  const claim = await world.call("POST", "/api/partner/donation-claim", {
    key,
    body: { campaign: "Xyzzy", amount: 25, currency: "SALUTES", recipient: { user_id } },
  });
  const known: Record<string, string> = {
    "{incident_id}": String(incident.id),
    "{code}": short.code,
    "{secret}": new URL(short.stats_url).pathname.split("/").at(-1) ?? "",
    "{claim_code}": claim.json.claim_code,
    // Nobody has these: their refusals are pages, too.
    "{token}": "none",
  };
  pages = allOperations(world.services)
    .filter(({ method, query, response }) => {
      const isPage = "mediaType" in response && response.mediaType === "text/html";
      return method === "GET" && isPage && query !== null && Object.hasOwn(query.properties, "lang");
    })
    .map(({ path }) => path.replace(/\{\w+\}/g, (name) => known[name] ?? name));
  pages.push(
    "/nowhere",
    "/claim?code=nonsense",
    "/s/audio/nothing",
    "/status/subscribe?asked=1",
    "/share?track_url=/a&file_url=/b.mp3&channels=x&channels=sms&use_short=1",
  );
});
afterAll(() => world.close());

const textsOf = (message: Message) => (typeof message === "string" ? [message] : Object.values(message));

async function catalogues(): Promise<Catalogue[]> {
  const files = [...new Glob("**/words/index.ts").scanSync({ cwd: SRC })];
  const loaded = await Promise.all(files.map((file) => import(join(SRC, file))));
  return loaded.flatMap((each: object) => Object.values(each).filter((value) => value instanceof Catalogue));
}

const ALL = await catalogues();

/** The words of a catalogue between its placeholders and tags. */
function pieces(locale: Locale): Set<string> {
  const messages = ALL.flatMap((catalogue) => Object.values(catalogue.in(locale).messages));
  return new Set(
    messages
      .flatMap(textsOf)
      .flatMap((text) => text.split(/\{\w+\}|<\/?\w+>/))
      .map((piece) => piece.trim())
      // The product's name is nobody's language.
      .filter((piece) => /[a-z]{2}/i.test(piece) && piece !== "salute"),
  );
}

const PROSE = ["title", "label", "placeholder", "alt", "content"];

/** What people read of a page in its own language: texts, and attributes that are read out or shown. */
async function proseOf(html: string, locale: Locale): Promise<string[]> {
  const found: string[] = [];
  let text = "";
  let hidden = 0;
  const skip = (element: HTMLRewriterTypes.Element) => {
    hidden++;
    element.onEndTag(() => void hidden--);
  };
  await new HTMLRewriter()
    .on("code, pre, script, style, template, time", { element: skip })
    .on(`[lang]:not([lang="${locale}"])`, { element: skip })
    .on("*", {
      element(element) {
        for (const name of [...PROSE, "aria-label"]) {
          const value = element.getAttribute(name);
          const isShown = name !== "content" || element.getAttribute("name") === "description";
          if (value !== null && hidden === 0 && isShown) found.push(value);
        }
      },
      text(chunk) {
        if (hidden === 0) text += chunk.text;
        if (!chunk.lastInTextNode) return;
        found.push(text);
        text = "";
      },
    })
    .transform(new Response(html))
    .text();
  const unescaped = found.map((each) =>
    each.replaceAll("&#39;", "'").replaceAll("&quot;", '"').replaceAll("&amp;", "&").trim(),
  );
  return unescaped.filter((each) => each !== "");
}

/** Words of English sentences that none of the other languages has. */
const ENGLISH = /\b(the|and|with|your|this|are|which|from|cannot|nothing|have|has|been|not|yet)\b/i;

describe.each(LOCALES.filter((locale) => locale !== "en"))("every public page in %s", (locale) => {
  const english = pieces("en");
  const own = pieces(locale);
  const foreign = [...english].filter((piece) => !own.has(piece));

  test("has no words of the English catalogue, and no English sentence", async () => {
    expect(pages.length).toBeGreaterThan(15);
    for (const page of pages) {
      const { text } = await world.call("GET", `${page}${page.includes("?") ? "&" : "?"}lang=${locale}`, {
        headers: { accept: "text/html", "user-agent": "Mozilla/5.0 Chrome/140" },
      });
      expect([page, text.includes(`lang="${locale}"`)]).toEqual([page, true]);
      const prose = await proseOf(text, locale);
      const left = prose.filter(
        (each) =>
          foreign.some((piece) => each === piece || (piece.length > 15 && each.includes(piece))) ||
          ENGLISH.test(each),
      );
      expect([page, left]).toEqual([page, []]);
    }
  });
});

test("finds English that was left", async () => {
  const html = '<html lang="de"><p>Kopieren</p><p title="Skip to content">x</p><b lang="en">Copy</b></html>';
  const prose = await proseOf(html, "de");
  expect(prose).toEqual(["Kopieren", "Skip to content", "x"]);
  expect(pieces("en").has("Skip to content")).toBe(true);
});
