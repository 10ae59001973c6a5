import { Cacheable } from "../../../http/answers/answer.ts";
import { ANSWER_TEXT } from "../../../http/answers/answer-text.ts";
import { anyone, type Operation, readOperation } from "../../../http/operation.ts";
import type { AudioShare } from "./audio-share.ts";
import { buildLinks } from "./build-links.ts";
import { AUDIO_SHARE_GROUP } from "./catalogs/catalogs.ts";
import { ChannelChoice } from "./channels/choose-channels.ts";
import { CHECKSUM_HEADER, type ChecksummedText, checksummed } from "./checksum.ts";
import { admitDestination, requireChosen } from "./destination.ts";
import { LINK_ERRORS } from "./errors.ts";
import { parseServices } from "./landing/landing.ts";
import { LinksQuery, LinksResponse, PreviewQuery, PreviewResponse, ValidateQuery } from "./model.ts";
import { jsonLd, openGraph, plainCard, twitterCard } from "./pages/card.ts";
import { BatchBody, BatchResponse, ValidateResponse } from "./validation/model.ts";
import { judgeBatch } from "./validation/validate-batch.ts";
import { judge } from "./validation/validate-destination.ts";
import type { Warning } from "./validation/warnings.ts";
import { cleanWords } from "./words.ts";

export const AUDIO_SHARE_PATH = "/api/public/audio-share-links";

const MAX_AGE_SECONDS = 60;

/** An answer that depends only on its query, with its checksum as validator and in a header. */
export function withChecksum(
  { text, checksum }: ChecksummedText,
  lastModified: number,
  maxAgeSeconds: number,
): Cacheable {
  return new Cacheable(text, lastModified, maxAgeSeconds)
    .tagged(checksum)
    .keptWith({ [CHECKSUM_HEADER]: checksum });
}

/** @param startedAt start of the server: policy and build change only with it. */
export function linksRoutes(share: AudioShare, startedAt: number): Operation[] {
  return [
    buildRoute(share, startedAt),
    validateRoute(share, startedAt),
    batchRoute(share),
    previewRoute(share, startedAt),
  ];
}

function buildRoute(share: AudioShare, startedAt: number): Operation {
  return readOperation({
    id: "buildAudioShareLinks",
    method: "GET",
    path: AUDIO_SHARE_PATH,
    group: AUDIO_SHARE_GROUP,
    summary: "Build the links that share a track or an audio file",
    outcome: "One link per channel, ready to be shared.",
    description:
      "One link per channel, each in its own format and cut to its own length. With use_short or landing all of them lead through a short link; the same input gives the same short link, and the same bytes, within its lifetime. Only the answer that creates a link with statistics has their secret address, stats_url.",
    access: anyone(),
    answerHeaders: ["X-Audio-Share-Checksum"],
    query: LinksQuery,
    response: LinksResponse,
    validators: true,
    errors: [
      LINK_ERRORS.destination_invalid,
      LINK_ERRORS.destination_host_denied,
      "state_conflict",
      "safe_mode",
    ],
    read: ({ query, address, now, responseHeaders }) => {
      const input = { ...query, services: parseServices(query.services) };
      const built = buildLinks(share, input, { address, now });
      if (!(built instanceof Promise)) return withChecksum(built, startedAt, MAX_AGE_SECONDS);
      return built.then(({ text, checksum, isSecret }) => {
        responseHeaders[CHECKSUM_HEADER] = checksum;
        if (isSecret === true) {
          responseHeaders["cache-control"] = "no-store";
          return ANSWER_TEXT.read(text);
        }
        return new Cacheable(text, startedAt, 0).tagged(checksum);
      });
    },
  });
}

function validateRoute(share: AudioShare, startedAt: number): Operation {
  return readOperation({
    id: "validateAudioShare",
    method: "GET",
    path: `${AUDIO_SHARE_PATH}/validate`,
    group: AUDIO_SHARE_GROUP,
    summary: "Check whether a share would be built",
    outcome: "The share was checked; valid says whether it would be built.",
    description: "A destination that the policy refuses is 200 with valid false, the error and the rule.",
    access: anyone(),
    answerHeaders: ["X-Audio-Share-Checksum"],
    query: ValidateQuery,
    response: ValidateResponse,
    validators: true,
    read: ({ query, now }) => {
      const warnings: Warning[] = [];
      const chosen = requireChosen(query, warnings);
      const channels = new ChannelChoice().choose(query.channels, warnings);
      const verdict = judge(share, { ...query, chosen, channels, now }, warnings);
      return withChecksum(
        checksummed({ ...verdict, policy_revision: share.policy.revision }),
        startedAt,
        MAX_AGE_SECONDS,
      );
    },
  });
}

function batchRoute(share: AudioShare): Operation {
  return readOperation({
    id: "validateAudioShareBatch",
    method: "POST",
    path: `${AUDIO_SHARE_PATH}/validate/batch`,
    group: AUDIO_SHARE_GROUP,
    summary: "Check up to 100 shares at once",
    outcome: "The shares were checked, each with a verdict of its own.",
    description: "Each item has its own verdict: a bad one does not affect the others.",
    access: anyone(),
    crossOrigin: true,
    answerHeaders: ["X-Audio-Share-Checksum"],
    body: BatchBody,
    response: BatchResponse,
    example: { defaults: { channels: "x,email" }, items: [{ track_url: "/tracks/42", title: "Winter" }] },
    read: ({ body, responseHeaders, now }) => {
      const results = judgeBatch(share, body, now);
      const valid_count = results.filter(({ valid }) => valid).length;
      const counts = { count: results.length, valid_count, invalid_count: results.length - valid_count };
      const { text, checksum } = checksummed({ ...counts, results, policy_revision: share.policy.revision });
      responseHeaders[CHECKSUM_HEADER] = checksum;
      return ANSWER_TEXT.read(text);
    },
  });
}

function previewRoute(share: AudioShare, startedAt: number): Operation {
  return readOperation({
    id: "previewAudioShare",
    method: "GET",
    path: `${AUDIO_SHARE_PATH}/preview`,
    group: AUDIO_SHARE_GROUP,
    summary: "Read the preview card of a share",
    access: anyone(),
    answerHeaders: ["X-Audio-Share-Checksum"],
    query: PreviewQuery,
    response: PreviewResponse,
    validators: true,
    errors: [LINK_ERRORS.destination_invalid, LINK_ERRORS.destination_host_denied],
    read: ({ query }) => {
      const warnings: Warning[] = [];
      const destination = admitDestination(share, requireChosen(query, warnings), warnings);
      const title = cleanWords("title", query.title, warnings);
      const description = cleanWords("text", query.text, warnings);
      const card = plainCard({ title, description, destination: destination.url, kind: destination.kind });
      const body = {
        destination,
        card: {
          title: card.title,
          description: card.description,
          url: card.url,
          site_name: card.siteName,
          audio_url: card.audioUrl,
        },
        open_graph: openGraph(card),
        twitter: twitterCard(card),
        json_ld: jsonLd(card),
        warnings,
        policy_revision: share.policy.revision,
      };
      return withChecksum(checksummed(body), startedAt, MAX_AGE_SECONDS);
    },
  });
}
