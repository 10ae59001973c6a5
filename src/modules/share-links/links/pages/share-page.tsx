/** @jsxImportSource preact */

import type { JSX } from "preact";
import type { Locale } from "../../../../kit/language/locale.ts";
import { Layout, SHARE_SCRIPT, type Site, useWords } from "../../../../pages/index.ts";
import { CHANNELS, DEFAULT_CHANNELS } from "../channels/channels.ts";
import { AUDIO_SHARE_PATH } from "../routes.links.ts";
import { LIFETIME_UNITS } from "../short-links/lifetime.ts";
import { LandingFields } from "./landing-fields.tsx";
import { Field, type ShareForm } from "./share-form.tsx";
import { channelName, Result, type ResultProps } from "./share-result.tsx";
import { SHARE_PAGE_WORDS } from "./words/index.ts";

interface SharePageProps extends ResultProps {
  site: Site;
  locale: Locale;
  form: ShareForm;
}

/** The form that builds share links: by its button, and while typing if script runs. */
export function SharePage({ site, locale, form, result, now }: SharePageProps): JSX.Element {
  const words = SHARE_PAGE_WORDS.in(locale);
  return (
    <Layout
      site={site}
      path="/share"
      locale={locale}
      title={words.say("title")}
      description={words.say("about")}
    >
      <h1>{words.say("title")}</h1>
      <p class="lead">{words.say("lead")}</p>
      <Form form={form} locale={locale} />
      <section id="links" aria-label={words.say("links")}>
        <Result result={result} now={now} />
      </section>
      <p>
        {words.show("as_json", {
          channels: (text) => <a href={`${AUDIO_SHARE_PATH}/channels.json`}>{text}</a>,
          policy: (text) => <a href={`${AUDIO_SHARE_PATH}/policy.json`}>{text}</a>,
          path: AUDIO_SHARE_PATH,
        })}
      </p>
      <script src={SHARE_SCRIPT.path} defer />
    </Layout>
  );
}

function Form({ form, locale }: Pick<SharePageProps, "form" | "locale">): JSX.Element {
  const words = useWords(SHARE_PAGE_WORDS);
  const chosen: readonly string[] = form.channels.length === 0 ? DEFAULT_CHANNELS : form.channels;
  return (
    <form class="share-form" method="get" action="/share" data-share>
      <input type="hidden" name="lang" value={locale} />
      <Field
        name="track_url"
        label={words.say("track")}
        value={form.readText("track_url")}
        hint={words.say("track_hint", { path: "/tracks/42" })}
      />
      <Field
        name="file_url"
        label={words.say("file")}
        value={form.readText("file_url")}
        hint={words.say("such_as", { path: "/files/42.mp3" })}
      />
      <Field
        name="title"
        label={words.say("track_title")}
        value={form.readText("title")}
        hint={words.say("title_hint")}
      />
      <label class="field wide">
        <span>{words.say("text")}</span>
        <textarea name="text" rows={3} maxLength={5_000} defaultValue={form.readText("text")} />
      </label>
      <fieldset class="choices wide">
        <legend>{words.say("channels")}</legend>
        {CHANNELS.map(({ id, label }) => (
          <label key={id}>
            <input type="checkbox" name="channels" value={id} defaultChecked={chosen.includes(id)} />
            {channelName({ id, label }, words)}
          </label>
        ))}
      </fieldset>
      <fieldset class="choices wide">
        <legend>{words.say("short_link")}</legend>
        <label>
          <input type="checkbox" name="use_short" value="1" defaultChecked={form.use_short} />
          {words.say("short_create")}
        </label>
        <label>
          <input
            type="checkbox"
            name="token_mode"
            value="signed"
            defaultChecked={form.readText("token_mode") === "signed"}
          />
          {words.say("short_signed")}
        </label>
        <label>
          {words.say("lifetime")}
          <input type="number" name="expires_in" min={1} value={form.readText("expires_in")} />
        </label>
        <label>
          <span class="visually-hidden">{words.say("lifetime_unit")}</span>
          <select name="expires_unit">
            {LIFETIME_UNITS.map((unit) => (
              <option key={unit} value={unit} selected={unit === unitOf(form)}>
                {words.say(`unit_${unit}`)}
              </option>
            ))}
          </select>
        </label>
        <label>
          {words.say("until_utc")}
          <input type="datetime-local" name="expires_at" value={form.readText("expires_at")} />
        </label>
      </fieldset>
      <LandingFields form={form} />
      <div class="wide">
        <button type="submit" class="button-main">
          {words.say("build")}
        </button>{" "}
        <small>{words.say("build_note")}</small>
      </div>
    </form>
  );
}

/** People think in days; an address without a unit means seconds. */
function unitOf({ readText }: ShareForm): string {
  return readText("expires_unit") || (readText("expires_in") === "" ? "days" : "seconds");
}
