/** @jsxImportSource preact */

import type { JSX } from "preact";
import type { Problem } from "../../../../http/answers/problem.ts";
import { SOURCE_LOCALE } from "../../../../kit/language/locale.ts";
import { CodeBlock, EmptyState, KeyValue, refusalText, Time, useWords } from "../../../../pages/index.ts";
import type { Unit } from "../channels/lengths.ts";
import { SHARE_PAGE_WORDS, type SharePageWords } from "./words/index.ts";

/** The part of the API's answer that the page shows. */
export interface ShownLinks {
  destination: { url: string };
  links: {
    channel: string;
    label: string;
    url: string | null;
    text: string;
    length: { unit: Unit; max: number | null; used: number; remaining: number | null; truncated: boolean };
  }[];
  short: { short_url: string; expires_at: string; stats_url: string | null; qr_png_url: string } | null;
  warnings: { code: string; message: string }[];
}

/** A channel's own name; those that are words of a language are in the catalogue. */
export function channelName({ id, label }: { id: string; label: string }, words: SharePageWords): string {
  return words.find(`channel_${id}`) ?? label;
}

export interface ResultProps {
  /** Null before the first request. */
  result: ShownLinks | Problem | null;
  now: number;
}

/** The built links, or why there are none. */
export function Result({ result, now }: ResultProps): JSX.Element {
  const words = useWords(SHARE_PAGE_WORDS);
  if (result === null)
    return <EmptyState title={words.say("result_none")}>{words.say("result_none_how")}</EmptyState>;
  if (result instanceof Error) {
    const { rule } = (result.options.extra ?? {}) as { rule?: string };
    const code = <code>{result.code}</code>;
    return (
      <div class="callout" role="alert">
        <p>{refusalText(result, words.locale, words)}</p>
        <p>
          {rule === undefined
            ? words.show("code", { code })
            : words.show("code_rule", { code, rule: <code>{rule}</code> })}
        </p>
      </div>
    );
  }
  return <Links shown={result} now={now} />;
}

/** In English the API's own message, which says more. */
function warningText({ code, message }: ShownLinks["warnings"][number], words: SharePageWords): string {
  return words.locale === SOURCE_LOCALE ? message : (words.find(`warning_${code}`) ?? message);
}

interface LinksProps {
  shown: ShownLinks;
  now: number;
}

function Links({ shown: { destination, links, short, warnings }, now }: LinksProps): JSX.Element {
  const words = useWords(SHARE_PAGE_WORDS);
  const until = (at: string) => <Time at={Date.parse(at)} now={now} />;
  return (
    <>
      <h2>{words.say("links")}</h2>
      <KeyValue
        rows={[
          [words.say("destination"), destination.url],
          [
            words.say("short_link"),
            short === null
              ? words.say("short_none")
              : words.show("short_expires", { url: short.short_url, time: until(short.expires_at) }),
          ],
        ]}
      />
      {short !== null && <Managed short={short} />}
      {warnings.length > 0 && (
        <ul>
          {warnings.map((warning) => (
            <li key={warning.message}>
              <code>{warning.code}</code>: {warningText(warning, words)}
            </li>
          ))}
        </ul>
      )}
      {links.map((link) => {
        const channel = channelName({ id: link.channel, label: link.label }, words);
        return (
          <section class="share-link" key={link.channel} aria-labelledby={`link-${link.channel}`}>
            <h3 id={`link-${link.channel}`}>{channel}</h3>
            <p>
              {link.url !== null && link.channel !== "web_share" && (
                <>
                  <a class="button" href={link.url} target="_blank" rel="noopener noreferrer">
                    {words.say("open_channel", { channel })}
                  </a>{" "}
                </>
              )}
              <small>{lengthWords(link.length, words)}</small>
            </p>
            {link.text !== "" && <CodeBlock label={words.say("text_for", { channel })} code={link.text} />}
            {link.url !== null && <CodeBlock label={words.say("link_for", { channel })} code={link.url} />}
          </section>
        );
      })}
    </>
  );
}

/** The address of statistics is shown once: a second request for the same link does not repeat it. */
function Managed({ short }: { short: NonNullable<ShownLinks["short"]> }): JSX.Element {
  const words = useWords(SHARE_PAGE_WORDS);
  return (
    <>
      {short.stats_url !== null && (
        <div class="callout">
          <p>{words.say("stats_keep")}</p>
          <CodeBlock label={words.say("stats")} code={short.stats_url} />
        </div>
      )}
      <p>
        {words.show("open_link", {
          link: (text) => <a href={short.short_url}>{text}</a>,
          qr: (text) => <a href={short.qr_png_url}>{text}</a>,
        })}
      </p>
    </>
  );
}

function lengthWords(
  { unit, max, used, truncated }: ShownLinks["links"][number]["length"],
  words: SharePageWords,
): string {
  if (unit === "none") return words.say("length_none");
  const name = words.say(`length_${unit}`);
  const length =
    max === null
      ? words.say("length_used", { used, unit: name })
      : words.say("length_of", { used, max, unit: name });
  return truncated ? words.say("length_cut", { length }) : length;
}
