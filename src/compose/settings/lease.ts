import { setting } from "./setting.ts";
import { baseUrl, flag, whole } from "./values.ts";

/** Coordination of machines that share one replica (contract, second part: section 19). */
export const LEASE_SETTINGS = {
  leaseSeconds: setting(
    "LEASE_SECONDS",
    "15",
    "15",
    "Seconds that salute promote waits for the previous leader; the leader checks for a newer epoch every third of it",
    whole(3, 600),
  ),
  leaseStrict: setting(
    "LEASE_STRICT",
    "0",
    "1",
    "1: a change is acknowledged once the replica has it, and refused while the replica's store is unreachable",
    flag,
  ),
  leaderBaseUrl: setting(
    "LEADER_BASE_URL",
    "",
    "https://salute.example.com",
    "Address of the leader, which a standby names when it refuses a request",
    baseUrl,
  ),
};
