import { Type } from "@sinclair/typebox";
import { checkedJson } from "../../kit/formats/checked-json.ts";
import type { SettingsOf } from "../call/caller.ts";
import { type Command, oneWord, printData } from "../command.ts";
import { ask } from "./client.ts";
import { FeedEvent } from "./follow.ts";
import { KEY_OPTIONS, partnerCaller } from "./partner.ts";

const TRIGGER = "/api/partner/sandbox/events/trigger";
const { live: _, ...SANDBOX_OPTIONS } = KEY_OPTIONS;

const TRIGGERED = checkedJson("The answer", Type.Object({ event: FeedEvent }));

export const triggerCommand = (settingsOf: SettingsOf): Command => ({
  name: "trigger",
  usage: "trigger EVENT [--sandbox NAME] [--profile NAME] [--base-url URL] [--json]",
  summary: "Make a sample event of a type in the sandbox, such as donation.claimed",
  details:
    "Its data is an example: it names users and entries that may not exist. Webhooks of the sandbox and salute listen get it.",
  words: ["EVENT"],
  options: SANDBOX_OPTIONS,
  run: async (invocation) => {
    const { flags } = invocation;
    const body = { event_type: oneWord(invocation, "event type, such as donation.claimed") };
    const caller = partnerCaller(flags, settingsOf(invocation));
    const { event } = await ask(caller, { method: "POST", target: TRIGGER, body }, TRIGGERED);
    printData(flags, event, () => `#${event.sequence}  ${event.event_type}  ${event.event_id}`);
    return 0;
  },
});
