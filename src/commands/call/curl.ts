import { quoted } from "../../kit/shell-word.ts";
import { CommandFailed } from "../command.ts";
import type { SignedRequest } from "./signed-request.ts";

/** A curl command that sends exactly this request when pasted into a shell, while its timestamp is fresh. */
export function formatCurl({ method, url, headers, body, bodyFile }: SignedRequest): string {
  const lines = [
    // --globoff: otherwise curl treats [ ] { } in a URL as patterns.
    `curl -sS --globoff ${method === "HEAD" ? "--head" : `-X ${method}`} ${quoted(url)}`,
    // A header without a value is written with a semicolon; with a colon curl would omit it.
    ...headers.map(([name, value]) => `-H ${quoted(value === "" ? `${name};` : `${name}: ${value}`)}`),
    ...(body === null ? [] : [bodyArgument(body, bodyFile)]),
  ];
  return lines.join(" \\\n  ");
}

/** --data-raw keeps a leading @; --data-binary reads a file byte by byte. */
function bodyArgument(body: Uint8Array, file: string | null): string {
  if (file !== null) return `--data-binary ${quoted(`@${file}`)}`;
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(body);
    if (!text.includes("\0")) return `--data-raw ${quoted(text)}`;
  } catch {
    // Not text: said below.
  }
  throw new CommandFailed(
    "A body that is not text cannot be pasted: put it into a file and give --body @FILE",
  );
}
