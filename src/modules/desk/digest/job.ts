import { type Clock, MINUTE_MS } from "../../../kit/clock.ts";
import type { Job } from "../../platform/jobs/index.ts";
import { type DigestParts, makeDigest } from "./make-digest.ts";
import { insertDigest } from "./store.ts";

type DigestJobParts = DigestParts & { clock: Clock };

/** Stores the daily digest, which `window_preset=last_digest_warn` of link inbox exports refers to. */
export const digestJob: Job<DigestJobParts> = {
  name: "digest",
  schedule: "7 8 * * *",
  timeoutMs: MINUTE_MS,
  waitsForSchedule: true,
  description: "Stores the operators' digest of the last 24 hours",
  run: async (parts) => {
    const { stored: _, ...body } = await makeDigest(parts, parts.clock.now());
    await parts.live.writer.run((tx) => insertDigest(tx, body.all_well, body));
    return body.all_well ? "all well" : body.concerns.join("; ").slice(0, 500);
  },
};
