import { defineReadContext } from '../platform/read-context.ts';
import { incidentDetail } from './incident-detail/project.ts';
import { incidentList } from './incident-list/project.ts';
import { reportAnswers } from './report-answers/project.ts';
import { incidentViewList } from './incident-view-list/project.ts';

export const incidents = defineReadContext({
  readModels: [incidentList, incidentDetail, incidentViewList, reportAnswers],
  queries: [
    () => import('./incident-detail/query.ts'),
    () => import('./incident-history/query.ts'),
    () => import('./incident-list/listed-units.ts'),
    () => import('./incident-list/query.ts'),
    () => import('./incident-list/whole-list.ts'),
    () => import('./incident-view-list/query.ts'),
    () => import('./report-answers/query.ts'),
  ],
});
