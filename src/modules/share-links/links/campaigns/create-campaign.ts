import { type FieldFault, Problem } from "../../../../http/answers/problem.ts";
import { refuseInSafeMode } from "../../../../http/safe-mode.ts";
import type { AudioShare } from "../audio-share.ts";
import { prepare } from "../build-links.ts";
import { type IssuedLink, issueInChange } from "../short-links/issue-short-link.ts";
import { resolveLifetime } from "../short-links/lifetime.ts";
import { type CampaignRow, nameField, refused } from "./read-campaign.ts";

/** A link of a campaign, with the name of its row. */
export interface CampaignLink extends IssuedLink {
  label: string;
}

interface Campaign {
  /** Tells apart campaigns of equal rows. */
  name: string;
  rows: readonly CampaignRow[];
  /** Of the requester. */
  address: string;
  now: number;
}

/**
 * Makes the links of a campaign, all of them or none, each with statistics. A repeated campaign finds its links again,
 * without their secrets.
 * @throws Problem invalid_payload, which names lines and columns; state_conflict past the address's daily limit;
 *   safe_mode
 */
export async function createCampaign(
  share: AudioShare,
  { name, rows, address, now }: Campaign,
): Promise<CampaignLink[]> {
  const faults: FieldFault[] = [];
  const wishes = rows.flatMap(({ line, label, input }) => {
    try {
      const { channels: _, warnings, ...content } = prepare(share, input);
      const lifetime = resolveLifetime({ ...input, mode: "plain", now }, warnings);
      return [{ line, wish: { ...content, mode: "plain" as const, lifetime, hasStats: true, label } }];
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      faults.push(...faultsOf(error, line));
      return [];
    }
  });
  if (faults.length > 0) throw refused(faults);
  refuseInSafeMode(share.safeModeReason());
  return share.live.writer.run((tx) =>
    wishes.map(({ line, wish }) => {
      const { label } = wish;
      try {
        return { ...issueInChange(tx, share, { ...wish, label: `${name} ${label}`, address }), label };
      } catch (error) {
        // An end that is too near for a new link is known only here.
        if (!(error instanceof Problem) || error.options.details === undefined) throw error;
        throw refused(faultsOf(error, line));
      }
    }),
  );
}

function faultsOf({ message, options }: Problem, line: number): FieldFault[] {
  const details = options.details ?? [{ field: "the row", message }];
  return details.map((each) => ({ ...each, field: nameField(line, each.field.replace("services.", "")) }));
}
