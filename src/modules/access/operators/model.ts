import { Type } from "@sinclair/typebox";
import { Characters, OneOf, Text } from "../../../http/schema/shapes.ts";
import { MAX_PASSWORD, MIN_PASSWORD } from "./password.ts";

/** A password exactly as typed, including blanks at its ends. */
const Password = () => Characters(MAX_PASSWORD, { "x-verbatim": true });
const NewPassword = () =>
  Type.String({
    minLength: MIN_PASSWORD,
    maxLength: MAX_PASSWORD,
    "x-verbatim": true,
    "x-expectation": `text of ${MIN_PASSWORD} to ${MAX_PASSWORD} characters`,
  });
/** A code of the second factor, or a recovery code. */
const Code = () => Text(32);

export const SignInForm = Type.Object({
  name: Text(40),
  password: Password(),
  code: Type.Optional(Code()),
  next: Type.Optional(Text(2_000)),
});

export const PasswordLinkPath = Type.Object({ link: Type.String() });
export const PasswordLinkForm = Type.Object({
  username: Type.Optional(Text(40)),
  password: NewPassword(),
  repeated: Password(),
});
export const ChangePasswordForm = Type.Object({
  username: Type.Optional(Text(40)),
  current: Type.Optional(Password()),
  password: NewPassword(),
  repeated: Password(),
});
export const CodeForm = Type.Object({ code: Code() });

export const OperatorPath = Type.Object({ name: Type.String() });
export const ROLES = ["viewer", "operator", "owner"] as const;
const Role = () => OneOf(ROLES);
export const CreateForm = Type.Object({ name: Text(40), role: Role() });
export const RoleForm = Type.Object({ role: Role() });
