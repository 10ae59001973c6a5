/** @jsxImportSource preact */

import type { ComponentChildren, JSX } from "preact";
import { FormsOfPage, type PageForms } from "./components/forms/action.tsx";
import { LostRefusal } from "./components/forms/form.tsx";
import { StatusMark } from "./components/status-mark.tsx";
import { Layout } from "./layout.tsx";
import type { Site } from "./site.ts";

interface SessionLayoutProps {
  site: Site;
  path: string;
  title: string;
  description: string;
  isForOperators?: boolean;
  isEmbedded?: boolean;
  /** Whether readers create passkeys here; operators always do. */
  usesPasskeys?: boolean;
  /** Beside the content, on a narrow screen above it. */
  navigation: JSX.Element;
  /** Confirmation of the previous form. */
  notice?: string | null;
  /** Hidden values of the page's forms; null on a page without forms. */
  forms?: PageForms | null;
  children: ComponentChildren;
}

/** The frame of every page that is read in a session. */
export function SessionLayout(props: SessionLayoutProps): JSX.Element {
  const { title, navigation, notice = null, forms = null, children, ...layout } = props;
  return (
    <Layout {...layout} title={title}>
      <div class="with-contents">
        {navigation}
        <div id="content" tabIndex={-1}>
          <h1>{title}</h1>
          <LostRefusal />
          {notice !== null && (
            <p class="confirmation" role="status">
              <StatusMark status="ok" word="Done" /> {notice}
            </p>
          )}
          <FormsOfPage.Provider value={forms}>{children}</FormsOfPage.Provider>
        </div>
      </div>
    </Layout>
  );
}
