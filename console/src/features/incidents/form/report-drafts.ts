import type { EventFields } from './fields/event-fields.ts';

/** Draft of a report. Its idempotency key makes a double click, or a retry after a reload, one report. */
export interface ReportDraft {
  key: string;
  /** Idempotency key of the review request. Drafts of earlier versions have none. */
  reviewKey?: string;
  /** When the report was first sent. A report that may have arrived has to be sent again with the same instant. */
  at?: string | undefined;
  /** The day that the form proposed; null where a person has to choose it. Drafts of earlier versions do not say it. */
  proposedDate?: string | null | undefined;
  /** Whether it is a quick report. */
  isQuick?: boolean;
  fields: EventFields;
}

/** Storage key of a user's draft with a form. Without a form, the prefix of all their drafts in the organization. */
export const reportDraftKey = (userGuid: string, organizationGuid: string, formGuid = ''): string =>
  `report:${userGuid}:${organizationGuid}:${formGuid}`;

/** Storage key of a report that came back from the outbox. It differs from that of a new draft with the same form. */
export const returnedDraftKey = (userGuid: string, organizationGuid: string, formGuid: string, key: string): string =>
  `${reportDraftKey(userGuid, organizationGuid, formGuid)}:${key}`;
