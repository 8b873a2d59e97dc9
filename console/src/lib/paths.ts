/**
 * The one map of addresses. No address is written by hand elsewhere; `pattern` is for the router, the builders are
 * for everything that leads somewhere.
 */
export const pattern = {
  root: '/',
  home: '/home',
  signIn: '/signin',
  signInPassword: '/signin-password',
  signUp: '/signup',
  signUpIn: '/signup/:currencyCode',
  signUpWith: '/signup/:currencyCode/:channelPartner',
  checkMail: '/signup/verify',
  verifyEmail: '/verify-email',
  forgotPassword: '/forgot-password',
  resetPassword: '/forgot-password/reset',
  signOut: '/signout',
  privacy: '/privacy',
  terms: '/terms',
  mailbox: '/mailbox',
  chooseOrganization: '/choose-organization',
  dashboard: '/dashboard',
  toDoList: '/dashboard/to-do-list',
  figureCases: '/dashboard/cases/:currentPage',
  figureMonths: '/dashboard/months',
  events: '/events',
  eventList: '/events/list/:currentPage',
  reportEvent: '/events/add',
  event: '/events/:eventId',
  eventDetails: '/events/:eventId/details',
  eventHistory: '/events/:eventId/history',
  editEvent: '/events/:eventId/edit',
  deleteEvent: '/events/:eventId/delete',
  reportedEvent: '/reported-events/:eventId',
  reportingMetrics: '/settings/organization/reporting',
  reportingMonth: '/settings/organization/reporting/:yearMonth',
} as const;

const searched = (path: string, search?: URLSearchParams | Record<string, string>): string => {
  const text = search ? new URLSearchParams(search).toString() : '';
  return text ? `${path}?${text}` : path;
};

export const paths = {
  root: () => pattern.root,
  home: () => pattern.home,
  signIn: (next?: string) => searched(pattern.signIn, next ? { next } : undefined),
  signUp: () => pattern.signUp,
  /** Says to look for the mail that verifies an address. */
  checkMail: () => pattern.checkMail,
  forgotPassword: () => pattern.forgotPassword,
  signOut: () => pattern.signOut,
  privacy: () => pattern.privacy,
  terms: () => pattern.terms,
  /** Mails that no mail server carries: those to an address, and the one that is open. */
  mailbox: (search?: Record<string, string>) => searched(pattern.mailbox, search),
  chooseOrganization: () => pattern.chooseOrganization,
  dashboard: (search?: URLSearchParams) => searched(pattern.dashboard, search),
  /** All that the person has to do, unfolded on the dashboard. */
  toDoList: () => `${pattern.dashboard}#tasks`,
  /** A page of what a figure of the dashboard counts. */
  figureCases: (page: number, search: URLSearchParams | Record<string, string>) => searched(`/dashboard/cases/${page}`, search),
  /** The months whose hours or kilometres a rate divides by. */
  figureMonths: (search: URLSearchParams | Record<string, string>) => searched(pattern.figureMonths, search),
  /** A page of the event list; its filters are parameters (see url-state). */
  eventList: (page = 1, search?: URLSearchParams | Record<string, string>) => searched(`/events/list/${page}`, search),
  reportEvent: (search?: Record<string, string>) => searched(pattern.reportEvent, search),
  event: (eventId: string) => `/events/${eventId}`,
  /** The event's history, or the event as one of its revisions left it. */
  eventHistory: (eventId: string, revision?: number) => searched(`/events/${eventId}/history`, revision === undefined ? undefined : { revision: String(revision) }),
  editEvent: (eventId: string) => `/events/${eventId}/edit`,
  deleteEvent: (eventId: string) => `/events/${eventId}/delete`,
  reportingMetrics: () => pattern.reportingMetrics,
  reportingMonth: (yearMonth: string) => `/settings/organization/reporting/${yearMonth}`,
};
