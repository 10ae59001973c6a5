import { join } from "node:path";
import { readDatabase } from "../db/reader.ts";
import { MESSENGER_FINDINGS } from "../modules/messenger/findings/index.ts";
import type { Diagnosis } from "./diagnosis.ts";
import type { Facts } from "./facts.ts";

/** What the mini-app's module finds. */
export function miniapp({ config, installed, now }: Facts): [string, Diagnosis | null][] {
  const isReadable = installed?.state != null;
  const facts = {
    now,
    config,
    read: <Value>(file: "live.db", work: Parameters<typeof readDatabase<Value>>[1]) =>
      isReadable ? readDatabase(join(config.dataDir, file), work) : null,
  };
  return MESSENGER_FINDINGS.map(({ look, name }) => [name, look(facts)]);
}
