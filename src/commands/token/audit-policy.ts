import { exactNumber } from "../../kit/formats/exact-number.ts";
import { thresholdChangeView } from "../../modules/transparency/audits/operators/index.ts";
import { readThresholds, setThreshold, THRESHOLDS } from "../../modules/transparency/audits/policy/index.ts";
import { pinBaseline } from "../../modules/transparency/audits/runs/index.ts";
import {
  type Command,
  type Flags,
  oneWord,
  printData,
  requiredFlag,
  textFlag,
  textTable,
  UsageError,
} from "../command.ts";
import { toActor, withServices } from "../workspace.ts";
import { findTrackedTokenId } from "./tracked-token.ts";

export const thresholds: Command = {
  name: "audits thresholds",
  usage: "audits thresholds [--set PARAMETER --value N --owner NAME --reason TEXT] [--json]",
  summary: "List the audit thresholds, or change one as of the next run",
  options: {
    set: { type: "string", value: "PARAMETER", meaning: "The threshold to change" },
    value: { type: "string", value: "N", meaning: "Its new value" },
    owner: { type: "string", value: "NAME", meaning: "Who is responsible for the change; public" },
    reason: { type: "string", value: "TEXT", meaning: "Why; public" },
  },
  run: (invocation) => {
    const { flags } = invocation;
    const parameter = textFlag(flags, "set");
    if (parameter === undefined && ["value", "owner", "reason"].some((each) => flags[each] !== undefined))
      throw new UsageError("name the threshold to change: --set PARAMETER");
    const wanted = parameter === undefined ? null : wantedThreshold(flags, parameter);
    return withServices(invocation, async ({ live }) => {
      if (wanted !== null) {
        const made = await live.writer.run((tx) => setThreshold(tx, toActor(thresholds), wanted));
        printData(flags, thresholdChangeView(made), () => `${made.parameter} is ${made.new_value}`);
        return 0;
      }
      const values = readThresholds(live.read);
      const rows = THRESHOLDS.map(({ name, meaning, default: usual }) => ({
        parameter: name,
        value: values.get(name) ?? usual,
        default: usual,
        meaning,
      }));
      printData(flags, rows, () =>
        textTable(
          ["PARAMETER", "VALUE", "DEFAULT", "MEANING"],
          rows.map((each) => [each.parameter, String(each.value), String(each.default), each.meaning]),
          "",
        ),
      );
      return 0;
    });
  },
};

function wantedThreshold(flags: Flags, parameter: string) {
  const value = exactNumber(requiredFlag(flags, "value"));
  if (value === null) throw new UsageError("--value is a number of at most 17 digits");
  return {
    parameter,
    new_value: value,
    owner: requiredFlag(flags, "owner"),
    reason: requiredFlag(flags, "reason"),
  };
}

export const pin: Command = {
  name: "audits pin",
  usage: "audits pin RUN [--json]",
  summary: "Pin a complete run as the baseline of comparisons",
  details: "RUN is a run's id, or none: then each run is compared with the previous complete one.",
  words: ["RUN"],
  options: {},
  run: (invocation) => {
    const word = oneWord(invocation, "run's id, or none");
    return withServices(invocation, async (services) => {
      const id = findTrackedTokenId(services);
      const wanted = word === "none" ? null : word;
      await services.live.writer.run((tx) => pinBaseline(tx, toActor(pin), { tokenId: id, run: wanted }));
      printData(invocation.flags, { run: wanted }, () =>
        wanted === null ? "no run is pinned" : `${wanted} is the baseline`,
      );
      return 0;
    });
  },
};
