import { parseConfig } from "../../../../../src/compose/config.ts";
import { openServices } from "../../../../../src/compose/open/services.ts";
import { systemClock } from "../../../../../src/kit/clock.ts";
import { createLogger } from "../../../../../src/kit/process/log.ts";
import {
  appendToLog,
  jsonItem,
  publishLog,
  readLogHead,
} from "../../../../../src/modules/transparency/signed-log/index.ts";

/** Appends to the log of a directory until it is killed, and reports the number of published entries after each append. */
const [dataDir = ""] = process.argv.slice(2);
const log = createLogger("silent", false, () => {});
const { signedLog } = await openServices(parseConfig({ DATA_DIR: dataDir }), { clock: systemClock, log });
await publishLog(signedLog);
for (let number = 0; ; number++) {
  const items = Array.from({ length: 1 + (number % 3) }, () =>
    jsonItem("number", { number }, systemClock.now()),
  );
  await appendToLog(signedLog, items);
  process.stdout.write(`${readLogHead(signedLog)?.size}\n`);
}
