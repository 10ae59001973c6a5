import type { Family, Sample } from "./exposition.ts";

export function gauge(name: string, help: string, ...samples: Sample[]): Family {
  return { name, type: "gauge", help, samples };
}

/** Counters start with the process. */
export function counter(name: string, help: string, ...samples: Sample[]): Family {
  return { name, type: "counter", help, samples };
}
