import { defineContext } from '../kernel/context.ts';
import { reportingGroup, reportingGroupList, worksite, worksiteList } from '../organizations/answers.ts';
import { unitErrors } from './errors.ts';
import { reportingGroupStream, worksiteStream } from './streams.ts';
import { unitRoutes } from './unit-routes.ts';
import { reportingGroupDetail, unitHistory, worksiteDetail } from './units.ts';

export const unitsContext = defineContext({
  name: 'units',
  streams: [worksiteStream, reportingGroupStream],
  routes: unitRoutes,
  errors: unitErrors,
  answers: {
    Worksite: worksite,
    WorksiteList: worksiteList,
    WorksiteDetail: worksiteDetail,
    ReportingGroup: reportingGroup,
    ReportingGroupList: reportingGroupList,
    ReportingGroupDetail: reportingGroupDetail,
    UnitHistory: unitHistory,
  },
  labels: {
    worksite: 'Worksite',
    'reporting-group': 'Reporting group',
  },
});
