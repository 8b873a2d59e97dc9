import { forms, notifications, organizationGuid, preloadQuery, preloadFixedQuery } from '../../lib/api/preload.ts';
import { forward, screen, type Declared, type Gate } from '../../lib/url/screen.ts';
import { tasksPaths } from '../tasks/paths.ts';
import { incidentsPaths, incidentsPattern } from './paths.ts';

const events: readonly Gate[] = [{ module: 'events' }];

const ofOrganization = { query: { organizationGuid } };
const event = () => preloadFixedQuery('getIncident', { params: { eventId: '*eventId*' }, ...ofOrganization });

export const routes: readonly Declared[] = [
  forward({
    path: incidentsPattern.events,
    to: ({ search }) => incidentsPaths.eventList(1, search),
    gate: events,
  }),
  screen({
    path: incidentsPattern.eventList,
    page: () => import('./pages/event-list.route.tsx'),
    gate: events,
    everyday: 'of-list',
    preload: () => [
      {
        at: incidentsPattern.eventList.replace(':currentPage', '1'),
        ask: [
          preloadQuery('listIncidents', {
            query: { organizationGuid, sortBy: 'OCCURRENCE_DATE', sortDirection: 'DESCENDING', limit: 10, offset: 0 },
          }),
          forms(),
          notifications(),
        ],
      },
      { ask: [forms()] },
    ],
  }),
  screen({
    path: incidentsPattern.reportEvent,
    page: () => import('./pages/report-event.route.tsx'),
    gate: events,
    fillsPhone: true,
    everyday: true,
    later: () => [
      import('./form/errors/field-errors.ts'),
      import('../../lib/offline/outbox.ts'),
      import('@plimsoll/contracts/incidents/requests'),
    ],
    preload: () => [{ ask: [preloadQuery('getForm', { params: { guid: '*formGuid*' }, ...ofOrganization })] }],
  }),
  forward({
    path: incidentsPattern.reportAttachment,
    to: ({ params }) => incidentsPaths.eventAttachments(params.eventId!),
    gate: events,
  }),
  screen({
    path: incidentsPattern.outbox,
    page: () => import('./pages/outbox.route.tsx'),
    gate: events,
    fillsPhone: true,
  }),
  screen({
    path: incidentsPattern.editEvent,
    page: () => import('./pages/edit-event.route.tsx'),
    gate: events,
    everyday: true,
    preload: () => [{ ask: [event()] }],
  }),
  screen({
    path: incidentsPattern.event,
    page: () => import('./pages/event.route.tsx'),
    gate: events,
    everyday: 'of-event',
  }),
  screen({
    path: [incidentsPattern.event, incidentsPattern.eventDetails, incidentsPattern.deleteEvent],
    page: () => import('./pages/event-details.route.tsx'),
    inside: incidentsPattern.event,
    everyday: 'of-event',
    preload: () => [{ ask: [event(), notifications()] }],
  }),
  screen({
    path: incidentsPattern.eventHistory,
    page: () => import('./pages/event-history.route.tsx'),
    inside: incidentsPattern.event,
    everyday: 'of-event',
    preload: () => [{ ask: [event()] }],
  }),
  screen({
    path: incidentsPattern.exportEvent,
    page: () => import('./pages/event-export.route.tsx'),
    inside: incidentsPattern.event,
  }),
  forward({ path: incidentsPattern.eventTask, to: ({ params }) => tasksPaths.task(params.taskGuid!), gate: events }),
  forward({
    path: incidentsPattern.editTask,
    to: ({ params }) => tasksPaths.task(params.taskGuid!, '#change'),
    gate: events,
  }),
  forward({
    path: incidentsPattern.addTaskToReport,
    to: ({ params }) => incidentsPaths.addTask(params.eventId!),
    gate: events,
  }),
  forward({ path: incidentsPattern.reportedEvent, to: ({ params }) => incidentsPaths.event(params.eventId!) }),
];
