import { setting } from "./setting.ts";
import { baseUrl, flag, whole } from "./values.ts";

/** Coordination of machines that share one replica (contract, second part: section 19). */
export const LEASE_SETTINGS = {
  leaseSeconds: setting("LEASE_SECONDS", {
    fallback: "15",
    example: "15",
    meaning:
      "Seconds that salute promote waits for the previous leader; the leader checks for a newer epoch every third of it",
    parse: whole(3, 600),
  }),
  leaseStrict: setting("LEASE_STRICT", {
    fallback: "0",
    example: "1",
    meaning:
      "1: a change is acknowledged once the replica has it, and refused while the replica's store is unreachable",
    parse: flag,
  }),
  leaderBaseUrl: setting("LEADER_BASE_URL", {
    fallback: "",
    example: "https://salute.example.com",
    meaning: "Address of the leader, which a standby names when it refuses a request",
    parse: baseUrl,
  }),
};
