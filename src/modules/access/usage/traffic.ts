import { type Histogram, mergeInto } from "../../../kit/histogram.ts";

/** Request counts, which add up over minutes, keys and routes. */
export interface Traffic {
  requests: number;
  /** Answers of 400 and above. */
  errors: number;
  /** Answers of 500 and above, also counted in `errors`. */
  serverErrors: number;
  /** Answers of 429, also counted in `errors`. */
  rateLimited: number;
  histogram: Histogram;
}

/** Traffic by route: `GET /api/partner/users/{user_id}`. */
export type TrafficByRoute = Map<string, Traffic>;

export function noTraffic(): Traffic {
  return { requests: 0, errors: 0, serverErrors: 0, rateLimited: 0, histogram: new Map() };
}

export function addTraffic(target: Traffic, other: Traffic): void {
  target.requests += other.requests;
  target.errors += other.errors;
  target.serverErrors += other.serverErrors;
  target.rateLimited += other.rateLimited;
  mergeInto(target.histogram, other.histogram);
}

/** The traffic of a route, created if new. */
export function ensureTraffic(routes: TrafficByRoute, route: string): Traffic {
  const known = routes.get(route);
  if (known !== undefined) return known;
  const traffic = noTraffic();
  routes.set(route, traffic);
  return traffic;
}

export function sumTraffic(routes: TrafficByRoute): Traffic {
  const total = noTraffic();
  for (const traffic of routes.values()) addTraffic(total, traffic);
  return total;
}
