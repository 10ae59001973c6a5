import { afterEach, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { HOUR_MS, SECOND_MS } from "../../../../src/kit/clock.ts";
import { newIdempotencyKey } from "../../../harness/app/signing.ts";
import { executable } from "../../../harness/processes/build.ts";
import { listMissing, replicaIn } from "../../../harness/processes/failover.ts";
import { credit, Load, Machines, STRICT_PACE_MS } from "../../../harness/processes/machines.ts";
import { missingPrograms } from "../../../harness/processes/programs.ts";
import { type S3Server, startS3 } from "../../../harness/servers/s3.ts";
import { until } from "../../../harness/until.ts";

/** Real processes on a machine that may have other work. */
setDefaultTimeout(240_000);

const isMissing = missingPrograms(["litestream", "versitygw"], "A clock set during promote").length > 0;
const JUMPING = { BUN_OPTIONS: `--preload ${require.resolve("../../../harness/jumping-clock.ts")}` };
const LEASE_SECONDS = 3;

describe.skipIf(isMissing)("a machine whose clock is set while it is promoted", () => {
  let s3: S3Server;
  let machines: Machines;

  beforeEach(async () => {
    s3 = await startS3();
    const lease = { LEASE_SECONDS: String(LEASE_SECONDS), LEASE_STRICT: "1" };
    const environment = { ...replicaIn(s3, "salute"), ...lease };
    machines = new Machines([executable()], environment);
  });
  afterEach(async () => {
    await machines.remove();
    await s3.stop();
  });

  test.each([HOUR_MS, -HOUR_MS])(
    "by %p ms still waits out the leader before it, and loses nothing",
    async (jumpMs) => {
      const { data, server, key } = await machines.first();
      const load = new Load(server.url, key, STRICT_PACE_MS);
      await until(() => load.acknowledged.length >= 20);
      const [target, jump] = [machines.vacant(data), join(machines.root, "jump")];
      const promoting = machines.begin("promote", target, { ...JUMPING, CLOCK_JUMP_FILE: jump });
      const claim = join(s3.objects, "salute/epoch/1.json");
      await until(() => existsSync(claim), undefined, 2);
      await Bun.write(jump, String(jumpMs));
      const { url } = await machines.up(promoting);
      expect(Date.now() - statSync(claim).mtimeMs).toBeGreaterThanOrEqual(LEASE_SECONDS * SECOND_MS);
      await until(() => load.refusals.has("safe_mode"));
      await load.stop();
      expect(listMissing(target, load.acknowledged)).toEqual([]);
      // Requests are signed with the true time.
      await Bun.write(jump, "0");
      await until(async () => (await credit(url, key, newIdempotencyKey())).status === 200);
    },
  );
});
