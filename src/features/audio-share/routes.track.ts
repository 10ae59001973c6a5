import { anyone, type Operation, readOperation } from "../../http/operation.ts";
import { refuseInSafeMode } from "../../http/safe-mode.ts";
import type { AudioShare } from "./audio-share.ts";
import { AUDIO_SHARE_GROUP } from "./catalogs.ts";
import { refusal } from "./destination.ts";
import { TrackBody, TrackResponse } from "./model.ts";
import { AUDIO_SHARE_PATH } from "./routes.links.ts";
import { trackEvent } from "./track-event.ts";
import { trackGuard } from "./track-guard.ts";

export function trackRoutes(share: AudioShare): Operation[] {
  return [
    readOperation({
      id: "trackAudioShareEvent",
      method: "POST",
      path: `${AUDIO_SHARE_PATH}/track`,
      group: AUDIO_SHARE_GROUP,
      summary: "Report that a share was copied, opened, played …",
      description:
        "Counted once a client_event_id within the dedupe window; nothing of the sender is kept. Where AUDIO_SHARE_TRACK_AUTH is required it takes a bearer token; X-Audio-Share-Track-Auth says what became of that.",
      access: anyone("public_api", trackGuard(share)),
      crossOrigin: true,
      answerHeaders: ["X-Audio-Share-Track-Auth"],
      body: TrackBody,
      response: TrackResponse,
      errors: [
        "destination_invalid",
        "destination_host_denied",
        "unauthorized",
        "client_event_conflict",
        "safe_mode",
      ],
      read: async ({ body: { event_type, destination_url, client_event_id } }) => {
        const decision = share.decide(destination_url);
        if (!decision.allowed) throw refusal(decision.rule, decision.deniedHost, "destination_url");
        refuseInSafeMode(share.safeModeReason());
        const event = { event_type, destination_url: decision.url, client_event_id };
        const counted = await share.live.writer.run((tx) => trackEvent(tx, event, share.dedupeHours));
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
