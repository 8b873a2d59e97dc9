import { searched } from '../../lib/url/paths.ts';

/** Routes of the audit pages. Apart from `lib/url/paths.ts`, so that screens without links to them do not load them. */
export const auditPattern = {
  bundles: '/settings/organization/audit',
  changeLog: '/reports/audit/change-log',
  accessLog: '/reports/audit/access-log',
  record: '/reports/audit/records/:kind/:guid',
} as const;

/** Point in time of a replay: a position in the log or an instant. */
type When = { readonly position: number } | { readonly asOf: string };

export const auditPaths = {
  /** Audit bundles; with `upTo`, opens the dialog that makes one up to that instant. */
  bundles: (upTo?: string) => searched(auditPattern.bundles, upTo === undefined ? undefined : { upTo }),
  changeLog: (search?: Record<string, string>) => searched(auditPattern.changeLog, search),
  accessLog: (search?: Record<string, string>) => searched(auditPattern.accessLog, search),
  /** Replay of a record; the present without `when`. */
  record: (kind: string, guid: string, when?: When) =>
    searched(
      `/reports/audit/records/${kind}/${guid}`,
      when && Object.fromEntries(Object.entries(when).map(([name, value]) => [name, String(value)])),
    ),
};
