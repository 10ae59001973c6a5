export type Labels = Readonly<Record<string, string>>;

/** One value of a family; `suffix` names a histogram's parts (`_bucket`, `_sum`, `_count`). */
export interface Sample {
  labels?: Labels;
  value: number;
  suffix?: string;
}

export interface Family {
  name: string;
  type: "counter" | "gauge" | "histogram";
  help: string;
  samples: readonly Sample[];
}

/** Prometheus's text format, version 0.0.4. */
export const EXPOSITION_TYPE = "text/plain; version=0.0.4; charset=utf-8";

/** Families in that format; those without samples are left out. */
export function exposition(families: readonly Family[]): string {
  return families
    .filter(({ samples }) => samples.length > 0)
    .map(({ name, type, help, samples }) => {
      const head = `# HELP ${name} ${escaped(help, /[\\\n]/g)}\n# TYPE ${name} ${type}\n`;
      return head + samples.map((sample) => sampleLine(name, sample)).join("");
    })
    .join("");
}

function sampleLine(name: string, { labels = {}, value, suffix = "" }: Sample): string {
  const pairs = Object.entries(labels).map(([label, text]) => `${label}="${escaped(text, /[\\\n"]/g)}"`);
  return `${name}${suffix}${pairs.length === 0 ? "" : `{${pairs.join(",")}}`} ${value}\n`;
}

function escaped(text: string, special: RegExp): string {
  return text.replaceAll(special, (character) => (character === "\n" ? "\\n" : `\\${character}`));
}
