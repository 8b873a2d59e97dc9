/** URL patterns of the privacy settings. */
export const privacyPattern = {
  privacy: '/settings/organization/privacy',
} as const;

export const privacyPaths = {
  /** Stored personal data, its erasure, and legal holds. */
  privacy: () => privacyPattern.privacy,
};
