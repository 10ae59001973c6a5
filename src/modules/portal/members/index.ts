export {
  findMember,
  findMembersByEmail,
  insertMember,
  listMembers,
  type MemberRow,
  markRemoved,
  noteSignIn,
  setAccess,
} from "./store.ts";
