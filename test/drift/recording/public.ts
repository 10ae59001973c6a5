import type { Recorder, Subject } from "./recorder.ts";

const TRACK = { track_url: "/tracks/42" };

/** Records public calls. */
export async function recordPublic(recorder: Recorder<Subject>): Promise<void> {
  await recorder.record("readiness");
  for (const id of ["validateAudioShare", "previewAudioShare"]) await recorder.record(id, { query: TRACK });
  const { short } = await recorder.record("buildAudioShareLinks", { query: { ...TRACK, use_short: "1" } });
  const { code, short_url } = short;
  await recorder.record("expandAudioShareLink", { query: { short_url } });
  await recorder.record("expandAudioShareLinkByPost", { body: { short_url } });
  await recorder.record("resolveAudioShareCode", { body: { code } });
  await recorder.record("embedAudioShareLink", { query: { url: short_url } });
  await recorder.record("revokeAudioShareLink", {
    body: { short_code: code, reason: "The track was withdrawn" },
  });
  await recorder.record("simulateDeprecationHeaders", { query: { endpoint: "GET /api/partner/users" } });
}
