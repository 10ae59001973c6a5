/** @jsxImportSource preact */

import type { JSX } from "preact";
import type { Problem } from "../../../../http/answers/problem.ts";
import { CodeBlock, EmptyState, KeyValue, Layout, SHARE_SCRIPT, type Site } from "../../../../pages/index.ts";
import { CHANNELS, DEFAULT_CHANNELS } from "../channels/channels.ts";
import { UNITS, type Unit } from "../channels/lengths.ts";
import { AUDIO_SHARE_PATH } from "../routes.links.ts";
import { LIFETIME_UNITS } from "../short-links/lifetime.ts";

import { LandingFields } from "./landing-fields.tsx";
import { Field, type ShareForm } from "./share-form.tsx";

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

interface SharePageProps {
  site: Site;
  form: ShareForm;
  /** Null before the first request. */
  result: ShownLinks | Problem | null;
}

/** The form that builds share links: by its button, and while typing if script runs. */
export function SharePage({ site, form, result }: SharePageProps): JSX.Element {
  return (
    <Layout
      site={site}
      path="/share"
      title="Share a track"
      description="Builds the links that share a track or an audio file on each channel, cut to its length."
    >
      <h1>Share a track</h1>
      <p class="lead">
        One link per channel, in its own format and cut to its own length. The address is never cut.
      </p>
      <Form form={form} />
      <section id="links" aria-label="Links">
        <Result result={result} />
      </section>
      <p>
        The same as JSON: <a href={`${AUDIO_SHARE_PATH}/channels.json`}>channels.json</a>,{" "}
        <a href={`${AUDIO_SHARE_PATH}/policy.json`}>policy.json</a>, and {AUDIO_SHARE_PATH} with the form's
        field names.
      </p>
      <script src={SHARE_SCRIPT.path} defer />
    </Layout>
  );
}

function Form({ form }: { form: ShareForm }): JSX.Element {
  const chosen: readonly string[] = form.channels.length === 0 ? DEFAULT_CHANNELS : form.channels;
  return (
    <form class="share-form" method="get" action="/share" data-share>
      <Field
        name="track_url"
        label="Track"
        value={form.textOf("track_url")}
        hint="A page's path, such as /tracks/42"
      />
      <Field
        name="file_url"
        label="or audio file"
        value={form.textOf("file_url")}
        hint="Such as /files/42.mp3"
      />
      <Field name="title" label="Title" value={form.textOf("title")} hint="For mail, Reddit, and the card" />
      <label class="field wide">
        <span>Text</span>
        <textarea name="text" rows={3} maxLength={5_000} defaultValue={form.textOf("text")} />
      </label>
      <fieldset class="choices wide">
        <legend>Channels</legend>
        {CHANNELS.map(({ id, label }) => (
          <label key={id}>
            <input type="checkbox" name="channels" value={id} defaultChecked={chosen.includes(id)} />
            {label}
          </label>
        ))}
      </fieldset>
      <fieldset class="choices wide">
        <legend>Short link</legend>
        <label>
          <input type="checkbox" name="use_short" value="1" defaultChecked={form.use_short} />
          Create one
        </label>
        <label>
          <input
            type="checkbox"
            name="token_mode"
            value="signed"
            defaultChecked={form.textOf("token_mode") === "signed"}
          />
          Signed
        </label>
        <label>
          Lifetime
          <input type="number" name="expires_in" min={1} value={form.textOf("expires_in")} />
        </label>
        <label>
          <span class="visually-hidden">Unit of the lifetime</span>
          <select name="expires_unit">
            {LIFETIME_UNITS.map((unit) => (
              <option key={unit} value={unit} selected={unit === unitOf(form)}>
                {unit}
              </option>
            ))}
          </select>
        </label>
        <label>
          or until (UTC)
          <input type="datetime-local" name="expires_at" value={form.textOf("expires_at")} />
        </label>
      </fieldset>
      <LandingFields form={form} />
      <div class="wide">
        <button type="submit" class="button-main">
          Build links
        </button>{" "}
        <small>Only this button creates a short link.</small>
      </div>
    </form>
  );
}

/** People think in days; an address without a unit means seconds. */
function unitOf({ textOf }: ShareForm): string {
  return textOf("expires_unit") || (textOf("expires_in") === "" ? "days" : "seconds");
}

function Result({ result }: Pick<SharePageProps, "result">): JSX.Element {
  if (result === null) {
    return <EmptyState title="The links appear here">Enter what to share, and build the links.</EmptyState>;
  }
  if (result instanceof Error) {
    const { rule } = (result.options.extra ?? {}) as { rule?: string };
    return (
      <div class="callout" role="alert">
        <p>{result.message}</p>
        <p>
          Code <code>{result.code}</code>
          {rule !== undefined && (
            <>
              , rule <code>{rule}</code>
            </>
          )}
        </p>
      </div>
    );
  }
  return <Links shown={result} />;
}

function Links({ shown: { destination, links, short, warnings } }: { shown: ShownLinks }): JSX.Element {
  return (
    <>
      <h2>Links</h2>
      <KeyValue
        rows={[
          ["Destination", destination.url],
          ["Short link", short === null ? "none" : `${short.short_url}, until ${short.expires_at}`],
        ]}
      />
      {short !== null && <Managed short={short} />}
      {warnings.length > 0 && (
        <ul>
          {warnings.map(({ code, message }) => (
            <li key={message}>
              <code>{code}</code>: {message}
            </li>
          ))}
        </ul>
      )}
      {links.map((link) => (
        <section class="share-link" key={link.channel} aria-labelledby={`link-${link.channel}`}>
          <h3 id={`link-${link.channel}`}>{link.label}</h3>
          <p>
            {link.url !== null && link.channel !== "web_share" && (
              <>
                <a class="button" href={link.url} target="_blank" rel="noopener noreferrer">
                  Open {link.label}
                </a>{" "}
              </>
            )}
            <small>{lengthWords(link.length)}</small>
          </p>
          {link.text !== "" && <CodeBlock label={`Text for ${link.label}`} code={link.text} />}
          {link.url !== null && <CodeBlock label={`Link for ${link.label}`} code={link.url} />}
        </section>
      ))}
    </>
  );
}

/** The address of statistics is shown once: a second request for the same link does not repeat it. */
function Managed({ short }: { short: NonNullable<ShownLinks["short"]> }): JSX.Element {
  return (
    <>
      {short.stats_url !== null && (
        <div class="callout">
          <p>
            Keep the link's own address: it shows statistics and lets you change the destination. It is shown
            only once.
          </p>
          <CodeBlock label="Statistics" code={short.stats_url} />
        </div>
      )}
      <p>
        <a href={short.short_url}>Open the link</a>, or <a href={short.qr_png_url}>its QR code</a>.
      </p>
    </>
  );
}

function lengthWords({ unit, max, used, truncated }: ShownLinks["links"][number]["length"]): string {
  if (unit === "none") return UNITS.none;
  const words = `${used}${max === null ? "" : ` of ${max}`} ${unit.replaceAll("_", " ")}`;
  return truncated ? `${words}; the text was cut` : words;
}
