import type { ListQuery, Reader } from "../../../../pages/index.ts";
import type { Policy } from "../policy.ts";
import type { ShownCount } from "../read.ts";
import type { LinkState } from "../short-links/find-short-link.ts";
import type { EventTotal, LinkRow, TokenRow } from "../store.ts";
import type { ChannelCounts, ClickCounts, DayCounts } from "../visits/click-store.ts";

export const ADMIN_PATH = "/admin/audio-share";
export const TOKENS_PATH = `${ADMIN_PATH}/track-tokens`;
/** The lists, of which the page shows one. */
export const LISTS = ["links", "revocations", "tokens"] as const;
export type ListName = (typeof LISTS)[number];

export const LIST_LABELS: Record<ListName, string> = {
  links: "Links",
  revocations: "Revocations",
  tokens: "Track tokens",
};

export function toListPath(list: ListName): string {
  return list === "links" ? ADMIN_PATH : `${ADMIN_PATH}?list=${list}`;
}

/** The page with the form of a new track token. */
export const CREATE_TOKEN_PATH = `${TOKENS_PATH}/new`;

/** A link as shown to operators. */
export interface ListedLink {
  link: LinkRow;
  state: LinkState;
  clicks: Record<keyof ClickCounts, ShownCount>;
}

export interface AdminPageProps {
  reader: Reader;
  now: number;
  list: ListName;
  links: ListedLink[];
  query: ListQuery;
  /** The id to continue from; null on the last page. */
  next: number | null;
  revoked: LinkRow[];
  days: DayCounts[];
  channels: ChannelCounts[];
  events: EventTotal[];
  tokens: TokenRow[];
  policy: Policy;
  siteOrigin: string;
}

export const CHART_DAYS = 30;
