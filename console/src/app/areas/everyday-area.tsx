import { redirect, type RouteObject } from 'react-router';
import { paths, pattern } from '../../lib/url/paths.ts';
import { DashboardGate, EventsGate } from '../gates.tsx';
import { screensOf, type Screens } from './screen.ts';

const screen = screensOf(
  import.meta.glob([
    '../../features/attachments/pages/{event-attachments,unsent-files}.route.tsx',
    '../../features/incidents/pages/{edit-event,event,event-details,event-export,event-history,event-list,outbox,report-event}.route.tsx',
    '../../features/metrics/pages/{dashboard,figure-cases,figure-months,to-do-list}.route.tsx',
    '../../features/tasks/pages/event-tasks.route.tsx',
  ]) as Screens,
);

const index = (file: string): RouteObject => ({ ...screen(undefined, file), index: true, children: undefined });

/** What people open day by day: known from the start. */
export const routes: RouteObject[] = [
  {
    Component: DashboardGate,
    children: [
      screen(pattern.dashboard, 'metrics/dashboard'),
      screen(pattern.figureCases, 'metrics/figure-cases'),
      screen(pattern.figureMonths, 'metrics/figure-months'),
      screen(pattern.toDoList, 'metrics/to-do-list'),
    ],
  },
  {
    Component: EventsGate,
    children: [
      {
        path: pattern.events,
        loader: ({ request }) => redirect(paths.eventList(1, new URL(request.url).searchParams)),
      },
      screen(pattern.eventList, 'incidents/event-list'),
      screen(pattern.reportEvent, 'incidents/report-event', undefined, { fillsPhone: true }),
      { path: pattern.reportAttachment, loader: ({ params }) => redirect(paths.eventAttachments(params.eventId!)) },
      screen(pattern.outbox, 'incidents/outbox', [index('attachments/unsent-files')], { fillsPhone: true }),
      screen(pattern.editEvent, 'incidents/edit-event'),
      screen(pattern.event, 'incidents/event', [
        index('incidents/event-details'),
        screen('details', 'incidents/event-details'),
        screen('delete', 'incidents/event-details'),
        screen('attachments', 'attachments/event-attachments'),
        screen('history', 'incidents/event-history'),
        screen('export', 'incidents/event-export'),
        screen('tasks', 'tasks/event-tasks'),
        screen('tasks/add', 'tasks/event-tasks'),
      ]),
      { path: pattern.eventTask, loader: ({ params }) => redirect(paths.task(params.taskGuid!)) },
      { path: pattern.editTask, loader: ({ params }) => redirect(paths.task(params.taskGuid!, '#change')) },
      { path: pattern.addTaskToReport, loader: ({ params }) => redirect(paths.addTask(params.eventId!)) },
    ],
  },
  { path: pattern.reportedEvent, loader: ({ params }) => redirect(paths.event(params.eventId!)) },
];
