import { http } from 'msw';
import { myReportList } from '@plimsoll/contracts/incidents/my-reports';
import { answersShare, type AnswersShare } from '@plimsoll/contracts/metrics/answers-share';
import { answer } from '../../../lib/test/stage.tsx';

/** How soon the reports of three months were answered. */
export const answersOf = (change: Partial<AnswersShare> = {}) =>
  http.get('*/api/dashboard/answers', () =>
    answer(answersShare, {
      from: '2026-08-14',
      to: '2026-11-11',
      reports: 51,
      within7Days: 43,
      later: 5,
      notYet: 3,
      share: 43 / 51,
      ...change,
    }),
  );

export const noAnswers = answersOf({ reports: 0, within7Days: 0, later: 0, notYet: 0, share: null });

export const noReports = http.get('*/api/my-reports', () =>
  answer(myReportList, { items: [], totalCount: 0, limit: 3, offset: 0 }),
);
