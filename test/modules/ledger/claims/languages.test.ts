import { afterAll, beforeAll, expect, test } from "bun:test";
import { createWorld, type World } from "../../../harness/app/world.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

test("the page that asks for a code speaks the reader's language, a refusal too", async () => {
  const headers = { "accept-language": "ru-RU,ru;q=0.9" };
  const asked = await world.call("GET", "/claim", { headers });
  expect(asked.text).toContain('<html lang="ru">');
  expect(asked.text).toContain("Введите код");
  expect(asked.headers.get("content-language")).toBe("ru");
  const refused = await world.call("GET", "/claim?code=nonsense", { headers });
  expect(refused.status).toBe(400);
  expect(refused.text).toContain("это не код получения");
});

test("a code that no claim has is refused in the reader's language", async () => {
  const refused = await world.call("GET", "/claim/K7QM-2VXP-9RTD-4HWC", {
    headers: { accept: "text/html", "accept-language": "de" },
  });
  expect(refused.status).toBe(404);
  expect(refused.text).toContain("<h1>Hier ist nichts</h1>");
  expect(refused.text).toContain(
    "Prüfen Sie den Code in der Adresse Zeichen für Zeichen: Es gibt ihn nicht.",
  );
});
