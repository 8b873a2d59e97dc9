/** The addresses of what is kept of people. */
export const privacyPattern = {
  privacy: '/settings/organization/privacy',
} as const;

export const privacyPaths = {
  /** What is kept of people. */
  privacy: () => privacyPattern.privacy,
};
