import { expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Message } from "../../../../src/kit/language/catalogue.ts";
import { VERIFY_WORDS } from "../../../../src/modules/messenger/miniapp/verify/words/index.ts";
import { MINIAPP_WORDS } from "../../../../src/modules/messenger/miniapp/words/index.ts";

const FOLDER = join(import.meta.dir, "../../../../src/modules/messenger/miniapp");
const MESSAGES: Record<string, Message> = MINIAPP_WORDS.in("en").messages;
const read = (path: string) => readFileSync(join(FOLDER, path), "utf8");
const scripts = readdirSync(join(FOLDER, "app")).map((file) => read(`app/${file}`));
const pages = ["miniapp-page.tsx", "player-views.tsx", "views.tsx", "wallet-page.tsx"].map(read);

/** Placeholders of a message. */
const namesOf = (message: Message | undefined) =>
  [...JSON.stringify(message ?? "").matchAll(/\{(\w+)\}/g)].map(([, name]) => name);

test("the script says only what the catalogue has, and gives the values that it wants", () => {
  const calls = scripts.flatMap((text) => [
    ...text.matchAll(/\bsay\(\s*"(\w+)"(?:,\s*\{((?:[^{}]|\{[^{}]*\})*)\})?/g),
  ]);
  expect(calls.length).toBeGreaterThan(60);
  for (const [, key = "", given = ""] of calls) {
    const missing = namesOf(MESSAGES[key]).filter((name) => !new RegExp(`\\b${name}\\b`).test(given));
    expect([key, key in MESSAGES, missing]).toEqual([key, true, []]);
  }
});

test("each message is said", () => {
  const all = [...scripts, ...pages].join("\n");
  const chosen = ["salutes", "missiles", "free_spins"];
  const unsaid = Object.keys(MESSAGES).filter(
    (key) => !all.includes(`"${key}"`) && !/^(goal|error|balance)_/.test(key) && !chosen.includes(key),
  );
  expect(unsaid).toEqual([]);
});

test("the page that recomputes rounds says only what its catalogue has, and all of it", () => {
  const all = ["verify/verify.client.js", "verify/verify-page.tsx"].map(read).join("\n");
  const said = [...all.matchAll(/\b(?:say|show)\(\s*(?:ok \? )?"(\w+)"/g)].map(([, key = ""]) => key);
  const messages = VERIFY_WORDS.in("en").messages;
  expect(said.filter((key) => !(key in messages))).toEqual([]);
  const games = ["spin_wheel", "recon_grid"];
  expect(Object.keys(messages).filter((key) => !all.includes(`"${key}"`) && !games.includes(key))).toEqual(
    [],
  );
});
