import { searched } from '../../lib/url/paths.ts';

/** The addresses of what an organization holds against its log, in the manner of paths.ts; a screen that leads to none of them does not fetch them. */
export const auditPattern = {
  bundles: '/settings/organization/audit',
  changeLog: '/reports/audit/change-log',
  accessLog: '/reports/audit/access-log',
  record: '/reports/audit/records/:kind/:guid',
} as const;

/** When a record is looked at: after one of the log's positions, or at an instant. */
type When = { readonly position: number } | { readonly asOf: string };

export const auditPaths = {
  /** Bundles of evidence; with an instant, the dialog that makes one up to then. */
  bundles: (upTo?: string) => searched(auditPattern.bundles, upTo === undefined ? undefined : { upTo }),
  changeLog: (search?: Record<string, string>) => searched(auditPattern.changeLog, search),
  accessLog: (search?: Record<string, string>) => searched(auditPattern.accessLog, search),
  /** A record's replay; without a time as it is now. */
  record: (kind: string, guid: string, when?: When) =>
    searched(
      `/reports/audit/records/${kind}/${guid}`,
      when && Object.fromEntries(Object.entries(when).map(([name, value]) => [name, String(value)])),
    ),
};
