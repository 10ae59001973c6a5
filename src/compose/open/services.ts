import { systemTiming } from "../../chain/rpc/timing.ts";
import { describeError } from "../../kit/process/log.ts";
import { access } from "../../modules/access/module.ts";
import { desk } from "../../modules/desk/module.ts";
import { ledger } from "../../modules/ledger/module.ts";
import { messenger } from "../../modules/messenger/module.ts";
import { Opening } from "../../modules/opening.ts";
import { operations } from "../../modules/operations/module.ts";
import { platform } from "../../modules/platform/module.ts";
import { sandbox } from "../../modules/sandbox/module.ts";
import { shareLinks } from "../../modules/share-links/module.ts";
import { status } from "../../modules/status/module.ts";
import { transparency } from "../../modules/transparency/module.ts";
import { webhooks } from "../../modules/webhooks/module.ts";
import type { Config } from "../config.ts";
import { openHttp } from "../http-services.ts";
import { createLease } from "../lease.ts";
import { MODULES } from "../modules.ts";
import type { Services } from "../services.ts";
import { openCourier } from "./courier.ts";
import { openFoundations, type Surroundings } from "./foundations.ts";
import { Late } from "./late.ts";
import { upwardCalls } from "./upward.ts";

/**
 * Opens the data directory, creating it on the first start, and the modules on it, each after those that it depends on.
 * @param lease of a server that has read it already
 * @throws as `openFoundations`
 */
export async function openServices(
  config: Config,
  { clock, log, timing = systemTiming, lease = createLease(config, clock, log) }: Given,
): Promise<Services> {
  const foundations = await openFoundations(config, { clock, log, timing, lease });
  const whole = new Late<Services>("the services");
  const services: Services = await new Opening(Promise.resolve({ ...foundations, ...upwardCalls(whole) }))
    .with(platform)
    .with(access)
    .with(webhooks)
    .with(ledger)
    .with(sandbox)
    .with(transparency)
    .with(status)
    .with(shareLinks)
    .with(messenger)
    .with(operations)
    .with(desk)
    .with({
      open: (parts) => ({
        http: openHttp(parts),
        courier: openCourier(parts),
        close: () => close(whole.get()),
      }),
    }).opened;
  whole.set(services);
  return services;
}

type Given = Pick<Surroundings, "clock" | "log"> & Partial<Surroundings>;

/** Stores what modules have counted in memory, and closes the files. */
async function close(services: Services): Promise<void> {
  const { audits, log, live, sandbox, sandboxFiles, signedLog } = services;
  audits.stop();
  for (const { recorders } of MODULES)
    for (const [what, recorder] of Object.entries(recorders?.(services) ?? {}))
      await recorder
        .flush()
        .catch((error) => log.warn(`not stored: ${what}`, { error: describeError(error) }));
  await Promise.all([live.close(), sandbox.close(), signedLog.db.close(), sandboxFiles.close()]);
}
