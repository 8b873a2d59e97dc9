/** URL patterns of staff access. */
export const staffPattern = {
  /** Page where staff start an access. */
  staff: '/staff',
  staffAccess: '/settings/organization/staff-access',
} as const;

export const staffPaths = {
  staff: () => staffPattern.staff,
  staffAccess: () => staffPattern.staffAccess,
};
