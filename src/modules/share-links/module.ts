import type { Database } from "../../db/database.ts";
import { DAY_MS, HOUR_MS, SECOND_MS } from "../../kit/clock.ts";
import { startPolling } from "../../kit/poll.ts";
import { describeError, type Logger } from "../../kit/process/log.ts";
import type { Module } from "../module.ts";
import { keep } from "../platform/retention/index.ts";
import {
  type AudioShare,
  audioShareAdminRoutes,
  campaignRoutes,
  catalogRoutes,
  imageRoutes,
  linksRoutes,
  notePolicy,
  purgeEvents,
  purgeKeys,
  purgeLinks,
  sharePageRoutes,
  shortLinksRoutes,
  statsRoutes,
  trackRoutes,
  visitRoutes,
} from "./links/index.ts";
import { openShareLinks } from "./open.ts";

export interface ShareLinksParts {
  config: { audioShareDedupeHours: number; shortLinksLimit: number };
  audioShare: AudioShare;
  live: Database;
  log: Logger;
  startedAt: number;
}

/** Half of the time whose clicks a crash may lose, so that a flush in progress is within it too. */
const CLICKS_FLUSH_MS = SECOND_MS / 2;

/** Share links of tracks and audio files: built per channel, shortened, followed, counted. */
export const shareLinks: Module<ShareLinksParts> & { open: typeof openShareLinks } = {
  name: "share-links",
  open: openShareLinks,
  operations: ({ audioShare, startedAt }, { site, mounted }) => [
    ...linksRoutes(audioShare, startedAt),
    ...catalogRoutes(audioShare, mounted, startedAt),
    ...shortLinksRoutes(audioShare),
    ...trackRoutes(audioShare),
    ...imageRoutes(audioShare),
    ...campaignRoutes(audioShare),
    ...statsRoutes(audioShare, site),
    ...visitRoutes(audioShare, site),
    ...sharePageRoutes(audioShare, site),
    ...audioShareAdminRoutes(audioShare, site),
  ],
  limits: ({ shortLinksLimit }) => ({
    short_links: { perMinute: shortLinksLimit, label: "Short links", countedBy: "address" },
  }),
  retention: [
    keep({
      rows: "share links with their clicks",
      windows: {
        links: {
          tables: ["audio_share_links", "audio_share_clicks", "audio_share_sources"],
          kept: 90 * DAY_MS,
          after: "the link's expiry",
        },
      },
      purge: (tx, { links }, { chunk }) => purgeLinks(tx, links, chunk),
    }),
    keep({
      rows: "keys of share links",
      // Longer than any signed link lives.
      windows: { keys: { tables: ["audio_share_keys"], kept: 60 * DAY_MS, after: "creation, unless used" } },
      purge: (tx, { keys }, { chunk }) => purgeKeys(tx, keys, chunk),
    }),
    keep({
      rows: "audio-share events",
      windows: {
        events: {
          rows: "audio-share events, for deduplication",
          tables: ["audio_share_events"],
          kept: {
            setting: "AUDIO_SHARE_DEDUPE_HOURS",
            ms: ({ config }) => config.audioShareDedupeHours * HOUR_MS,
          },
          after: "arrival",
        },
        days: {
          rows: "audio-share events by day",
          tables: ["audio_share_event_days"],
          kept: 400 * DAY_MS,
          after: "the day",
        },
      },
      purge: (tx, { events, days }, { chunk, parts: { audioShare } }) => {
        const dayBefore = Math.floor(days / DAY_MS);
        const deleted = purgeEvents(tx, { seenBefore: events, dayBefore, chunk });
        audioShare.eventRoom.noteDeleted(deleted);
        return deleted.events + deleted.destinations;
      },
    }),
  ],
  sealed: [{ table: "audio_share_keys", context: "kid", columns: ["key_sealed"] }],
  navigation: [{ path: "/admin/audio-share", label: "Share links", group: "Partners", order: 90 }],
  groups: [
    {
      name: "audio-share",
      order: 130,
      description: "Share links for tracks and audio files: built per channel, shortened, counted.",
    },
  ],
  recorders: ({ audioShare }) => ({ clicks: audioShare.clicks, "origins of visits": audioShare.sources }),
  background: ({ audioShare, live, log }) => {
    live.writer
      .run((tx) => notePolicy(tx, { kind: "command", name: "serve" }, audioShare.policy))
      .catch((error) => log.warn("the policy was not recorded", { error: describeError(error) }));
    const flush = () => Promise.all([audioShare.clicks.flush(), audioShare.sources.flush()]);
    return [startPolling({ everyMs: CLICKS_FLUSH_MS, what: "clicks", log, work: flush })];
  },
};
