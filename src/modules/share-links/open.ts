import type { Database } from "../../db/database.ts";
import type { Clock } from "../../kit/clock.ts";
import type { BrandBook } from "../platform/brand/index.ts";
import type { Keyring } from "../platform/master-key/index.ts";
import { AudioShare, type Policy } from "./links/index.ts";

export interface ShareLinksServices {
  audioShare: AudioShare;
}

interface Needs {
  config: {
    audioSiteBaseUrl: string | null;
    audioShareDedupeHours: number;
    audioShareTrackAuth: "optional" | "required";
    audioShareCountryHeader: string | null;
  };
  clock: Clock;
  live: Database;
  keyring: Keyring;
  brand: BrandBook;
  policies: { sharePolicy: Policy };
  baseUrl: () => string;
  safeModeReason: () => string | null;
}

export function openShareLinks({ config, policies, brand, ...parts }: Needs): ShareLinksServices {
  const audioShare = new AudioShare({
    clock: parts.clock,
    live: parts.live,
    keyring: parts.keyring,
    policy: policies.sharePolicy,
    siteBaseUrl: config.audioSiteBaseUrl,
    baseUrl: parts.baseUrl,
    dedupeHours: config.audioShareDedupeHours,
    trackAuth: config.audioShareTrackAuth,
    countryHeader: config.audioShareCountryHeader,
    safeModeReason: () => parts.safeModeReason(),
    brand: () => brand.current(),
  });
  return { audioShare };
}
