/** @jsxImportSource preact */

import type { JSX } from "preact";
import { useWords } from "../language/page-language.tsx";
import type { Site } from "../site.ts";
import { PAGE_WORDS } from "../words/index.ts";
import { StatusMark } from "./status-mark.tsx";

interface BannerProps {
  site: Site;
  /** Whether operators read the page: they are told why, and in production where they are. */
  isForOperators: boolean;
}

/** Which installation this is, so that nobody takes one for another; safe mode above all. Nothing where all is normal. */
export function Banner({ site, isForOperators }: BannerProps): JSX.Element | null {
  const words = useWords(PAGE_WORDS);
  const state = site.installation?.() ?? null;
  if (state === null) return null;
  const { isProduction, safeMode } = state;
  const isDemo = site.chainMode === "demo";
  const names = !isProduction || isDemo || isForOperators;
  if (safeMode === null && !names) return null;
  return (
    <div class="installation">
      <div class="frame">
        {safeMode !== null && (
          <p class="banner banner-bad">
            <StatusMark status="bad" word={words.say("safe_mode")} />{" "}
            {isForOperators ? (
              <>
                Every change is refused: {safeMode} <a href="/admin/safe-mode">Safe mode</a>
              </>
            ) : (
              words.say("safe_mode_public")
            )}
          </p>
        )}
        {names && (
          <p class="banner">
            {words.say(isProduction ? "banner_production" : "banner_development")}
            {isDemo && words.say("banner_demo")}
          </p>
        )}
      </div>
    </div>
  );
}

/** Above what belongs to the sandbox. */
export function SandboxBanner(): JSX.Element {
  return (
    <p class="banner banner-sandbox">
      <StatusMark status="maintenance" word="Sandbox" /> Nothing here changes live state.
    </p>
  );
}
