import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Operation } from "../http/operation.ts";
import { systemClock } from "../kit/clock.ts";
import { createLogger } from "../kit/process/log.ts";
import { type Environment, parseConfig } from "./config.ts";
import { openServices } from "./open/services.ts";
import { allOperations } from "./operations.ts";

/** The build's operations with these settings alone, of none by default: from an empty temporary directory. */
export async function operationsOfThisBuild(settings: Environment = {}): Promise<Operation[]> {
  const dataDir = mkdtempSync(join(tmpdir(), "salute-openapi-"));
  try {
    const services = await openServices(parseConfig({ ...settings, DATA_DIR: dataDir }), {
      clock: systemClock,
      log: createLogger("error", false),
    });
    const operations = allOperations(services);
    await services.close();
    return operations;
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}
