export { addPasskey, creationOptions } from "./add-passkey.ts";
export { Challenges } from "./challenges.ts";
export { CreationOptions, PasskeyAnswer, PasskeyName, RequestOptions } from "./model.ts";
export { PasskeyFields, PasskeyList } from "./passkey-list.tsx";
export { requireRelyingParty } from "./relying-party.ts";
export {
  countPasskeys,
  deletePasskey,
  deletePasskeys,
  findPasskey,
  listPasskeys,
  type Passkey,
  purgeChallenges,
  type Subject,
  setPasskeyName,
} from "./store.ts";
export { acceptPasskey, findAnswering, requestOptions, verifyAnswer } from "./use-passkey.ts";
export { PasskeyRefusal } from "./webauthn/refusal.ts";
