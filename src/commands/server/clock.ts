import { acceptClock } from "../../modules/platform/clock-step/index.ts";
import { type Command, print } from "../command.ts";
import { toActor, withServices } from "../workspace.ts";

export const clockAccept: Command = {
  name: "clock accept",
  usage: "clock accept",
  summary: "Confirm the machine's time after a step of its clock: expiry, dead letters and retention go on",
  options: {},
  run: (invocation) =>
    withServices(invocation, async ({ live, clock }) => {
      const seconds = await live.writer.run((tx) => acceptClock(tx, clock, toActor(clockAccept)));
      print(`the clock is right; it had stepped by ${seconds} s`);
      return 0;
    }),
};
