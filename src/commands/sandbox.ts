import { listKeyRows } from "../modules/access/keys/index.ts";
import { FIXTURE_PROFILE } from "../modules/sandbox/files/index.ts";
import { type Command, CommandFailed, printData, textFlag } from "./command.ts";
import { withServices } from "./workspace.ts";

const reset: Command = {
  name: "sandbox reset",
  usage: "sandbox reset [--partner P] [--json]",
  summary: "Reset partners' sandbox state to the seed",
  details:
    "Beside a running server or without one. Recorded answers are deleted too, so an Idempotency-Key may be used again; nonces of the last 15 minutes stay used. Keys, their usage and their evidence for promotion stay. Nothing live is touched.",
  options: { partner: { type: "string", value: "P", meaning: "Only this partner's; all by default" } },
  run: (invocation) => {
    const { flags } = invocation;
    return withServices(invocation, async ({ sandboxFiles, sandbox }) => {
      const wanted = textFlag(flags, "partner");
      const known = listKeyRows(sandbox.read).map((key) => key.partner);
      if (wanted !== undefined && !known.includes(wanted))
        throw new CommandFailed(`no partner ${wanted} has a sandbox key; see: salute keys list`);
      const made = sandboxFiles.partners();
      const partners = wanted === undefined ? made : made.filter((partner) => partner === wanted);
      for (const partner of partners) await sandboxFiles.reset(partner);
      printData(
        flags,
        partners.map((partner) => ({ partner, fixture_profile: FIXTURE_PROFILE })),
        () =>
          partners.length === 0
            ? "Nothing to reset: sandbox state is made at a key's first request."
            : partners.map((partner) => `${partner} is reset to ${FIXTURE_PROFILE}`).join("\n"),
      );
      return 0;
    });
  },
};

export const sandboxCommands: Command[] = [reset];
