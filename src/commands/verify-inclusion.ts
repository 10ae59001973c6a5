import { readFileSync } from "node:fs";
import { fileFaultWords } from "../kit/process/files.ts";
import { verifyInclusion } from "../modules/ledger/solvency/index.ts";
import { type Command, printData, UsageError } from "./command.ts";

export const verifyInclusionCommand: Command = {
  name: "verify inclusion",
  usage: "verify inclusion FILE PROOF [--json]",
  summary: "Recompute the path from a user's balance to the published liabilities, offline",
  details:
    "FILE holds an answer of /api/partner/users/{user_id}/inclusion, PROOF the JSON of /api/public/solvency.json or its logged object. Exit 1 if the path does not lead to the proof's root and sum. To verify the proof's place in the signed log, use /proofs/verify or /log/verifier.js. Needs no data directory.",
  words: ["FILE", "PROOF"],
  options: {},
  run: ({ flags, words: [inclusion, proof, ...others] }) => {
    if (inclusion === undefined || proof === undefined || others.length > 0)
      throw new UsageError("Name two files: the inclusion and the proof.");
    const verdict = verifyInclusion(readText(inclusion), readText(proof));
    const { ok, user_id, balance, detail } = verdict;
    printData(
      flags,
      verdict,
      () => `${ok ? "ok  " : "FAIL"} user ${user_id} with a balance of ${balance}: ${detail}`,
    );
    return ok ? 0 : 1;
  },
};

function readText(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    throw new UsageError(`${path}: ${fileFaultWords(error)}`);
  }
}
