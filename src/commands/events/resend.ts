import { Type } from "@sinclair/typebox";
import { Nullable } from "../../http/schema/shapes.ts";
import { checkedJson } from "../../kit/formats/checked-json.ts";
import type { SettingsOf } from "../call/caller.ts";
import {
  type Command,
  CommandFailed,
  type Flags,
  oneWord,
  print,
  printAside,
  printData,
  textFlag,
  UsageError,
} from "../command.ts";
import { ask } from "./client.ts";
import { FILTER_OPTIONS, parseReplayFilter } from "./filter.ts";
import { FeedEvent } from "./follow.ts";
import { forward, parseReceiver, RECEIVER_OPTIONS, receiptWords } from "./forward.ts";
import { KEY_OPTIONS, type PartnerCaller, partnerCaller } from "./partner.ts";

const EVENTS = "/api/partner/events";
const REPLAY = "/api/partner/webhook-events/replay";

export const resendCommand = (settingsOf: SettingsOf): Command => ({
  name: "events resend",
  usage:
    "events resend ID [--forward-to URL [--secret whsec_…]] | --status STATE [--webhook-id N] [--event-type TYPE] [--from TIME] [--to TIME] [--live | --sandbox NAME] [--profile NAME] [--base-url URL] [--json]",
  summary: "Send events again: one to a receiver on this machine, or one or many to your webhooks",
  details: [
    "With --forward-to the ID is evt_… or the number that salute listen prints, and the delivery is made here.",
    "Otherwise the server starts a new round for each delivery of evt_…, or for the one record whose number ID is.",
    "With --status and without ID it does so for every record that the filters select, the oldest first.",
  ].join("\n"),
  words: ["ID"],
  options: {
    ...FILTER_OPTIONS,
    ...RECEIVER_OPTIONS,
    ...KEY_OPTIONS,
  },
  run: async (invocation) => {
    const { flags } = invocation;
    const filter = parseReplayFilter(flags);
    if (filter !== null) {
      if (invocation.words.length > 0 || textFlag(flags, "forward-to") !== undefined)
        throw new UsageError("give an ID or filters; --forward-to is for one ID");
      return replayAll(partnerCaller(flags, settingsOf(invocation)), filter, flags);
    }
    const id = oneWord(invocation, "event: evt_… or a number, or filters such as --status dead_letter");
    const caller = partnerCaller(flags, settingsOf(invocation));
    return textFlag(flags, "forward-to") === undefined
      ? replay(caller, id, flags)
      : resend(caller, id, flags);
  },
});

const REPLAYED = checkedJson(
  "The answer",
  Type.Object({
    replayed_count: Type.Integer(),
    next_after: Nullable(Type.Integer()),
    results: Type.Array(
      Type.Object({
        event_id: Nullable(Type.Integer()),
        event_uid: Nullable(Type.String()),
        replayed: Type.Boolean(),
        error: Nullable(Type.String()),
      }),
    ),
  }),
);

async function replay(caller: PartnerCaller, id: string, flags: Flags): Promise<number> {
  const body = { event_ids: [/^\d+$/.test(id) ? Number(id) : id] };
  const answer = await ask(caller, { method: "POST", target: caller.path(REPLAY), body }, REPLAYED);
  printData(flags, answer.results, () => answer.results.map(resultWords).join("\n"));
  return answer.replayed_count > 0 ? 0 : 1;
}

type Replayed = ReturnType<typeof REPLAYED.read>;
type Result = Replayed["results"][number];

function resultWords({ event_id, event_uid, error }: Result): string {
  return `${event_id ?? event_uid}  ${error ?? "is sent again"}`;
}

/** Replays all that a filter selects, one request after the other; prints what is done even if one is refused. */
async function replayAll(caller: PartnerCaller, filter: object, flags: Flags): Promise<number> {
  const results: Result[] = [];
  let replayed = 0;
  try {
    let after: number | null = 0;
    while (after !== null) {
      const body: object = { filter: { ...filter, after } };
      const request = { method: "POST", target: caller.path(REPLAY), body } as const;
      const answer: Replayed = await ask(caller, request, REPLAYED);
      results.push(...answer.results);
      replayed += answer.replayed_count;
      after = answer.next_after;
    }
  } finally {
    if (flags.json === true || results.length > 0)
      printData(flags, results, () => results.map(resultWords).join("\n"));
    printAside(`${replayed} of ${results.length} records are sent again.`);
  }
  return replayed > 0 || results.length === 0 ? 0 : 1;
}

async function resend(caller: PartnerCaller, id: string, flags: Flags): Promise<number> {
  const receiver = parseReceiver(flags);
  const event = await findEvent(caller, id);
  const receipt = await forward(receiver, event);
  if (textFlag(flags, "secret") === undefined && flags.json !== true)
    print(`Signed with the secret ${receiver.secret}`);
  const { secret } = receiver;
  printData(flags, { event_id: event.event_id, secret, ...receipt }, () => receiptWords(receipt));
  return receipt.status !== null && receipt.status < 300 ? 0 : 1;
}

/** @throws CommandFailed if the feed does not have it */
async function findEvent(caller: PartnerCaller, id: string): Promise<FeedEvent> {
  const found = /^\d+$/.test(id) ? await eventAfter(caller, Number(id) - 1) : await findByUid(caller, id);
  if (found === null || (found.event_id !== id && String(found.sequence) !== id))
    throw new CommandFailed(
      `There is no event ${id} in the last 30 days. See: salute call GET ${caller.path(EVENTS)}`,
    );
  return found;
}

/** The event, or the next one if it is missing. Ids rise with the sequence, in their last characters. */
async function findByUid(caller: PartnerCaller, uid: string): Promise<FeedEvent | null> {
  const oldest = await eventAfter(caller, null);
  if (oldest === null || orderOf(oldest) >= orderOf({ event_id: uid })) return oldest;
  const isBefore = async (sequence: number) => {
    const event = await eventAfter(caller, sequence - 1);
    return event !== null && orderOf(event) < orderOf({ event_id: uid });
  };
  let before = oldest.sequence;
  let step = 1;
  for (; await isBefore(before + step); step *= 2) before += step;
  for (step /= 2; step >= 1; step /= 2) if (await isBefore(before + step)) before += step;
  return eventAfter(caller, before);
}

const ORDER_CHARACTERS = 8;

function orderOf({ event_id }: Pick<FeedEvent, "event_id">): string {
  return event_id.slice(-ORDER_CHARACTERS);
}

const FEED = checkedJson("The feed", Type.Object({ events: Type.Array(FeedEvent) }));

/** The event that follows a sequence, or the oldest; null if there is none. */
async function eventAfter(caller: PartnerCaller, sequence: number | null): Promise<FeedEvent | null> {
  const after = sequence === null ? "" : `&after=${Math.max(0, sequence)}`;
  const target = `${caller.path(EVENTS)}?limit=1${after}`;
  const { events } = await ask(caller, { method: "GET", target }, FEED);
  return events[0] ?? null;
}
