export { addPasskey, creationOptions } from "./add-passkey.ts";
export { Challenges } from "./challenges.ts";
export { CreationOptions, FRESH_MS, PasskeyAnswer, PasskeyName, RequestOptions } from "./model.ts";
export { PasskeyFields } from "./passkey-list.tsx";
export { PasskeyPage, type PasskeyPlace, PasskeySection } from "./passkey-section.tsx";
export {
  countPasskeys,
  deletePasskey,
  deletePasskeys,
  listPasskeys,
  purgeChallenges,
  requirePasskey,
  type Subject,
  setPasskeyName,
} from "./store.ts";
export { findAnswering, requestOptions, signInByPasskey } from "./use-passkey.ts";
