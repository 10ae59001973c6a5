export { deleteOperator } from "./delete-operator.ts";
export { linkRoutes } from "./link/routes.tsx";
export {
  createOperator,
  disableOperator,
  type InvitedOperator,
  type IssuedOperator,
  inviteOperator,
  isLastOwner,
  OperatorError,
  requireOperator,
  resetOperator,
  withToken,
} from "./manage-operators.ts";
export { operatorNotices } from "./notices.ts";
export { passkeySignInRoutes } from "./passkeys/routes.public.tsx";
export { accountRoutes } from "./routes.admin.tsx";
export { operatorsRoutes } from "./routes.operators.tsx";
export { signInRoutes } from "./routes.public.tsx";
export { sessionOperations } from "./sessions/routes.json.ts";
export { sessionsRoutes } from "./sessions/routes.tsx";
export { OperatorUse } from "./sessions/use-recorder.ts";
export { countFailedSignIns } from "./sign-in-guard/failed-sign-ins.ts";
export { SignInGuard } from "./sign-in-guard/sign-in-guard.ts";
export {
  findBySession,
  findByToken,
  listOperators,
  type OperatorAccess,
  purgeCredentials,
} from "./store.ts";
export { createToken, revokeToken, TOKEN_DAYS } from "./tokens/manage-tokens.ts";
export { tokenOperations } from "./tokens/routes.json.ts";
export { tokenPages } from "./tokens/routes.pages.tsx";
export { listTokens } from "./tokens/store.ts";
