import { MINUTE_MS } from "../../../kit/clock.ts";

export type YamlReply = { yaml: string } | { fault: string };

/** In the executable, an entry point is under the folder of main.ts, wherever the importing code went. */
const WORKER_URL = import.meta.dir.includes("$bunfs")
  ? new URL("./modules/developers/openapi/yaml-worker.ts", import.meta.url)
  : new URL("./yaml-worker.ts", import.meta.url);

/** A JSON document as YAML, written in a thread of its own: it takes a second, and nobody waits. @throws Error */
export async function yamlOf(json: string): Promise<string> {
  const worker = new Worker(WORKER_URL.href, { ref: false });
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const late = setTimeout(() => reject(new Error("the YAML document took too long")), MINUTE_MS);
  worker.onerror = ({ message }) => reject(new Error(`the thread of the YAML document: ${message}`));
  worker.onmessage = ({ data }: MessageEvent<YamlReply>) => {
    if ("yaml" in data) resolve(data.yaml);
    else reject(new Error(`the YAML document failed: ${data.fault}`));
  };
  worker.postMessage(json);
  try {
    return await promise;
  } finally {
    clearTimeout(late);
    worker.terminate();
  }
}
