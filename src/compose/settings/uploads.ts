import { setting } from "./setting.ts";
import { whole } from "./values.ts";

/** Limits on incomplete request bodies. */
export const UPLOAD_SETTINGS = {
  maxBodyBytesUnderWay: setting("MAX_BODY_BYTES_UNDER_WAY", {
    fallback: "67108864",
    example: "67108864",
    meaning:
      "Bytes of memory for all incomplete request bodies; beyond it 503 overloaded, save for an eighth more for addresses that hold little",
    parse: whole(1_024, 1_073_741_824),
  }),
  bodyTimeoutSeconds: setting("BODY_TIMEOUT_SECONDS", {
    fallback: "30",
    example: "30",
    meaning: "Seconds within which a request body must arrive; later ones answer 400",
    parse: whole(1, 600),
  }),
};
