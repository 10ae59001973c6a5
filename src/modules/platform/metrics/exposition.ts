import { SECOND_MS } from "../../../kit/clock.ts";

export type Labels = Readonly<Record<string, string>>;

/** A measurement behind a bucket's count. */
export interface Exemplar {
  labels: Labels;
  value: number;
  /** Unix milliseconds. */
  at: number;
}

/** One value of a family; `suffix` names a histogram's parts (`_bucket`, `_sum`, `_count`). */
export interface Sample {
  labels?: Labels;
  value: number;
  suffix?: string;
  /** Only in OpenMetrics. */
  exemplar?: Exemplar;
}

export interface Family {
  name: string;
  type: "counter" | "gauge" | "histogram";
  help: string;
  samples: readonly Sample[];
}

/** A text format of metrics. */
interface Format {
  contentType: string;
  isOpenMetrics: boolean;
}

/** Prometheus's own text format, version 0.0.4. */
export const PROMETHEUS: Format = {
  contentType: "text/plain; version=0.0.4; charset=utf-8",
  isOpenMetrics: false,
};

/** OpenMetrics 1.0, with exemplars. */
export const OPEN_METRICS: Format = {
  contentType: "application/openmetrics-text; version=1.0.0; charset=utf-8",
  isOpenMetrics: true,
};

/** Families in a format; those without samples are left out. */
export function exposition(families: readonly Family[], { isOpenMetrics }: Format = PROMETHEUS): string {
  const text = families
    .filter(({ samples }) => samples.length > 0)
    .map(({ name, type, help, samples }) => {
      // OpenMetrics names a counter's family without the suffix of its samples.
      const family = isOpenMetrics ? name.replace(/_total$/, "") : name;
      const special = isOpenMetrics ? /[\\\n"]/g : /[\\\n]/g;
      const head = `# HELP ${family} ${escaped(help, special)}\n# TYPE ${family} ${type}\n`;
      return head + samples.map((sample) => sampleLine(name, sample, isOpenMetrics)).join("");
    })
    .join("");
  return isOpenMetrics ? `${text}# EOF\n` : text;
}

function sampleLine(
  name: string,
  { labels = {}, value, suffix = "", exemplar }: Sample,
  isOpenMetrics: boolean,
): string {
  const line = `${name}${suffix}${Object.keys(labels).length === 0 ? "" : labelSet(labels)} ${value}`;
  return `${line}${isOpenMetrics && exemplar !== undefined ? exemplarText(exemplar) : ""}\n`;
}

/** Most characters of an exemplar's labels, names included. */
const MAX_EXEMPLAR_LENGTH = 128;

/** Empty if its labels are too long: request ids are callers' own. */
function exemplarText({ labels, value, at }: Exemplar): string {
  if (Object.entries(labels).flat().join("").length > MAX_EXEMPLAR_LENGTH) return "";
  return ` # ${labelSet(labels)} ${value} ${at / SECOND_MS}`;
}

function labelSet(labels: Labels): string {
  const pairs = Object.entries(labels).map(([label, text]) => `${label}="${escaped(text, /[\\\n"]/g)}"`);
  return `{${pairs.join(",")}}`;
}

function escaped(text: string, special: RegExp): string {
  return text.replaceAll(special, (character) => (character === "\n" ? "\\n" : `\\${character}`));
}
