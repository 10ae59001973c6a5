import { type Static, Type } from "@sinclair/typebox";
import { correction, invalidPayload, Problem } from "../../../../http/answers/problem.ts";
import { BodyFlag, Characters, OneOf, Timestamp } from "../../../../http/schema/shapes.ts";
import { createValidator } from "../../../../http/schema/validate.ts";
import type { AudioShare } from "../audio-share.ts";
import { ChannelChoice, ChannelList, MAX_CHANNELS } from "../channels/choose-channels.ts";
import { chooseDestination } from "../destination.ts";
import { landingFields } from "../landing/landing.ts";
import { ServicesShape } from "../landing/services.ts";
import { describeRefusal, judge, type Verdict } from "./validate-destination.ts";
import type { Warning } from "./warnings.ts";

const Channels = Type.Union([ChannelList, Type.Array(Type.String(), { maxItems: MAX_CHANNELS })], {
  description: `Ids or aliases: comma-separated text, or a list; at most ${MAX_CHANNELS}.`,
  examples: ["x,telegram,email,slack"],
});

export const BatchDefaults = Type.Object({
  channels: Type.Optional(Channels),
  prefer: Type.Optional(OneOf(["file", "track"])),
  title: Type.Optional(Characters(1_000)),
  text: Type.Optional(Characters(5_000)),
  landing: Type.Optional(BodyFlag({ description: "Whether a short link would have a landing page." })),
  ...landingFields,
  services: Type.Optional(ServicesShape),
  expires_at: Type.Optional(
    Timestamp({ description: "The end of a short link, within the bounds of its lifetime." }),
  ),
});

export const BatchItem = Type.Object({
  track_url: Type.Optional(Type.String()),
  file_url: Type.Optional(Type.String()),
  ...BatchDefaults.properties,
});

const ITEM = createValidator(BatchItem);
const NO_VERDICT = { valid: false, destination: null, channels: [], warnings: [] };

/** One verdict per item, in their order: a bad one does not affect the others. */
export function judgeBatch(
  share: AudioShare,
  {
    items,
    defaults = {},
  }: { items: readonly unknown[]; defaults?: Static<typeof BatchDefaults> | undefined },
  now: number,
): ({ index: number } & Verdict)[] {
  const batch = { defaults, now, choice: new ChannelChoice() };
  return items.map((item, index) => ({ index, ...judgeItem(share, item, batch) }));
}

/** The defaults and the choice of channels that apply to all items of a batch. */
interface Batch {
  defaults: Static<typeof BatchDefaults>;
  choice: ChannelChoice;
  now: number;
}

function judgeItem(share: AudioShare, item: unknown, { defaults, choice, now }: Batch): Verdict {
  const faults = ITEM.faults(item);
  const [first] = faults ?? [];
  if (faults !== null && first !== undefined) {
    const problem = new Problem("invalid_payload", correction(first), {
      details: faults,
    });
    return { ...NO_VERDICT, ...describeRefusal(problem) };
  }
  const given = ITEM.decode(item as Record<string, unknown>) as Static<typeof BatchItem>;
  const whole = { ...defaults, ...given };
  const warnings: Warning[] = [];
  const chosen = chooseDestination(whole, warnings);
  if (chosen === null) {
    return {
      ...NO_VERDICT,
      ...describeRefusal(invalidPayload("track_url", "is required, unless file_url is given")),
    };
  }
  const channels = choice.choose(whole.channels, warnings);
  return judge(share, { ...whole, chosen, channels, now }, warnings);
}
