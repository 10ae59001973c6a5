import { MINUTE_MS } from "../../../kit/clock.ts";
import { Thread } from "../../../kit/process/thread.ts";

/** In the executable, an entry point is under the folder of main.ts, wherever the importing code went. */
const WORKER_URL = import.meta.dir.includes("$bunfs")
  ? new URL("./modules/developers/openapi/yaml-worker.ts", import.meta.url)
  : new URL("./yaml-worker.ts", import.meta.url);

const thread = new Thread<string, string>({
  url: WORKER_URL,
  name: "the YAML document",
  idleMs: 0,
  timeoutMs: MINUTE_MS,
});

/** A JSON document as YAML, written in a thread: it takes a second, and nobody waits. @throws Error */
export function yamlOf(json: string): Promise<string> {
  return thread.ask(json);
}
