import { pattern, searched } from '../../lib/url/paths.ts';

/**
 * Routes of the auditors' pages. Apart from `lib/url/paths.ts`, so that screens without links to them do not load them.
 */
export const auditorPattern = {
  signIn: pattern.auditor,
  events: `${pattern.auditor}/events`,
  event: `${pattern.auditor}/events/:eventId`,
  replay: `${pattern.auditor}/events/:eventId/replay`,
  action: `${pattern.auditor}/actions/:taskGuid`,
  changes: `${pattern.auditor}/changes`,
  bundles: `${pattern.auditor}/bundles`,
  auditors: '/settings/organization/auditors',
} as const;

export const auditorPaths = {
  signIn: () => auditorPattern.signIn,
  events: (search?: URLSearchParams) => searched(auditorPattern.events, search),
  /** An incident, optionally as of a revision. */
  event: (eventId: string, revision?: number) =>
    searched(
      `${auditorPattern.events}/${eventId}`,
      revision === undefined ? undefined : { revision: String(revision) },
    ),
  /** Replay of an incident; the present without a position of the log. */
  replay: (eventId: string, position?: number) =>
    searched(
      `${auditorPattern.events}/${eventId}/replay`,
      position === undefined ? undefined : { position: String(position) },
    ),
  /** A corrective action of an event. */
  action: (taskGuid: string) => `${auditorPattern.signIn}/actions/${taskGuid}`,
  changes: (search?: URLSearchParams | Record<string, string>) => searched(auditorPattern.changes, search),
  /** Audit bundles; with `upTo`, opens the dialog that makes one up to that instant. */
  bundles: (upTo?: string) => searched(auditorPattern.bundles, upTo === undefined ? undefined : { upTo }),
  /** Settings page on which the organization manages its auditors. */
  auditors: () => auditorPattern.auditors,
};
