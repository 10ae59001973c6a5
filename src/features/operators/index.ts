export {
  createOperator,
  disableOperator,
  type IssuedOperator,
  OperatorError,
  resetOperator,
} from "./manage-operators.ts";
export { findBearer, listOperators, type OperatorAccess, purgeCredentials } from "./store.ts";
