import type { Static } from "@sinclair/typebox";
import type { IncidentChanges } from "../../status/incidents/index.ts";
import type { bodies } from "./model.ts";

type UpdateBody = Static<ReturnType<typeof bodies>["Update"]>;

export function toChanges({ public: isPublic, checks, ...rest }: UpdateBody): IncidentChanges {
  return {
    ...rest,
    ...(checks !== undefined && { checks }),
    ...(isPublic !== undefined && { isPublic }),
  };
}
