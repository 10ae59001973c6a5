/** @jsxImportSource preact */

import type { JSX } from "preact";
import { useWords } from "../language/page-language.tsx";
import { PAGE_WORDS } from "../words/index.ts";
import { StatusMark } from "./status-mark.tsx";

/** An empty address is the open page's, with its query. */
const THIS_PAGE = "";

/** First child of a part that updates itself: its script shows it while the part is out of date. */
export function StaleNote(): JSX.Element {
  const words = useWords(PAGE_WORDS);
  return (
    <p class="stale-note" role="status" data-note="stale" hidden>
      <StatusMark status="unknown" /> <span data-since={words.say("not_updated_since", { time: "{time}" })} />{" "}
      <a href={THIS_PAGE}>{words.say("reload")}</a>
    </p>
  );
}

/** Of an operators' part: its script shows it once the session has ended, and asks again only when the page is shown. */
export function SignedOutNote(): JSX.Element {
  return (
    <p class="stale-note" role="status" data-note="signed-out" hidden>
      <StatusMark status="unknown" /> You are signed out: this page is no longer kept up to date.{" "}
      <a href={THIS_PAGE}>Sign in again</a>
    </p>
  );
}
