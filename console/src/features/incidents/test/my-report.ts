import { myReport, type MyReport } from '@plimsoll/contracts/incidents/my-reports';
import { daniel, guid } from '../../../lib/test/stage.tsx';

/** A near miss that waits for Daniel's review, as its reporter sees it. */
export const reported = (change: Partial<MyReport> = {}): MyReport =>
  myReport.parse({
    eventId: guid(1048),
    number: 1048,
    heading: 'Forklift reversed into the racking at Bay 4',
    formName: 'Near miss',
    occurrenceDate: '2026-11-17',
    worksiteName: 'Acheson Yard',
    state: 'REVIEW_REQUESTED',
    reportedAt: '2026-11-17T13:52:00Z',
    with: { ...daniel, since: '2026-11-17T13:52:00Z' },
    reviewedAt: null,
    closedAt: null,
    returnedAt: null,
    answer: null,
    actions: { open: 0, toCheck: 0, verified: 0 },
    alarm: null,
    answeredAt: null,
    ...change,
  });
