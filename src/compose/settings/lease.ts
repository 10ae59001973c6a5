import { setting } from "./setting.ts";
import { acceptOnly, baseUrl, flag, replicaUrl, whole } from "./values.ts";

/** Coordination of machines that share one replica (contract, second part: section 19). */
export const LEASE_SETTINGS = {
  leaseSeconds: setting("LEASE_SECONDS", {
    fallback: "15",
    example: "15",
    meaning:
      "Seconds that salute promote waits for the previous leader, which accepts no changes once it could not confirm its lease for nine tenths of them; it tries every third",
    parse: whole(3, 600),
  }),
  leaseStrict: setting("LEASE_STRICT", {
    fallback: "0",
    example: "1",
    meaning:
      "1: a change is acknowledged once the replica has it, and refused while the replica's store is unreachable",
    parse: flag,
  }),
  leaseLenient: setting("LEASE_LENIENT", {
    fallback: "0",
    example: "1",
    meaning:
      "1: a leader that cannot reach the replica's store goes on accepting changes; a promotion meanwhile discards them, and both machines acknowledge until the old one reaches the store again",
    parse: flag,
  }),
  autoPromote: setting("AUTO_PROMOTE", {
    fallback: "off",
    example: "dry-run",
    meaning:
      "on: a standby takes over by itself once the leader's lease is expired; dry-run: it only says when it would",
    parse: acceptOnly("off", "dry-run", "on"),
  }),
  autoPromoteAfterSeconds: setting("AUTO_PROMOTE_AFTER_SECONDS", {
    fallback: "10",
    example: "10",
    meaning:
      "Seconds for which the lease must have been expired, by the store's answers, before a standby takes over",
    parse: whole(0, 3600),
  }),
  autoPromoteCooldownSeconds: setting("AUTO_PROMOTE_COOLDOWN_SECONDS", {
    fallback: "600",
    example: "600",
    meaning: "Seconds after any promotion for which no standby takes over by itself",
    parse: whole(0, 604_800),
  }),
  leaseWitnessUrl: setting("LEASE_WITNESS_URL", {
    fallback: "",
    example: "https://salute.example.com",
    meaning:
      "Second witness, which keeps a standby from taking over while it sees the leader: another address of the service, asked for /leaderz, or a second store (s3:// or file://) in which the leader renews its lease too; unset: none",
    parse: replicaUrl,
    mayHoldPassword: true,
  }),
  leaderBaseUrl: setting("LEADER_BASE_URL", {
    fallback: "",
    example: "https://salute.example.com",
    meaning: "Address of the leader, which a standby names when it refuses a request",
    parse: baseUrl,
  }),
};
