import { afterAll, beforeAll, expect, test } from "bun:test";
import { visitor } from "../../../harness/app/visitor.ts";
import { type AudioWorld, createAudioWorld, POLICY, policyFile } from "./fixture.ts";

let world: AudioWorld;
beforeAll(async () => {
  world = await createAudioWorld({ AUDIO_SHARE_POLICY_FILE: policyFile(POLICY) });
});
afterAll(() => world.close());

test("a landing page, its player and the maker's statistics speak the reader's language", async () => {
  const headers = { "accept-language": "de-AT,de;q=0.9", "user-agent": "Mozilla/5.0 Chrome" };
  const open = (url: string) => world.call("GET", url.slice(new URL(url).origin.length), { headers });
  const { short } = (
    await world.build({ track_url: "/tracks/42", title: "Winter", use_short: "1", landing: "1" })
  ).json;
  const landing = await open(short.short_url);
  expect(landing.text).toContain('<html lang="de">');
  expect(landing.text).toContain("QR-Code dieser Seite");
  expect(landing.headers.get("content-language")).toBe("de");
  expect((await open(`${short.short_url}/player`)).text).toContain("anhören");
  const stats = await open(short.stats_url);
  expect(stats.text).toContain("Woher die Aufrufe kommen");
  expect((await open(`${short.stats_url}?lang=en`)).text).toContain("Where visitors come from");
});

test("a preview's own words are in the language that its program asks for", async () => {
  const { short } = (await world.build({ track_url: "/tracks/43", use_short: "1" })).json;
  const headers = { "accept-language": "de", "user-agent": "TelegramBot (like TwitterBot)" };
  const { text } = await world.call("GET", new URL(short.short_url).pathname, { headers });
  expect(text).toContain('<html lang="de">');
  expect(text).toContain('<meta property="og:title" content="Ein Titel"/>');
  expect(text).toMatch(/<meta property="og:description" content="Anhören auf [\w.]+\."\/>/);
  expect(text).not.toContain("Listen on");
});

test("a link that does not work says why in the reader's language, and so does a refused destination", async () => {
  const headers = { accept: "text/html", "accept-language": "de" };
  const lost = await world.call("GET", "/s/audio/nothing", { headers });
  expect(lost.text).toContain("<h1>Der Code ist vertippt</h1>");
  expect(lost.text).toContain("Vergleichen Sie den Code mit dem Link");
  const { short } = (
    await world.build({ track_url: "/tracks/44", use_short: "1", landing: "1", token_mode: "signed" })
  ).json;
  const path = new URL(short.stats_url).pathname;
  const refused = await visitor(world).submit(
    `${path}/destination`,
    { destination: "https://evil.example/" },
    { "accept-language": "ru" },
  );
  expect(refused.text).toMatch(/Создайте новую ссылку|Адресами этого хоста/);
});
