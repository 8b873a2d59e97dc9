import { account } from './account/project.ts';
import { frequencyChart } from './frequency-chart/project.ts';
import { incidentDetail } from './incident-detail/project.ts';
import { incidentHistory } from './incident-history/project.ts';
import { incidentList } from './incident-list/project.ts';
import { loadLinesProjection } from './load-lines/project.ts';
import { memberList } from './member-list/project.ts';
import { monthlyMetricsProjection } from './monthly-metrics/project.ts';
import { notificationListProjection } from './notification-list/project.ts';
import { organizationSettings } from './organization-settings/project.ts';
import type { ReadModel } from './runner/read-model.ts';

/** Every read model there is. */
export const projections: readonly ReadModel[] = [
  account, memberList, organizationSettings, incidentList, incidentDetail, incidentHistory, frequencyChart, monthlyMetricsProjection,
  loadLinesProjection, notificationListProjection,
];
