import { createLogger } from "../../../src/kit/process/log.ts";

/** Logs as a busy server does, says so on stdout, and ends once stdin does: the tests read its stderr in their own time. */
const lines = Number(process.argv[2]);
const log = createLogger("info", process.stderr.isTTY === true);
for (let line = 0; line < lines; line++) log.info("request", { line, pad: "x".repeat(100) });
process.stdout.write("logged\n");
await Bun.stdin.text();
log.info("last", { line: lines });
process.exit(0);
