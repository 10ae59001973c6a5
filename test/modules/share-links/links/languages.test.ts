import { afterAll, beforeAll, expect, test } from "bun:test";
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
