import { afterEach, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { listOperations } from "../contract/target.ts";
import { createCaller } from "../harness/app/caller.ts";
import { ledgerByKey } from "../harness/checks/invariants.ts";
import {
  readFirstStart,
  type Server,
  SLOW_MS,
  salute,
  scratch,
  startServer,
} from "../harness/processes/executable.ts";
import { canSetImmutable, setImmutable } from "../harness/processes/immutable.ts";
import { DISK } from "../harness/processes/run-directory.ts";
import { until } from "../harness/until.ts";

setDefaultTimeout(SLOW_MS);

describe.skipIf(!canSetImmutable("A disk that turns read-only under a server"))(
  "files that turn read-only",
  () => {
    let dir: ReturnType<typeof scratch>;
    let server: Server | null;

    beforeEach(() => {
      dir = scratch(DISK);
      server = null;
    });

    afterEach(async () => {
      server?.kill("SIGKILL");
      await server?.finished;
      setImmutable(dir.data, false);
      dir.remove();
    });

    test("under a server: changes are refused with 503, reads work, and changes work again once the files are writable", async () => {
      const operations = await listOperations();
      server = await startServer(dir.data, { env: { LOG_LEVEL: "warn" } });
      const call = createCaller({
        baseUrl: server.url,
        send: (request) => fetch(request),
        operations: () => operations,
        nowMs: () => Date.now(),
      });
      const { live: key, sandbox } = await readFirstStart(server);
      const credit = async (idempotencyKey: string) => {
        const body = { user_id: "ext:demo-user", amount: 1, reason: "disk" };
        const { status, json } = await call("POST", "/api/salutes/credit", { key, body, idempotencyKey });
        return [status, json.error];
      };
      const read = async () =>
        (await call("GET", "/api/salutes/balance?user_id=ext:demo-user", { key })).json.balance;
      const creditInSandbox = async () => {
        const { status, json } = await call("GET", "/api/partner/sandbox/salutes/balance?user_id=1", {
          key: sandbox,
        });
        return [status, json.error];
      };
      const ready = (wanted: number) => until(async () => (await call("GET", "/readyz")).status === wanted);
      expect(await credit("before")).toEqual([200, undefined]);

      setImmutable(dir.data, true);
      expect(await credit("refused")).toEqual([503, "db_unavailable"]);
      expect(await creditInSandbox()).toEqual([503, "db_unavailable"]);
      expect(await read()).toBe(1);
      await ready(503);
      expect((await salute(["check", "--data", dir.data])).code).toBe(0);

      setImmutable(dir.data, false);
      expect(await credit("refused")).toEqual([200, undefined]);
      expect(await creditInSandbox()).toEqual([200, undefined]);
      await ready(200);
      setImmutable(dir.data, true);
      server.kill("SIGTERM");
      expect((await server.finished).code).toBe(0);
      setImmutable(dir.data, false);
      expect([...ledgerByKey(dir.data).keys()]).toEqual(["before", "refused"]);
      expect((await salute(["check", "--full", "--data", dir.data])).code).toBe(0);
    });
  },
);
