import { Problem } from "../../../../http/answers/problem.ts";
import type { Guard } from "../../../../http/operation.ts";
import { sha256Hex } from "../../../../kit/crypto/seal.ts";
import type { AudioShare } from "../audio-share.ts";
import { admitsToken } from "../store.ts";

export const TRACK_AUTH_HEADER = "x-audio-share-track-auth";

const CREDENTIAL: Guard["credential"] = {
  name: "trackToken",
  scheme: {
    type: "http",
    scheme: "bearer",
    description:
      "A token from the operators (`salute track-tokens create`); required if AUDIO_SHARE_TRACK_AUTH is required.",
  },
};

/** Checks the bearer token of reported events; a header of the answer states the result. */
export function trackGuard(share: AudioShare): Guard {
  return {
    credential: CREDENTIAL,
    admit(request, headers) {
      headers["cache-control"] = "no-store";
      if (share.trackAuth === "optional") {
        headers[TRACK_AUTH_HEADER] = "optional";
        return;
      }
      const given = request.headers.get("authorization");
      const token = /^Bearer ([\x21-\x7e]{20,200})$/i.exec(given ?? "")?.[1];
      // Looked up by its SHA-256, so that the time taken reveals nothing about the token.
      const admits = token !== undefined && admitsToken(share.live.read, sha256Hex(token));
      if (admits) {
        headers[TRACK_AUTH_HEADER] = "required_valid_bearer";
        return;
      }
      headers[TRACK_AUTH_HEADER] = given === null ? "required_missing_bearer" : "required_invalid_bearer";
      throw new Problem("unauthorized", "Send Authorization: Bearer with a token of salute track-tokens.", {
        headers: { "www-authenticate": 'Bearer realm="audio-share"' },
      });
    },
  };
}
