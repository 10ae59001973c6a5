import type { ClientSettings, SettingsOf } from "../call/caller.ts";
import { type Command, type Flags, parseListFlag, print, printAside, textFlag } from "../command.ts";
import { type FeedEvent, followEvents } from "./follow.ts";
import { forward, parseReceiver, RECEIVER_OPTIONS, type Receiver, receiptWords } from "./forward.ts";
import { KEY_OPTIONS, partnerCaller } from "./partner.ts";

const TYPES = {
  type: "string",
  value: "a,b",
  meaning: "Only events of these types: names, prefix.* or *",
} as const;

export const listenCommand = (settingsOf: SettingsOf): Command => ({
  name: "listen",
  usage:
    "listen --forward-to URL [--events a,b] [--secret whsec_…] [--live | --sandbox NAME] [--profile NAME] [--base-url URL] [--json]",
  summary: "Deliver your events to a receiver on this machine, signed, as they happen",
  details: [
    "No webhook and no public address are needed. The deliveries are those of a webhook: headers, body, signatures.",
    "They are signed with a secret of this session, printed at the start, or with --secret. Each is sent once.",
    "Without --live the events of the sandbox are delivered: salute trigger makes some. A lost stream is continued.",
  ].join("\n"),
  options: {
    events: TYPES,
    ...RECEIVER_OPTIONS,
    ...KEY_OPTIONS,
  },
  run: async (invocation) => {
    const { flags } = invocation;
    const receiver = parseReceiver(flags);
    const announced = () => announce(flags, receiver);
    for await (const event of events(flags, settingsOf(invocation), announced)) {
      const receipt = await forward(receiver, event);
      if (flags.json === true) print(JSON.stringify({ type: "delivery", ...about(event), ...receipt }));
      else print(`${describe(event)}  ${receiptWords(receipt)}`);
    }
    return 0;
  },
});

export const tailCommand = (settingsOf: SettingsOf): Command => ({
  name: "logs tail",
  usage: "logs tail [--events a,b] [--live | --sandbox NAME] [--profile NAME] [--base-url URL] [--json]",
  summary: "Print your events as they happen",
  details: "Without --live those of the sandbox. With --json a line each, with the event's data.",
  options: { events: TYPES, ...KEY_OPTIONS },
  run: async (invocation) => {
    const { flags } = invocation;
    const opened = () => printAside("Waiting for events; end with Ctrl-C.");
    for await (const event of events(flags, settingsOf(invocation), opened))
      print(
        flags.json === true ? JSON.stringify(event) : `${describe(event)}  ${JSON.stringify(event.data)}`,
      );
    return 0;
  },
});

function events(flags: Flags, settings: ClientSettings, opened: () => void): AsyncGenerator<FeedEvent, void> {
  const types = parseListFlag(flags, "events")?.join(",") ?? null;
  const caller = partnerCaller(flags, settings);
  return followEvents({ caller, types, opened, signal: whenInterrupted() });
}

function announce(flags: Flags, { url, secret }: Receiver): void {
  if (flags.json === true) {
    print(JSON.stringify({ type: "listening", forward_to: url, secret }));
    return;
  }
  print(`Events go to ${url} as they happen; end with Ctrl-C.`);
  if (textFlag(flags, "secret") === undefined)
    print(`They are signed with the secret of this session: ${secret}`);
}

function about({ event_id, event_type, sequence }: FeedEvent) {
  return { event_id, event_type, sequence };
}

function describe({ event_id, event_type, sequence, occurred_at }: FeedEvent): string {
  return `${occurred_at}  #${sequence}  ${event_type}  ${event_id}`;
}

/** Aborted by Ctrl-C or SIGTERM. */
function whenInterrupted(): AbortSignal {
  const ending = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => ending.abort());
  return ending.signal;
}
