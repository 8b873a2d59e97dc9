/**
 * The map of addresses. No address is written by hand elsewhere; `pattern` is for the router, the builders are for everything
 * that leads somewhere. What only an area of its own leads to stands beside it: public-paths.ts, settings-paths.ts.
 */
export const pattern = {
  root: '/',
  home: '/home',
  signIn: '/signin',
  signInPassword: '/signin-password',
  signUp: '/signup',
  signOut: '/signout',
  chooseOrganization: '/choose-organization',
  welcome: '/welcome',
  orgOnboarding: '/org-onboarding',
  dashboard: '/dashboard',
  toDoList: '/dashboard/to-do-list',
  figureCases: '/dashboard/cases/:currentPage',
  figureMonths: '/dashboard/months',
  events: '/events',
  eventList: '/events/list/:currentPage',
  reportEvent: '/events/add',
  reportAttachment: '/events/add/:eventId/attachment',
  outbox: '/events/outbox',
  importEvents: '/events/import',
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
  tasks: '/tasks',
  task: '/corrective-actions/:taskGuid',
  reportedEvent: '/reported-events/:eventId',
  settings: '/settings',
  personalSettings: '/settings/personal',
  intrac: '/intrac',
  auditor: '/auditor',
} as const;

/** An address with what is asked for behind it, if anything is. */
export const searched = (path: string, search?: URLSearchParams | Record<string, string>): string => {
  const text = search ? new URLSearchParams(search).toString() : '';
  return text ? `${path}?${text}` : path;
};

/** A page of a list whose state stands in its parameters, the page among them. */
export const paged =
  (path: string) =>
  (page = 1, search?: URLSearchParams | Record<string, string>) => {
    const parameters = new URLSearchParams(search);
    if (page > 1) parameters.set('page', String(page));
    else parameters.delete('page');
    return searched(path, parameters);
  };

export const paths = {
  root: () => pattern.root,
  home: () => pattern.home,
  signIn: (next?: string) => searched(pattern.signIn, next ? { next } : undefined),
  signUp: (search?: URLSearchParams) => searched(pattern.signUp, search),
  signOut: () => pattern.signOut,
  chooseOrganization: () => pattern.chooseOrganization,
  /** Founds another organization, for whoever has one. */
  newOrganization: () => `${pattern.orgOnboarding}/basics?new=true`,
  dashboard: (search?: URLSearchParams) => searched(pattern.dashboard, search),
  /** All that the person has to do. */
  toDoList: () => pattern.toDoList,
  /** A page of what a figure of the dashboard counts. */
  figureCases: (page: number, search: URLSearchParams | Record<string, string>) =>
    searched(`/dashboard/cases/${page}`, search),
  /** The months whose hours or kilometres a rate divides by. */
  figureMonths: (search: URLSearchParams | Record<string, string>) => searched(pattern.figureMonths, search),
  /** A page of the event list; its filters are parameters (see url-state). */
  eventList: (page = 1, search?: URLSearchParams | Record<string, string>) => searched(`/events/list/${page}`, search),
  reportEvent: (search?: Record<string, string>) => searched(pattern.reportEvent, search),
  importEvents: () => pattern.importEvents,
  /** What waits on this device to be sent; `saved` names what has just been put there. */
  outbox: (search?: Record<string, string>) => searched(pattern.outbox, search),
  event: (eventId: string) => `/events/${eventId}`,
  exportEvent: (eventId: string) => `/events/${eventId}/export`,
  eventAttachments: (eventId: string) => `/events/${eventId}/attachments`,
  /** The event's history, or the event as one of its revisions left it. */
  eventHistory: (eventId: string, revision?: number) =>
    searched(`/events/${eventId}/history`, revision === undefined ? undefined : { revision: String(revision) }),
  editEvent: (eventId: string) => `/events/${eventId}/edit`,
  deleteEvent: (eventId: string) => `/events/${eventId}/delete`,
  eventTasks: (eventId: string) => `/events/${eventId}/tasks`,
  addTask: (eventId: string) => `/events/${eventId}/tasks/add`,
  /** A page of all corrective actions; its filters are parameters. */
  tasks: paged(pattern.tasks),
  /** A corrective action; `#change` opens the dialog that changes it. */
  task: (taskGuid: string, hash: '' | '#change' = '') => `/corrective-actions/${taskGuid}${hash}`,
  settings: () => pattern.settings,
  personalSettings: () => pattern.personalSettings,
  intrac: () => pattern.intrac,
};
