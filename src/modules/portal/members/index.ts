export {
  findMember,
  findMemberById,
  findMembersByEmail,
  insertMember,
  listMembers,
  type MemberRow,
  markRemoved,
  noteSignIn,
  setAccess,
} from "./store.ts";
