import { setting } from "./setting.ts";
import { whole } from "./values.ts";

/** Limits on incomplete request bodies. */
export const UPLOAD_SETTINGS = {
  maxBodyBytesUnderWay: setting(
    "MAX_BODY_BYTES_UNDER_WAY",
    "67108864",
    "67108864",
    "Bytes of memory for all incomplete request bodies; beyond it 503 overloaded, save for an eighth more for addresses that hold little",
    whole(1_024, 1_073_741_824),
  ),
  bodyTimeoutSeconds: setting(
    "BODY_TIMEOUT_SECONDS",
    "30",
    "30",
    "Seconds within which a request body must arrive; later ones answer 400",
    whole(1, 600),
  ),
};
