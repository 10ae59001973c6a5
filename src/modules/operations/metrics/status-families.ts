import { LEVELS } from "../../platform/checks/index.ts";
import { type Family, gauge } from "../../platform/metrics/index.ts";
import type { SystemStatus } from "../../status/system/index.ts";

/** Checks as they were measured: an announced incident does not change them. */
export async function statusFamilies(status: SystemStatus): Promise<Family[]> {
  const { checks, measuredOverall } = await status.current();
  const each = [...checks];
  const flag = (value: boolean) => (value ? 1 : 0);
  return [
    gauge(
      "salute_check_status",
      "Result of a status check: 0 ok, 1 warn, 2 bad.",
      ...each.map(([check, { measured_status }]) => ({
        labels: { check },
        value: LEVELS.indexOf(measured_status),
      })),
    ),
    gauge(
      "salute_check_has_data",
      "1 if the check had something to judge, otherwise 0.",
      ...each.map(([check, { has_data }]) => ({ labels: { check }, value: flag(has_data) })),
    ),
    gauge(
      "salute_check_in_maintenance",
      "1 while maintenance covers the check, otherwise 0.",
      ...each.map(([check, { in_maintenance }]) => ({ labels: { check }, value: flag(in_maintenance) })),
    ),
    gauge("salute_status", "Status of the service by its checks: 0 ok, 1 warn, 2 bad.", {
      value: LEVELS.indexOf(measuredOverall),
    }),
  ];
}
