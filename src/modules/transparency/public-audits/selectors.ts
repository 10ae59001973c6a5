import { Type } from "@sinclair/typebox";
import type { Sql } from "../../../db/sql.ts";
import { Problem } from "../../../http/problem.ts";
import type { TrackedToken } from "../../token/figures/index.ts";
import { AUDIT_ERRORS } from "./errors.ts";
import { findBefore, findLatest, findPinned, findRun, type Run } from "./store.ts";
