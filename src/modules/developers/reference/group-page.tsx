/** @jsxImportSource preact */

import type { JSX } from "preact";
import { EmptyState } from "../../../pages/index.ts";
import { EventSection } from "./event-section.tsx";
import { groupMarkdownPath, selectEndpoints } from "./look-up.ts";
import { OperationSection } from "./operation-section.tsx";
import { ReferenceFrame, type ReferenceProps } from "./reference-frame.tsx";

/** Page of a group: its operations, or the webhook events. */
export function GroupPage(props: ReferenceProps & { group: string; description: string }): JSX.Element {
  const { site, document, group, description } = props;
  const endpoints = selectEndpoints(document, group);
  const events = Object.entries(document.webhooks ?? {}).filter(([, { post }]) => post?.tags.includes(group));
  return (
    <ReferenceFrame
      site={site}
      document={document}
      title={`Reference: ${group}`}
      description={description}
      group={group}
      sections={[
        ...endpoints.map(({ operation }) => [operation.operationId, operation.summary] as const),
        ...events.map(([type, { post }]) => [post?.operationId ?? type, type] as const),
      ]}
    >
      <h1>{group}</h1>
      <p class="lead">
        {description} <a href={groupMarkdownPath(group)}>As Markdown</a>.
      </p>
      {endpoints.map((endpoint) => (
        <OperationSection key={endpoint.operation.operationId} document={document} endpoint={endpoint} />
      ))}
      {events.map(([type, { post }]) =>
        post === undefined ? null : <EventSection key={type} document={document} type={type} event={post} />,
      )}
      {endpoints.length + events.length === 0 && (
        <EmptyState title="The operations of this group will appear here">
          <p>This build has none; a later one may add them.</p>
        </EmptyState>
      )}
    </ReferenceFrame>
  );
}
