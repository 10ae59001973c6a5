export {
  findMember,
  findMemberById,
  insertMember,
  listMembers,
  listMembersByEmail,
  listMembersEver,
  type MemberRow,
  markRemoved,
  noteSignIn,
  setAccess,
} from "./store.ts";
