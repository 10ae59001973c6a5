import { isoUtc } from "../../kit/clock.ts";
import { readSafeMode, switchSafeMode } from "../../modules/platform/state/index.ts";
import { type Command, print, requiredFlag, UsageError } from "../command.ts";
import { toActor, withServices } from "../workspace.ts";

const MAX_REASON = 200;

const on: Command = {
  name: "safe-mode on",
  usage: "safe-mode on --reason TEXT",
  summary: "Refuse every change with 503 safe_mode; reads and sign-in still work",
  details: "Takes effect in a running server at its next request. Deliveries and mail pause as well.",
  options: {
    reason: {
      type: "string",
      value: "TEXT",
      meaning: "The reason, for the audit trail and for operators",
    },
  },
  run: (invocation) => {
    const reason = requiredFlag(invocation.flags, "reason").trim();
    if (reason === "" || reason.length > MAX_REASON || /\p{Cc}/u.test(reason))
      throw new UsageError(`--reason is 1 to ${MAX_REASON} characters on one line`);
    return withServices(invocation, async ({ live }) => {
      await live.writer.run((tx) => switchSafeMode(tx, toActor(on), reason));
      print(`safe mode is on: ${reason}`);
      return 0;
    });
  },
};

const off: Command = {
  name: "safe-mode off",
  usage: "safe-mode off",
  summary: "Accept changes again",
  options: {},
  run: (invocation) =>
    withServices(invocation, async ({ live }) => {
      const was = await live.writer.run((tx) => {
        const mode = readSafeMode(tx);
        if (mode !== null) switchSafeMode(tx, toActor(off), null);
        return mode;
      });
      print(
        was === null
          ? "safe mode was already off"
          : `safe mode is off; it was on since ${isoUtc(was.since)}: ${was.reason}`,
      );
      return 0;
    }),
};

export const safeModeCommands: Command[] = [on, off];
