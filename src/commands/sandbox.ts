import { listKeyRows } from "../modules/access/keys/index.ts";
import {
  FIXTURE_PROFILE,
  parseSandboxId,
  SANDBOX_STATES,
  sandboxId,
} from "../modules/sandbox/files/index.ts";
import { type Command, CommandFailed, type Flags, printData, textFlag, UsageError } from "./command.ts";
import { withServices } from "./workspace.ts";

const reset: Command = {
  name: "sandbox reset",
  usage: "sandbox reset [--partner P [--sandbox NAME]] [--state STATE] [--json]",
  summary: "Reset partners' sandboxes to an initial state",
  details:
    "Beside a running server or without one. Recorded answers are deleted too, so an Idempotency-Key may be used again; nonces of the last 15 minutes stay used. Keys, their usage and their evidence for promotion stay. Nothing live is touched.",
  options: {
    partner: { type: "string", value: "P", meaning: "Only this partner's; all by default" },
    sandbox: { type: "string", value: "NAME", meaning: "The partner's named sandbox instead of its own" },
    state: {
      type: "string",
      value: "STATE",
      meaning: `One of ${SANDBOX_STATES.join(", ")}; the first by default`,
    },
  },
  run: (invocation) => {
    const { flags } = invocation;
    const name = textFlag(flags, "sandbox") ?? null;
    const state = readState(flags);
    if (name !== null && textFlag(flags, "partner") === undefined)
      throw new UsageError("--sandbox names a sandbox of one partner: add --partner");
    return withServices(invocation, async ({ sandboxFiles, sandbox }) => {
      const wanted = textFlag(flags, "partner");
      const known = listKeyRows(sandbox.read).map((key) => key.partner);
      if (wanted !== undefined && !known.includes(wanted))
        throw new CommandFailed(`no partner ${wanted} has a sandbox key; see: salute keys list`);
      const reset = sandboxFiles
        .ids()
        .map(parseSandboxId)
        .filter((place) => place.name === name && (wanted ?? place.partner) === place.partner);
      for (const place of reset) await sandboxFiles.reset(sandboxId(place), state);
      printData(
        flags,
        reset.map(({ partner }) => ({
          partner,
          ...(name === null ? {} : { sandbox: name }),
          fixture_profile: state,
        })),
        () =>
          reset.length === 0
            ? "Nothing to reset: sandbox state is made at a key's first request."
            : reset.map((place) => `${sandboxId(place)} is reset to ${state}`).join("\n"),
      );
      return 0;
    });
  },
};

function readState(flags: Flags) {
  const asked = textFlag(flags, "state") ?? FIXTURE_PROFILE;
  const state = SANDBOX_STATES.find((each) => each === asked);
  if (state === undefined) throw new UsageError(`--state is one of ${SANDBOX_STATES.join(", ")}`);
  return state;
}

export const sandboxCommands: Command[] = [reset];
