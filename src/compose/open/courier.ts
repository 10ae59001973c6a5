import type { Courier } from "../../modules/status/subscribers/index.ts";
import { targetFault } from "../../modules/webhooks/webhooks/index.ts";
import type { Services } from "../services.ts";

/** Owner of the name lookups, which are limited per owner. */
const OWNER = "status_subscribers";

/** Sends to subscribers of the status page, by the rules for webhook targets. */
export function openCourier({ config, targetClient }: Pick<Services, "config" | "targetClient">): Courier {
  const targets = { allowHttp: config.webhookAllowHttp, allowPrivate: config.webhookAllowPrivate };
  return {
    fault: (url) => targetFault(url, targets),
    async post(request) {
      const receipt = await targetClient.post({ owner: OWNER, ...request });
      if (receipt.kind !== "answered") return "failed";
      if (receipt.status === 410) return "gone";
      return receipt.status >= 200 && receipt.status < 300 ? "accepted" : "failed";
    },
  };
}
