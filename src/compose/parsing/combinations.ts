import { halfSetStore } from "../settings/backups.ts";
import { SETTINGS, type Values } from "../settings/index.ts";

/** Faults of settings that are each valid but do not fit together; settings without a valid value are not judged. */
export function faultsOfCombinations(values: Partial<Values>, missingSecrets: readonly string[]): string[] {
  const lacksStoreKey = missingSecrets.includes(SETTINGS.backupS3SecretAccessKey.variable);
  return [
    twoMasterKeys(values),
    lacksStoreKey ? null : halfStore(values),
    twoLeases(values),
    twoLeaders(values),
    ...twoRoles(values),
    wideQuorum(values),
    unusedChain(values),
  ].filter((fault) => fault !== null);
}

const twoMasterKeys = judging(["masterKey", "masterKeyFile"], ({ masterKey, masterKeyFile }) =>
  masterKey === null || masterKeyFile === null
    ? null
    : "MASTER_KEY and MASTER_KEY_FILE are both set: keep one, for example MASTER_KEY_FILE=/run/secrets/salute-master.key",
);

const halfStore = judging(
  ["backupS3Endpoint", "backupS3Bucket", "backupS3AccessKeyId", "backupS3SecretAccessKey"],
  halfSetStore,
);

const twoLeases = judging(["leaseStrict", "leaseLenient"], ({ leaseStrict, leaseLenient }) =>
  leaseStrict && leaseLenient
    ? "LEASE_STRICT and LEASE_LENIENT are both set: one refuses changes that the replica lacks, the other goes on without the replica. Keep one. Example: LEASE_STRICT=1"
    : null,
);

const twoLeaders = judging(["autoPromote", "leaseLenient"], ({ autoPromote, leaseLenient }) =>
  autoPromote !== "off" && leaseLenient
    ? "AUTO_PROMOTE and LEASE_LENIENT are both set: a leader cut off from the store would go on while a standby takes over. Keep one. Example: LEASE_LENIENT=0"
    : null,
);

const wideQuorum = judging(["rpcQuorum", "rpcUrls"], ({ rpcQuorum, rpcUrls }) =>
  rpcQuorum === null || rpcUrls.length === 0 || rpcQuorum <= rpcUrls.length
    ? null
    : `RPC_QUORUM: ${rpcQuorum} addresses can never agree, SOLANA_RPC_URLS names ${rpcUrls.length}. Example: RPC_QUORUM=${rpcUrls.length}`,
);

const unusedChain = judging(["usesChain", "rpcUrls", "tokenMint"], ({ usesChain, rpcUrls, tokenMint }) =>
  usesChain || (rpcUrls.length === 0 && tokenMint === null)
    ? null
    : "CHAIN is off, but SOLANA_RPC_URLS or TOKEN_MINT names a chain: unset them, or CHAIN. Example: CHAIN=on",
);

/** A wallet that is both treasury and reserve would be subtracted twice. */
function twoRoles(values: Partial<Values>): string[] {
  const { treasuryWallets = [], reserveWallets = [], lpWallets = [], burnWallets = [] } = values;
  const lists = {
    TREASURY_WALLETS: treasuryWallets,
    RESERVE_WALLETS: reserveWallets,
    LP_WALLETS: lpWallets,
    BURN_WALLETS: burnWallets,
  };
  const faults: string[] = [];
  const seen = new Map<string, string>();
  for (const [variable, wallets] of Object.entries(lists)) {
    for (const wallet of wallets) {
      const other = seen.get(wallet);
      if (other === undefined) seen.set(wallet, variable);
      else
        faults.push(
          `${variable}: ${wallet} is in ${other} too, and would count twice: name it in one of them. Example: ${variable}=(address)`,
        );
    }
  }
  return faults;
}

/** A rule that applies once all of its settings have a valid value. */
function judging<Name extends keyof Values>(
  names: readonly Name[],
  faultOf: (values: Pick<Values, Name>) => string | null,
): (values: Partial<Values>) => string | null {
  const areValid = (values: Partial<Values>): values is Partial<Values> & Pick<Values, Name> =>
    names.every((name) => name in values);
  return (values) => (areValid(values) ? faultOf(values) : null);
}
