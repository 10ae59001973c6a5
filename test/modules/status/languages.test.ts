import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { LOCALES } from "../../../src/kit/language/locale.ts";
import { openIncident } from "../../../src/modules/status/incidents/index.ts";
import { STATUS_WORDS, translateMessage } from "../../../src/modules/status/words/index.ts";
import { createWorld, type World } from "../../harness/app/world.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
  const actor = { kind: "operator", name: "ada", role: "owner", session: null } as const;
  await world.services.live.writer.run((tx) =>
    openIncident(tx, actor, {
      title: "Payments wait",
      state: "identified",
      severity: "warn",
      checks: ["webhooks"],
      isPublic: true,
      message: "We are on it.",
    }),
  );
});
afterAll(() => world.close());

const open = (path: string, language = "en") =>
  world.call("GET", path, { headers: { "accept-language": language } });

describe("the status page", () => {
  test("speaks the reader's language, titles of checks and times included", async () => {
    const { headers, text } = await open("/status", "de-DE");
    expect(headers.get("content-language")).toBe("de");
    for (const words of [
      "Ein Vorfall ist offen.",
      "Ursache gefunden",
      "So wird gezählt",
      "Datensicherungen",
      "jetzt",
    ])
      expect(text).toContain(words);
    expect(text).not.toContain("One incident is open");
    expect(text).not.toContain("How this is counted");
  });

  test.each(LOCALES)("has no text of another language in its own frame in %s", async (locale) => {
    const { text } = await open(`/status?lang=${locale}`);
    expect(text).toContain(`<html lang="${locale}">`);
    expect(text.includes("Skip to content")).toBe(locale === "en");
  });

  test("names its addresses in every language to search engines, and links them", async () => {
    const { text } = await open("/status", "ru");
    expect(text).toContain('<link rel="canonical" href="http://127.0.0.1:8080/status?lang=ru"/>');
    expect(text).toContain(
      '<link rel="alternate" hreflang="de" href="http://127.0.0.1:8080/status?lang=de"/>',
    );
    expect(text).toContain(
      '<link rel="alternate" hreflang="x-default" href="http://127.0.0.1:8080/status"/>',
    );
    expect(text).toContain('<a href="?lang=pt" lang="pt" hreflang="pt">Português</a>');
    expect((await open("/status")).text).toContain(
      '<link rel="canonical" href="http://127.0.0.1:8080/status"/>',
    );
  });

  test("a page that speaks English only offers no other language", async () => {
    const { headers, text } = await open("/developers", "de");
    expect(text).toContain('<html lang="en">');
    expect(text).not.toContain("hreflang");
    expect(headers.get("content-language")).toBeNull();
    expect(headers.get("vary") ?? "").not.toContain("Accept-Language");
  });
});

test("an incident's page speaks the reader's language around what operators wrote", async () => {
  const { text } = await open("/status/incidents/1", "es");
  expect(text).toContain("causa identificada");
  expect(text).toContain("Payments wait");
  expect(text).toContain("We are on it.");
});

test("answers for programs depend on no language", async () => {
  const [english, german] = await Promise.all([open("/status.json"), open("/status.json", "de")]);
  expect(german.text).toBe(english.text);
  expect(german.headers.get("vary") ?? "").not.toContain("Accept-Language");
});

test("each check has a title in the catalogue, in English its own", () => {
  const { messages } = STATUS_WORDS.in("en");
  const titles = Object.fromEntries(
    world.services.status.checks.all.map(({ name, title }) => [`check_${name}`, title]),
  );
  const said = Object.fromEntries(Object.entries(messages).filter(([key]) => key.startsWith("check_")));
  expect(said).toEqual(titles);
});

test("the frame for other sites speaks the reader's language, may stand on any site, and refuses an unknown one", async () => {
  const frame = (query: string) =>
    world.call("GET", `/status/embed${query}`, { headers: { accept: "text/html" } });
  const german = await frame("?lang=de");
  expect([german.status, german.text.includes('<html lang="de">')]).toEqual([200, true]);
  expect(german.headers.get("content-security-policy")).toContain("frame-ancestors *");
  expect((await frame("?lang=xx")).status).toBe(400);
});

test("what a check says is in the page's language, and marked as English where the catalogue lacks it", async () => {
  expect(translateMessage("No job is failing, over the measured 3 min of 7 days.", "de")).toBe(
    "Keine Aufgabe scheitert, über die gemessenen 3 min von 7 Tagen.",
  );
  expect(
    translateMessage("Holders were counted 3 min ago. The last attempt failed: closed.", "de"),
  ).toBeNull();
  for (const other of ["Only 5 % of the disk is free.", "Incident 3 is open. 99.8 % of the disk is free."])
    expect(translateMessage(other, "de")).toBeNull();
  expect(translateMessage("The treasury covers 1,500.5 % of the tokens owed to users.", "de")).toContain(
    "1.500,5 %",
  );
  const { checks } = (await world.call("GET", "/status.json")).json;
  const messages = Object.values<{ message: string }>(checks).map(({ message }) => message);
  for (const locale of ["de", "es", "pt", "ru"] as const) {
    const { text } = await open(`/status?lang=${locale}`);
    const english = messages.filter((message) => text.includes(`>${message}<`));
    // An open incident precedes the message of its check.
    expect([locale, english]).toEqual([locale, messages.filter((each) => each.startsWith("Incident"))]);
    for (const message of english) expect(text).toContain(`<span lang="en">${message}</span>`);
    for (const message of messages.filter((each) => !english.includes(each)))
      expect(text).toContain(translateMessage(message, locale) ?? message);
  }
});
