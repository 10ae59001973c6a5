import { afterEach, describe, expect, test } from "bun:test";
import { LOCALES } from "../../../../src/kit/language/locale.ts";
import { FRONT_WORDS } from "../../../../src/modules/developers/words/index.ts";
import { openIncident } from "../../../../src/modules/status/incidents/index.ts";
import { runJobs } from "../../../harness/app/jobs.ts";
import { createWorld, type World } from "../../../harness/app/world.ts";
import { buildRows, putRuns } from "../../transparency/public-audits/fixture.ts";

let world: World;
afterEach(() => world.close());

const open = async (path = "/") => (await world.call("GET", path, { headers: { accept: "text/html" } })).text;

/** A card's text, without its marks. */
function cardOf(html: string, id: string): string {
  const [, card = ""] = new RegExp(`<section id="${id}".*?>(.*?)</section>`, "s").exec(html) ?? [];
  return card.replaceAll(/<[^>]*>/g, " ");
}

const CARDS = ["mint", "freeze", "owners", "audit", "supply"];
const BOT = {
  TELEGRAM_BOT_TOKEN: "110201543:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw0",
  TELEGRAM_BOT_USERNAME: "zebra_bot",
};

describe("for holders", () => {
  test("every answer is unknown before it was read, and none looks good", async () => {
    world = await createWorld();
    const html = await open();
    for (const id of CARDS) {
      expect([id, cardOf(html, id)]).toEqual([id, expect.stringContaining("not known")]);
      expect(cardOf(html, id)).toContain("Not read yet.");
    }
    expect(html).not.toContain("in order<");
  });

  test("answers with what was read, its age, and pages that prove it", async () => {
    world = await createWorld();
    await runJobs(world, "mint_authorities", "public_stats", "holder_cache", "token_distribution", "proofs");
    await putRuns(world, { run: "20261121T011000Z", rows: buildRows({ warn: 3 }) });
    const html = await open();
    expect(cardOf(html, "mint")).toContain(
      "Nobody can mint more tokens. Read; nothing was announced to compare with.",
    );
    expect(cardOf(html, "mint")).toContain("not judged");
    expect(cardOf(html, "owners")).toMatch(
      /the largest owner holds [\d.]+ %, and the ten largest hold [\d.]+ %/,
    );
    expect(cardOf(html, "audit")).toContain("The latest audit, of 20 Nov 2026, found 3 anomalies.");
    expect(cardOf(html, "audit")).not.toContain("in order");
    expect(cardOf(html, "supply")).toMatch(/Of [\d,]+ tokens, [\d.]+ % circulate\./);
    for (const id of CARDS)
      expect([id, cardOf(html, id)]).toEqual([id, expect.stringMatching(/Read .*UTC/s)]);
    expect(html).toContain('<figure class="chart" id="supply-split">');
    const main = /<main.*<\/main>/s.exec(html)?.[0] ?? "";
    const links = [...main.matchAll(/href="(\/[^"]*)"/g)].map((match) => match[1] ?? "");
    expect(links.length).toBeGreaterThan(12);
    for (const link of links.filter((each) => each !== "/admin")) {
      const [path = "", place] = link.split("#");
      const { status, text } = await world.call("GET", path, { headers: { accept: "text/html" } });
      expect([link, status]).toEqual([link, 200]);
      if (place !== undefined) expect([link, text.includes(`id="${place}"`)]).toEqual([link, true]);
    }
  });

  test("are not addressed by an installation without a token", async () => {
    world = await createWorld({ CHAIN: "off" });
    const html = await open();
    for (const id of ["holders", ...CARDS]) expect(html).not.toContain(`id="${id}"`);
    expect(cardOf(html, "works")).toContain("Checked");
  });
});

describe("whether it works", () => {
  test("is said as the status page says it", async () => {
    world = await createWorld();
    const heading = /<h1>.*?<\/svg>(.*?)<\/span>/s.exec(await open("/status"))?.[1] ?? "?";
    expect(cardOf(await open(), "works")).toContain(heading);
    const actor = { kind: "operator", name: "ada", role: "owner", session: null } as const;
    await world.services.live.writer.run((tx) =>
      openIncident(tx, actor, {
        title: "Payments wait",
        state: "identified",
        severity: "bad",
        checks: ["webhooks"],
        isPublic: true,
        message: "We are on it.",
      }),
    );
    const card = cardOf(await open(), "works");
    expect(card).toContain("Not everything works");
    expect(card).toContain("One incident is open.");
    expect(card).not.toContain("Everything works");
  });
});

describe("players", () => {
  const playersLink = (html: string) => /href="([^"]*)"[^>]*>Open the mini-app</.exec(html)?.[1] ?? null;

  test("open the mini-app where the bot does", async () => {
    world = await createWorld(BOT);
    expect(playersLink(await open())).toBe("https://t.me/zebra_bot");
    await world.close();
    world = await createWorld();
    expect(playersLink(await open())).toBe("/miniapp");
  });

  test("are not addressed without a bot", async () => {
    world = await createWorld({ SALUTE_ENV: "production" });
    const html = await open();
    expect(html).not.toContain("For players");
    expect(playersLink(html)).toBeNull();
    expect(html).toContain("For fans");
  });
});

describe("languages", () => {
  test.each(LOCALES)("the page is whole in %s", async (locale) => {
    world = await createWorld(BOT);
    await runJobs(world, "mint_authorities", "public_stats", "holder_cache", "token_distribution");
    const html = await open(`/?lang=${locale}`);
    expect(html).toContain(`<html lang="${locale}">`);
    const here = FRONT_WORDS.in(locale);
    for (const key of [
      "holders",
      "mint",
      "mint_ok",
      "supply_treasury",
      "players",
      "fans",
      "developers",
    ] as const)
      expect(html).toContain(here.say(key));
    const others = LOCALES.filter((each) => each !== locale);
    for (const key of ["mint_ok", "holders_lead", "audit_unknown", "check_text", "fans_text"] as const)
      for (const other of others) expect(html).not.toContain(FRONT_WORDS.in(other).say(key));
  });
});
