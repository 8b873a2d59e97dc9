import type { EventFields } from './fields/event-fields.ts';

/** A draft is one instance of the form: its key makes a double tap, or a retry after a reload, one report. */
export interface ReportDraft {
  key: string;
  /** The key of asking for its review; drafts of an earlier version have none. */
  reviewKey?: string;
  /** When it was sent, where it may have arrived: sent again it has to be the same report. */
  at?: string | undefined;
  /** Whether it is being told in a minute. */
  isQuick?: boolean;
  fields: EventFields;
}

/** Under this a person's draft of a report is kept; without a form, what all of theirs in an organization begin with. */
export const reportDraftKey = (userGuid: string, organizationGuid: string, formGuid = ''): string =>
  `report:${userGuid}:${organizationGuid}:${formGuid}`;

/** The same for a report that comes back from the outbox: a draft of its form may lie there already. */
export const returnedDraftKey = (userGuid: string, organizationGuid: string, formGuid: string, key: string): string =>
  `${reportDraftKey(userGuid, organizationGuid, formGuid)}:${key}`;
