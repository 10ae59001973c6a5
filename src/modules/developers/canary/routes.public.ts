import { Type } from "@sinclair/typebox";
import { anyone, type Operation, readOperation } from "../../../http/operation.ts";
import { Characters, Text } from "../../../http/schema/shapes.ts";

const Echo = Type.Object({
  message: Characters(4096),
  request_id: Text(128, { description: "Your own identifier for this call." }),
});

export const canaryRoutes: Operation[] = [
  readOperation({
    id: "echoCanary",
    method: "POST",
    path: "/api/canary/echo",
    group: "developers",
    summary: "Echo a message",
    outcome: "The message was read and is repeated.",
    description: "Tests the connection to the service, including strict validation. Stores nothing.",
    access: anyone(),
    body: Echo,
    response: Echo,
    example: { message: "hello", request_id: "canary-1" },
    read: ({ body }) => ({ message: body.message, request_id: body.request_id }),
  }),
];
