export {
  createOperator,
  disableOperator,
  type IssuedOperator,
  OperatorError,
  resetOperator,
} from "./manage-operators.ts";
export { findBearer, listOperators, type OperatorRow, purgeCredentials } from "./store.ts";
