import { sha256Hex } from "../kit/seal.ts";
import type { Exchange } from "./exchange.ts";
import type { Access, Actor, Role } from "./operation.ts";
import { Problem } from "./problem.ts";
import { refuseExceeded } from "./rate-limit.ts";
import type { HttpServices } from "./services.ts";

const RANK: Record<Role, number> = { viewer: 0, operator: 1, owner: 2 };

/** Admits an operator of a high enough role, or a listed address where the operation allows that. @throws Problem forbidden for everybody else. */
export function authorizeOperator(
  access: Extract<Access, { kind: "operator" }>,
  services: HttpServices,
  exchange: Exchange,
): Actor {
  exchange.headers["cache-control"] = "no-store";
  if (access.orAddresses && services.metricsAddresses.contains(exchange.address))
    return { kind: "anonymous" };
  const token = /^Bearer ([\x21-\x7e]{20,200})$/i.exec(
    exchange.request.headers.get("authorization") ?? "",
  )?.[1];
  const found = token === undefined ? null : services.findOperator(sha256Hex(token), exchange.now);
  if (found === null)
    throw new Problem("forbidden", "Sign in as an operator: send Authorization: Bearer with a valid token.");
  const state = services.limiter.count("admin", found.name, services.limits.admin);
  exchange.noteLimit(state);
  refuseExceeded(state, exchange.now);
  if (RANK[found.role] < RANK[access.role]) {
    throw new Problem("forbidden", `This needs the role ${access.role}; ${found.name} is ${found.role}.`);
  }
  return { kind: "operator", ...found };
}
