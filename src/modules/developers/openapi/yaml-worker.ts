import { toYaml } from "./to-yaml.ts";
import type { YamlReply } from "./yaml.ts";

/** The thread that writes a document as YAML. A separate entry point, which the build names beside main.ts. */

declare const self: Worker;

self.onmessage = async ({ data: json }: MessageEvent<string>) => {
  let reply: YamlReply;
  try {
    reply = { yaml: await toYaml(JSON.parse(json) as object) };
  } catch (error) {
    reply = { fault: error instanceof Error ? error.message : String(error) };
  }
  postMessage(reply);
};
