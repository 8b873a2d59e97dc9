import { myReport, myReportList } from './my-reports.ts';
import { defineContext } from '../kernel/context.ts';
import {
  incidentCommandAnswer,
  incidentDetail,
  incidentHistory,
  incidentList,
  incidentListItem,
  incidentStep,
} from './answers.ts';
import { incidentErrors } from './errors.ts';
import { bulkAnswer } from './list-requests.ts';
import { incidentRoutes } from './routes.ts';
import { incidentExportStream, incidentStream, savedViewStream } from './streams.ts';
import { savedView, savedViewAnswer, savedViewList } from './view-answers.ts';
import { viewRoutes } from './view-routes.ts';

export const incidentsContext = defineContext({
  name: 'incidents',
  streams: [incidentStream, savedViewStream, incidentExportStream],
  routes: [...incidentRoutes, ...viewRoutes],
  errors: incidentErrors,
  answers: {
    IncidentListItem: incidentListItem,
    IncidentList: incidentList,
    IncidentStep: incidentStep,
    IncidentDetail: incidentDetail,
    IncidentHistory: incidentHistory,
    MyReport: myReport,
    MyReportList: myReportList,
    IncidentCommandAnswer: incidentCommandAnswer,
    SavedView: savedView,
    SavedViewList: savedViewList,
    SavedViewAnswer: savedViewAnswer,
    BulkAnswer: bulkAnswer,
  },
  labels: {
    incident: 'Event',
    'saved-view': 'Saved view',
    'incident-export': 'Export of events',
  },
  internal: {
    'saved-view': 'how somebody looks at the list of events is told to nobody else',
    'incident-export': 'who took which list is told by the change log',
  },
});
