import { causedBy, type Detector, type Finding } from "./support/detector.ts";
import type { PowerReading } from "./support/input.ts";

export const authorityChange: Detector = {
  type: "authority_change",
  description:
    "The mint authority, the freeze authority or the authority of an extension changed. The row names the SetAuthority transaction if it was synced, otherwise the slot of the reading that first shows the change.",
  severities: ["bad"],
  thresholds: [],
  start({ readings, earlierAuthorityChanges }) {
    const syncedChanges = [...earlierAuthorityChanges];
    return {
      *visit(transaction) {
        for (const { power, previous, current } of transaction.authorityChanges) {
          syncedChanges.push({ power, slot: transaction.slot });
          if (previous === current) continue;
          yield causedBy(transaction, finding({ power, previous, current, source: "set_authority" }));
        }
      },
      *end() {
        for (const [index, reading] of readings.entries()) {
          const before = readings[index - 1];
          if (before === undefined) continue;
          for (const power of changedPowers(before, reading)) {
            const isExplained = syncedChanges.some(
              (each) => each.power === power && each.slot > before.lastSlot && each.slot <= reading.slot,
            );
            if (isExplained) continue;
            const [previous, current] = [before.powers[power], reading.powers[power]];
            yield {
              signature: null,
              slot: reading.slot,
              blockTime: null,
              ...finding({
                power,
                previous: previous?.authority ?? null,
                current: current?.authority ?? null,
                source: "reading",
                allowed: previous?.allows ?? null,
                allows: current?.allows ?? null,
              }),
            };
          }
        }
      },
    };
  },
};

function finding(
  details: Record<string, unknown>,
): Pick<Finding, "type" | "severity" | "wallet" | "delta" | "details"> {
  return { type: "authority_change", severity: "bad", wallet: null, delta: null, details };
}

/** Sorted names of the powers that differ between two readings. */
function changedPowers(before: PowerReading, after: PowerReading): string[] {
  const names = [...new Set([...Object.keys(before.powers), ...Object.keys(after.powers)])].sort();
  return names.filter((name) => serializePower(before, name) !== serializePower(after, name));
}

function serializePower({ powers }: PowerReading, name: string): string {
  const power = powers[name];
  return power === undefined ? "" : JSON.stringify([power.authority, power.allows, power.is_active]);
}
