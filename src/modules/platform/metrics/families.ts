import { SECOND_MS } from "../../../kit/clock.ts";
import { countUpTo, doublingSeconds, type Histogram, sampleCount } from "../../../kit/histogram.ts";
import type { Exemplar, Family, Labels, Sample } from "./exposition.ts";

export function gauge(name: string, help: string, ...samples: Sample[]): Family {
  return { name, type: "gauge", help, samples };
}

/** Counters start with the process. */
export function counter(name: string, help: string, ...samples: Sample[]): Family {
  return { name, type: "counter", help, samples };
}

/** Durations measured under one set of labels. */
export interface MeasuredDurations {
  labels: Labels;
  histogram: Histogram;
  totalMs: number;
  /** By the index of the bound, of which the last is +Inf. */
  exemplars?: readonly (Exemplar | undefined)[];
}

/** Histogram bounds as exponents of 2 microseconds, every second one of the internal histogram's: 0.26 ms to 16.8 s. */
export const EDGES = [8, 10, 12, 14, 16, 18, 20, 22, 24];

export function durations(name: string, help: string, ...measured: MeasuredDurations[]): Family {
  return { name, type: "histogram", help, samples: measured.flatMap(durationSamples) };
}

function durationSamples({ labels, histogram, totalMs, exemplars = [] }: MeasuredDurations): Sample[] {
  const count = sampleCount(histogram);
  return [
    ...EDGES.map((edge, index) => ({
      suffix: "_bucket",
      labels: { ...labels, le: String(doublingSeconds(edge)) },
      value: countUpTo(histogram, edge),
      exemplar: exemplars[index],
    })),
    {
      suffix: "_bucket",
      labels: { ...labels, le: "+Inf" },
      value: count,
      exemplar: exemplars[EDGES.length],
    },
    { suffix: "_sum", labels, value: totalMs / SECOND_MS },
    { suffix: "_count", labels, value: count },
  ];
}
