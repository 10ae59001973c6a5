export {
  findMember,
  findMemberById,
  insertMember,
  listMembers,
  listMembersByEmail,
  type MemberRow,
  markRemoved,
  noteSignIn,
  setAccess,
} from "./store.ts";
