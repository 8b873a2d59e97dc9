import { pattern, searched } from '../../lib/url/paths.ts';

/** The addresses of incidents, which people know as events. */
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
} as const;

export const incidentsPaths = {
  /** A page of the event list; its filters are parameters (see url-state). */
  eventList: (page = 1, search?: URLSearchParams | Record<string, string>) => searched(`/events/list/${page}`, search),
  reportEvent: (search?: Record<string, string>) => searched(incidentsPattern.reportEvent, search),
  /** What waits on this device to be sent; `saved` names what has just been put there. */
  outbox: (search?: Record<string, string>) => searched(incidentsPattern.outbox, search),
  event: (eventId: string) => `/events/${eventId}`,
  eventAttachments: (eventId: string) => `/events/${eventId}/attachments`,
  /** The event's history, or the event as one of its revisions left it. */
  eventHistory: (eventId: string, revision?: number) =>
    searched(`/events/${eventId}/history`, revision === undefined ? undefined : { revision: String(revision) }),
  exportEvent: (eventId: string) => `/events/${eventId}/export`,
  editEvent: (eventId: string) => `/events/${eventId}/edit`,
  deleteEvent: (eventId: string) => `/events/${eventId}/delete`,
  eventTasks: (eventId: string) => `/events/${eventId}/tasks`,
  addTask: (eventId: string) => `/events/${eventId}/tasks/add`,
};
