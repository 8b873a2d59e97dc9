import { paged, pattern, searched } from '../../lib/url/paths.ts';

/** Routes of the incident pages. Users know incidents as events. */
export const incidentsPattern = {
  events: '/events',
  eventList: '/events/list/:currentPage',
  reportEvent: pattern.reportEvent,
  reportAttachment: '/events/add/:eventId/attachment',
  outbox: pattern.outbox,
  event: '/events/:eventId',
  eventDetails: '/events/:eventId/details',
  eventAttachments: '/events/:eventId/attachments',
  eventHistory: '/events/:eventId/history',
  exportEvent: '/events/:eventId/export',
  editEvent: '/events/:eventId/edit',
  deleteEvent: '/events/:eventId/delete',
  eventTasks: '/events/:eventId/tasks',
  addTask: '/events/:eventId/tasks/add',
  eventTask: '/events/:eventId/tasks/:taskGuid',
  editTask: '/events/:eventId/tasks/:taskGuid/edit',
  addTaskToReport: '/events/add/:eventId/task',
  reportedEvent: '/reported-events/:eventId',
  myReports: '/my-reports',
} as const;

export const incidentsPaths = {
  /** Page of the list; its filters are search parameters (see url-state). */
  eventList: (page = 1, search?: URLSearchParams | Record<string, string>) => searched(`/events/list/${page}`, search),
  /** What the user reported, and what became of it. */
  myReports: paged(incidentsPattern.myReports),
  reportEvent: (search?: Record<string, string>) => searched(incidentsPattern.reportEvent, search),
  /** Outbox; `saved` names the report that was just stored. */
  outbox: (search?: Record<string, string>) => searched(incidentsPattern.outbox, search),
  event: (eventId: string) => `/events/${eventId}`,
  eventAttachments: (eventId: string) => `/events/${eventId}/attachments`,
  /** History of an incident, or a past revision. */
  eventHistory: (eventId: string, revision?: number) =>
    searched(`/events/${eventId}/history`, revision === undefined ? undefined : { revision: String(revision) }),
  exportEvent: (eventId: string) => `/events/${eventId}/export`,
  editEvent: (eventId: string) => `/events/${eventId}/edit`,
  /** Editing, with nothing but the questions that a quick report left open. */
  answerOpenQuestions: (eventId: string) => searched(`/events/${eventId}/edit`, { open: 'true' }),
  deleteEvent: (eventId: string) => `/events/${eventId}/delete`,
  eventTasks: (eventId: string) => `/events/${eventId}/tasks`,
  addTask: (eventId: string) => `/events/${eventId}/tasks/add`,
};
