import { pattern, searched } from '../../lib/url/paths.ts';

/** The addresses of what an auditor from outside sees, in the manner of paths.ts; a screen that leads to none of them does not fetch them. */
export const auditorPattern = {
  signIn: pattern.auditor,
  events: `${pattern.auditor}/events`,
  event: `${pattern.auditor}/events/:eventId`,
  replay: `${pattern.auditor}/events/:eventId/replay`,
  changes: `${pattern.auditor}/changes`,
  bundles: `${pattern.auditor}/bundles`,
  auditors: '/settings/organization/auditors',
} as const;

export const auditorPaths = {
  signIn: () => auditorPattern.signIn,
  events: (search?: URLSearchParams) => searched(auditorPattern.events, search),
  /** An event; with a revision, as that left it. */
  event: (eventId: string, revision?: number) =>
    searched(
      `${auditorPattern.events}/${eventId}`,
      revision === undefined ? undefined : { revision: String(revision) },
    ),
  /** An event’s replay; without a position of the log as it is now. */
  replay: (eventId: string, position?: number) =>
    searched(
      `${auditorPattern.events}/${eventId}/replay`,
      position === undefined ? undefined : { position: String(position) },
    ),
  changes: (search?: URLSearchParams | Record<string, string>) => searched(auditorPattern.changes, search),
  /** Bundles of evidence; with an instant, the dialog that makes one up to then. */
  bundles: (upTo?: string) => searched(auditorPattern.bundles, upTo === undefined ? undefined : { upTo }),
  /** Whom from outside the organization lets read. */
  auditors: () => auditorPattern.auditors,
};
