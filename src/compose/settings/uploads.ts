import { setting } from "./setting.ts";
import { whole } from "./values.ts";

/** Bounds on request bodies while they arrive. */
export const UPLOAD_SETTINGS = {
  maxBodyBytesUnderWay: setting(
    "MAX_BODY_BYTES_UNDER_WAY",
    "67108864",
    "67108864",
    "Bytes held by all request bodies that have not arrived whole; past it 503 overloaded",
    whole(1_024, 1_073_741_824),
  ),
  bodyTimeoutSeconds: setting(
    "BODY_TIMEOUT_SECONDS",
    "30",
    "30",
    "Seconds one request body may take to arrive; past it 400",
    whole(1, 600),
  ),
};
