import { causedBy, type Detector, type Finding } from "./support/detector.ts";
import type { PowerReading } from "./support/input.ts";

export const authorityChange: Detector = {
  type: "authority_change",
  description:
    "The mint authority, the freeze authority or an extension's power changed: at its SetAuthority where that was seen, else at the reading that shows it.",
  severities: ["bad"],
  thresholds: [],
  start({ readings, earlierAuthorityChanges }) {
    const seen = [...earlierAuthorityChanges];
    return {
      *see(transaction) {
        for (const { power, previous, current } of transaction.authorityChanges) {
          seen.push({ power, slot: transaction.slot });
          if (previous === current) continue;
          yield causedBy(transaction, finding({ power, previous, current, source: "set_authority" }));
        }
      },
      *end() {
        for (const [index, reading] of readings.entries()) {
          const before = readings[index - 1];
          if (before === undefined) continue;
          for (const power of changedPowers(before, reading)) {
            const isExplained = seen.some(
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

/** Powers that two readings do not show alike, by name. */
function changedPowers(before: PowerReading, after: PowerReading): string[] {
  const names = [...new Set([...Object.keys(before.powers), ...Object.keys(after.powers)])].sort();
  return names.filter((name) => textOf(before, name) !== textOf(after, name));
}

function textOf({ powers }: PowerReading, name: string): string {
  const power = powers[name];
  return power === undefined ? "" : JSON.stringify([power.authority, power.allows, power.is_active]);
}
