import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { gzipSync } from "node:zlib";
import { createWorld, type World } from "../../../harness/app/world.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const open = (path: string, headers: Record<string, string> = {}) => world.call("GET", path, { headers });

describe("the mini-app's page", () => {
  test("speaks the browser's language, or English", async () => {
    const german = await open("/miniapp", { "accept-language": "de-CH,de;q=0.9,en;q=0.5" });
    expect(german.text).toContain('<html lang="de">');
    expect(german.text).toContain("Geheimen Startwert aufdecken");
    expect(german.text).not.toContain("Reveal the secret seed");
    expect(german.headers.get("content-language")).toBe("de");
    expect(german.headers.get("vary")).toContain("Accept-Language, Cookie");
    expect(german.headers.get("set-cookie")).toBeNull();
    expect((await open("/miniapp", { "accept-language": "ja" })).text).toContain('<html lang="en">');
    expect((await open("/miniapp")).text).toContain('<html lang="en">');
  });

  test("remembers the language that was chosen, which counts more than the browser's", async () => {
    const chosen = await open("/miniapp?lang=ru", { "accept-language": "de" });
    expect(chosen.text).toContain('<html lang="ru">');
    const cookie = chosen.headers.get("set-cookie") ?? "";
    expect(cookie).toStartWith("salute_lang=ru; Path=/; Max-Age=31536000; SameSite=Lax");
    const again = await open("/miniapp", { "accept-language": "de", cookie: "a=b; salute_lang=ru" });
    expect(again.headers.get("content-language")).toBe("ru");
    const other = await open("/miniapp", { "accept-language": "de", cookie: "salute_lang=xx" });
    expect(other.headers.get("content-language")).toBe("de");
  });

  test("refuses a language that it does not speak, by name", async () => {
    const { json, status } = await open("/miniapp?lang=fr");
    expect(status).toBe(400);
    expect(JSON.stringify(json)).toContain("lang");
  });

  test("loads less than 60 KB compressed at first, in one language", async () => {
    for (const lang of ["en", "ru"]) {
      const { text } = await open(`/miniapp?lang=${lang}`);
      const files = [...text.matchAll(/(?:src|href)="(\/[^"?]+\.(?:js|css))"/g)].map(([, path = ""]) => path);
      expect(files).toContain("/miniapp/app.js");
      const all = [
        text,
        ...(await Promise.all([...files, "/miniapp/bridge.js"].map((file) => open(file)))).map(
          (each) => each.text,
        ),
      ];
      const bytes = all.map((each) => gzipSync(each).length).reduce((sum, each) => sum + each, 0);
      expect(bytes).toBeLessThan(60_000);
      expect(text.includes("Reveal the secret seed")).toBe(lang === "en");
    }
  });
});
