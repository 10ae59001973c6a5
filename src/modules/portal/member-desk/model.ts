import { Type } from "@sinclair/typebox";
import { Id, OneOf, Text } from "../../../http/schema/shapes.ts";

const Access = () => OneOf(["read", "manage"]);

export const InviteForm = Type.Object({
  name: Text(100),
  email: Type.String({ format: "email" }),
  access: Access(),
});

export const AccessForm = Type.Object({ access: Access() });

export const SignInForm = Type.Object({ email: Type.String({ format: "email" }) });

export const MemberId = Id({ description: "The member's number." });
