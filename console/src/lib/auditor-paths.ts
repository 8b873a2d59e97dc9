import { pattern, searched } from './paths.ts';

/** The addresses of what an auditor from outside sees, in the manner of paths.ts; a screen that leads to none of them does not fetch them. */
export const auditorPattern = {
  signIn: pattern.auditor,
  events: `${pattern.auditor}/events`,
  event: `${pattern.auditor}/events/:eventId`,
  changes: `${pattern.auditor}/changes`,
  bundles: `${pattern.auditor}/bundles`,
} as const;

export const auditorPaths = {
  signIn: () => auditorPattern.signIn,
  events: (search?: URLSearchParams) => searched(auditorPattern.events, search),
  event: (eventId: string) => `${auditorPattern.events}/${eventId}`,
  changes: (search?: URLSearchParams | Record<string, string>) => searched(auditorPattern.changes, search),
  bundles: () => auditorPattern.bundles,
};
