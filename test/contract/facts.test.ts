import { setDefaultTimeout } from "bun:test";
import { spawnSalute } from "../harness/processes/commands.ts";
import { describeFacts } from "./facts.ts";
import { inProcess, listening, listOperations, type Target } from "./target.ts";

/**
 * The facts of every operation, in process; or of a server at SALUTE_TEST_URL, started without rate limits (see the
 * settings in test/contract/target.ts) on SALUTE_TEST_DATA, where this suite creates keys and operators.
 */

setDefaultTimeout(30_000);

const { SALUTE_TEST_URL: url, SALUTE_TEST_DATA: dataDir = "" } = process.env;

function elsewhere(address: string): Promise<Target> {
  const command = async (...args: string[]) => {
    const ran = await spawnSalute([...args, "--data", dataDir, "--json"]);
    if (ran.code !== 0) throw new Error(`salute ${args.join(" ")}: ${ran.err}`);
    return ran.out.startsWith("{") ? ran.json : ran.out;
  };
  return listening(address, dataDir, command, async () => undefined);
}

if (url === undefined) describeFacts("in process", await listOperations(), inProcess);
else describeFacts(`at ${url}`, await listOperations(), () => elsewhere(url));
