import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseConfig } from "../compose/config.ts";
import { GROUPS } from "../compose/modules.ts";
import { openServices } from "../compose/open/services.ts";
import { allOperations } from "../compose/operations.ts";
import type { Operation } from "../http/operation.ts";
import { systemClock } from "../kit/clock.ts";
import { createLogger } from "../kit/process/log.ts";
import { VERSION } from "../kit/process/version.ts";
import { documentOf, toYaml } from "../modules/developers/openapi/index.ts";
import { type Command, print, printAside } from "./command.ts";
import { ownConfigOf } from "./workspace.ts";

const DEFAULT_BASE_URL = "http://127.0.0.1:8080";

export const openapi: Command = {
  name: "openapi",
  usage: "openapi [--transparency] [--json]",
  summary: "Print the OpenAPI document of this build",
  options: {
    transparency: { type: "boolean", meaning: "Only the transparency operations" },
  },
  async run(invocation) {
    const { flags } = invocation;
    const document = await documentOf(await operationsOfThisBuild(), {
      part: flags.transparency === true ? "transparency" : "everything",
      version: VERSION,
      baseUrl: ownConfigOf(invocation).publicBaseUrl ?? DEFAULT_BASE_URL,
      groups: GROUPS,
    });
    print(flags.json === true ? JSON.stringify(document, null, 2) : (await toYaml(document)).trimEnd());
    if (Object.keys(document.paths).length === 0)
      printAside("This build has no transparency operations: the document contains none.");
    return 0;
  },
};

/** The build's operations, independent of this machine's configuration: from an empty temporary directory. */
async function operationsOfThisBuild(): Promise<Operation[]> {
  const dataDir = mkdtempSync(join(tmpdir(), "salute-openapi-"));
  try {
    const services = await openServices(parseConfig({ DATA_DIR: dataDir }), {
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
