import { GROUPS } from "../compose/modules.ts";
import { operationsOfThisBuild } from "../compose/operations-of-build.ts";
import { VERSION } from "../kit/process/version.ts";
import { loadDocument, toYaml } from "../modules/developers/openapi/index.ts";
import { type Command, print, printAside } from "./command.ts";
import { resolveConfig } from "./workspace.ts";

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
    const { isProduction, publicBaseUrl, serverBaseUrl } = resolveConfig(invocation);
    // As the directory's server serves it; without one, the same on every machine.
    const isServers = serverBaseUrl !== null && isProduction;
    const operations = await operationsOfThisBuild(isServers ? { SALUTE_ENV: "production" } : {});
    const document = await loadDocument(operations, {
      part: flags.transparency === true ? "transparency" : "everything",
      version: VERSION,
      baseUrl: publicBaseUrl ?? serverBaseUrl ?? DEFAULT_BASE_URL,
      groups: GROUPS,
    });
    print(flags.json === true ? JSON.stringify(document, null, 2) : (await toYaml(document)).trimEnd());
    if (Object.keys(document.paths).length === 0)
      printAside("This build has no transparency operations: the document contains none.");
    return 0;
  },
};
