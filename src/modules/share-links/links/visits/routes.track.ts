import { anyone, type Operation, readOperation } from "../../../../http/operation.ts";
import { refuseInSafeMode } from "../../../../http/safe-mode.ts";
import type { AudioShare } from "../audio-share.ts";
import { AUDIO_SHARE_GROUP } from "../catalogs/catalogs.ts";
import { refusal } from "../destination.ts";
import { LINK_ERRORS } from "../errors.ts";
import { TrackBody, TrackResponse } from "../model.ts";
import { codeIn } from "../read.ts";
import { AUDIO_SHARE_PATH } from "../routes.links.ts";
import { findShortLink } from "../short-links/find-short-link.ts";
import { trackEvent } from "./track-event.ts";
import { trackGuard } from "./track-guard.ts";

/**
 * The shared destination as the policy emits it; one of our short links counts as its destination.
 * @throws Problem destination_invalid, destination_host_denied, short_code_malformed, short_not_found
 */
function destinationOf(share: AudioShare, text: string, now: number): string {
  const isShort = text.startsWith(share.shortUrl(""));
  const code = isShort ? codeIn(share, text) : null;
  if (code !== null) return findShortLink(share, code, now).link.destination;
  const decision = share.decide(text);
  if (decision.allowed) return decision.url;
  throw refusal(decision.rule, decision.deniedHost, "destination_url");
}

export function trackRoutes(share: AudioShare): Operation[] {
  return [
    readOperation({
      id: "trackAudioShareEvent",
      method: "POST",
      path: `${AUDIO_SHARE_PATH}/track`,
      group: AUDIO_SHARE_GROUP,
      summary: "Report that a share was copied, opened, played …",
      outcome: "The report was accepted; counted says whether it counts.",
      description:
        "Counted once per client_event_id within the dedupe window; nothing about the sender is stored. If AUDIO_SHARE_TRACK_AUTH is required, it takes a bearer token; X-Audio-Share-Track-Auth reports the result.",
      access: anyone("public_api", trackGuard(share)),
      crossOrigin: true,
      answerHeaders: ["X-Audio-Share-Track-Auth"],
      body: TrackBody,
      response: TrackResponse,
      errors: [
        LINK_ERRORS.destination_invalid,
        LINK_ERRORS.destination_host_denied,
        "unauthorized",
        LINK_ERRORS.short_code_malformed,
        LINK_ERRORS.short_not_found,
        LINK_ERRORS.client_event_conflict,
        "safe_mode",
      ],
      read: async ({ body, address, now }) => {
        const { event_type, client_event_id } = body;
        const destination_url = destinationOf(share, body.destination_url, now);
        refuseInSafeMode(share.safeModeReason());
        const event = { event_type, destination_url, client_event_id };
        const limits = { dedupeHours: share.dedupeHours, room: share.eventRoom, address };
        const counted = await share.live.writer.run((tx) => trackEvent(tx, event, limits));
        return {
          counted,
          replay_reason: counted ? null : "in_window_duplicate",
          ...event,
          dedupe_window_hours: share.dedupeHours,
        };
      },
    }),
  ];
}
