import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { until } from "../until.ts";

/** A real S3 server (versitygw) on loopback, with one bucket in a directory. */
export interface S3Server {
  endpoint: string;
  bucket: string;
  /** Directory of the bucket's objects. */
  objects: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** Suspends the server: connections open, but nothing is answered. */
  pause(): void;
  resume(): void;
  stop(): Promise<void>;
}

/** @throws Error if it does not answer; check `missingPrograms` first */
export async function startS3(): Promise<S3Server> {
  const root = mkdtempSync(join(tmpdir(), "salute-s3-"));
  const [data, sidecar] = [join(root, "data"), join(root, "sidecar")];
  for (const path of [data, sidecar, join(data, "backups")]) mkdirSync(path);
  const keys = { accessKeyId: "salute-test", secretAccessKey: "salute-test-secret" };
  const port = freePort();
  const child = Bun.spawn(
    ["versitygw", "--port", `127.0.0.1:${port}`, "--quiet", "posix", "--sidecar", sidecar, data],
    {
      env: {
        PATH: process.env.PATH ?? "",
        HOME: root,
        ROOT_ACCESS_KEY: keys.accessKeyId,
        ROOT_SECRET_KEY: keys.secretAccessKey,
      },
      stdout: "ignore",
      stderr: "ignore",
    },
  );
  const endpoint = `http://127.0.0.1:${port}`;
  const stop = async () => {
    child.kill("SIGCONT");
    child.kill();
    await child.exited;
    rmSync(root, { recursive: true, force: true });
  };
  await until(() => {
    if (child.exitCode !== null) throw new Error(`versitygw ended with ${child.exitCode}`);
    return answers(endpoint);
  });
  const pause = () => child.kill("SIGSTOP");
  const resume = () => child.kill("SIGCONT");
  return { endpoint, bucket: "backups", objects: join(data, "backups"), ...keys, pause, resume, stop };
}

function freePort(): number {
  const listener = Bun.listen({ hostname: "127.0.0.1", port: 0, socket: { data() {} } });
  const { port } = listener;
  listener.stop(true);
  return port;
}

function answers(endpoint: string): Promise<boolean> {
  return fetch(endpoint).then(
    () => true,
    () => false,
  );
}
