import { setDefaultTimeout } from "bun:test";
import { describeFacts } from "../contract/facts.ts";
import { listening, listOperations, NO_LIMITS } from "../contract/target.ts";
import { executable } from "../harness/processes/build.ts";
import { SLOW_MS, WITH_DEMO_CHAIN } from "../harness/processes/executable.ts";
import { serve } from "../harness/processes/server-process.ts";

/** The facts of every operation for the built executable, to detect changes by the bundler. */

setDefaultTimeout(SLOW_MS);

describeFacts("the built executable", await listOperations(), async () => {
  const served = await serve([executable()], { ...NO_LIMITS, ...WITH_DEMO_CHAIN });
  return listening(served.url, served.dataDir, served.command, served.stop);
});
