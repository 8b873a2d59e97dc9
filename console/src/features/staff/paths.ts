/** The addresses of our own staff, and of what an organization sees of them. */
export const staffPattern = {
  /** Where our staff begin to read an organization. */
  staff: '/staff',
  staffAccess: '/settings/organization/staff-access',
} as const;

export const staffPaths = {
  staff: () => staffPattern.staff,
  staffAccess: () => staffPattern.staffAccess,
};
