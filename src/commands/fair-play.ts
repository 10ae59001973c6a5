import { readFileSync } from "node:fs";
import { fileFaultWords } from "../kit/process/files.ts";
import { parseRounds, type Verdict, verifyRound } from "../modules/messenger/fair-play/index.ts";
import { type Command, oneWord, printData, UsageError } from "./command.ts";

export const fairPlayVerify: Command = {
  name: "fair-play verify",
  usage: "fair-play verify FILE [--json]",
  summary: "Recompute rounds of the mini-app from their revealed seeds, offline",
  details:
    "FILE holds answers of /api/messenger/games/rounds/{id}: one, a JSON list, or one per line. Exit 1 if a round differs from its seeds. Needs no data directory.",
  words: ["FILE"],
  options: {},
  run: (invocation) => {
    const { flags } = invocation;
    const path = oneWord(invocation, "FILE");
    const verdicts = verdictsOf(path);
    printData(flags, verdicts, () => verdicts.map(lineOf).join("\n"));
    return verdicts.every(({ ok }) => ok) ? 0 : 1;
  },
};

function verdictsOf(path: string): Verdict[] {
  try {
    return parseRounds(readFileSync(path, "utf8")).map(verifyRound);
  } catch (error) {
    const isFile = error instanceof Error && "syscall" in error;
    throw new UsageError(`${path}: ${isFile ? fileFaultWords(error) : (error as Error).message}`);
  }
}

function lineOf({ detail, game_key, ok, round_id }: Verdict): string {
  return `${ok ? "ok  " : "FAIL"} ${game_key} ${round_id}: ${detail}`;
}
