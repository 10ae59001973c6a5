import {
  type Diagnosis,
  type Finding,
  type Inspection,
  notForProduction,
  ok,
  warn,
} from "../platform/diagnosis/index.ts";

export interface WebhooksFacts extends Inspection {
  config: Inspection["config"] & { webhookAllowHttp: boolean; webhookAllowPrivate: boolean };
}

export const WEBHOOKS_FINDINGS: readonly Finding<WebhooksFacts>[] = [
  { name: "webhook_targets", order: 260, look: webhookTargets },
];

function webhookTargets({ config }: WebhooksFacts): Diagnosis {
  const { isProduction, webhookAllowHttp, webhookAllowPrivate } = config;
  if (!webhookAllowHttp && !webhookAllowPrivate) return ok("only https addresses on the public internet");
  const open = [
    ...(webhookAllowHttp ? ["WEBHOOK_ALLOW_HTTP"] : []),
    ...(webhookAllowPrivate ? ["WEBHOOK_ALLOW_PRIVATE"] : []),
  ].join(" and ");
  const found = isProduction
    ? warn(
        webhookAllowPrivate
          ? `${open} set: partners can direct deliveries at machines of this network.`
          : `${open} set: deliveries can be read in transit.`,
        `Unset ${open}.`,
      )
    : ok(`${open} set: receivers on this machine can be tested`);
  return webhookAllowPrivate ? notForProduction(found) : found;
}
