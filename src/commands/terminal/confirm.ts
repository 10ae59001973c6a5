import { CommandFailed, type Flags, type Option } from "../command.ts";
import { output } from "../output.ts";

/** The flag by which a script confirms. */
export const YES_FLAG: Record<string, Option> = {
  yes: { type: "boolean", meaning: "Confirm without being asked, for scripts" },
};

/**
 * Returns if `--yes` was given or the person at the terminal answers yes.
 * @param undone what is left undone otherwise, such as "no key was created"
 * @throws CommandFailed
 */
export async function requireConfirmation(flags: Flags, question: string, undone: string): Promise<void> {
  if (flags.yes === true) return;
  const { ask } = output();
  if (ask === null) throw new CommandFailed(`To confirm, add --yes: ${undone}.`);
  const answer = (await ask(`${question} [y/N] `)).trim().toLowerCase();
  if (answer !== "y" && answer !== "yes") throw new CommandFailed(`Not confirmed: ${undone}.`);
}
