import type { TObject } from "@sinclair/typebox";
import type { Mounted } from "../../../../http/mounted.ts";
import { anyone, type Operation, readOperation } from "../../../../http/operation.ts";
import type { AudioShare } from "../audio-share.ts";
import { checksummed } from "../checksum.ts";
import { AUDIO_SHARE_PATH, withChecksum } from "../routes.links.ts";
import {
  AUDIO_SHARE_GROUP,
  describePolicy,
  listChannels,
  listErrors,
  listGuidance,
  listWarnings,
} from "./catalogs.ts";
import {
  ChannelsResponse,
  ErrorsResponse,
  GuidanceResponse,
  HealthResponse,
  PolicyResponse,
  WarningsResponse,
} from "./model.ts";

const MAX_AGE_SECONDS = 300;

/** @param startedAt start of the server: these answers change only with a new build. */
export function catalogRoutes(share: AudioShare, mounted: Mounted, startedAt: number): Operation[] {
  const catalog = ({ id, file, summary, response, list }: Catalog) =>
    readOperation({
      id,
      method: "GET",
      path: `${AUDIO_SHARE_PATH}/${file}`,
      group: AUDIO_SHARE_GROUP,
      summary,
      access: anyone(),
      answerHeaders: ["X-Audio-Share-Checksum"],
      response,
      validators: true,
      read: () => withChecksum(checksummed(list()), startedAt, MAX_AGE_SECONDS),
    });
  return [...catalogsOf(share, mounted).map(catalog), healthRoute(share)];
}

interface Catalog {
  id: string;
  file: string;
  summary: string;
  response: TObject;
  list: () => object;
}

function catalogsOf(share: AudioShare, mounted: Mounted): Catalog[] {
  return [
    {
      id: "listAudioShareChannels",
      file: "channels.json",
      summary: "Read each channel's limits",
      response: ChannelsResponse,
      list: listChannels,
    },
    {
      id: "listAudioShareErrors",
      file: "errors.json",
      summary: "Read every error code of audio-share",
      response: ErrorsResponse,
      list: () => listErrors(mounted),
    },
    {
      id: "listAudioShareWarnings",
      file: "warnings.json",
      summary: "Read every warning, with its advice",
      response: WarningsResponse,
      list: listWarnings,
    },
    {
      id: "listAudioShareGuidance",
      file: "guidance.json",
      summary: "Read the remedy for every error, rule and warning",
      response: GuidanceResponse,
      list: () => listGuidance(mounted),
    },
    {
      id: "readAudioSharePolicy",
      file: "policy.json",
      summary: "Read the allowed destinations",
      response: PolicyResponse,
      list: () => describePolicy(share),
    },
  ];
}

function healthRoute(share: AudioShare): Operation {
  return readOperation({
    id: "readAudioShareHealth",
    method: "GET",
    path: `${AUDIO_SHARE_PATH}/health`,
    group: AUDIO_SHARE_GROUP,
    summary: "Read whether links are created and events accepted",
    access: anyone(),
    response: HealthResponse,
    read: ({ responseHeaders }) => {
      responseHeaders["cache-control"] = "no-store";
      return {
        status: share.safeModeReason() === null ? "ok" : "read_only",
        policy_revision: share.policy.revision,
        policy_source: share.policy.source,
        site_origin: share.ground().site.origin,
        short_url_base: share.shortUrl(""),
        track_auth: share.trackAuth,
        dedupe_window_hours: share.dedupeHours,
        pending_clicks: share.clicks.size,
      };
    },
  });
}
