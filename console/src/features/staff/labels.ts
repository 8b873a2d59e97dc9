/** Labels of the operations that staff called. Others are shown by their operation ID. */
const operationLabels: Readonly<Record<string, string>> = {
  getStartup: 'The organization’s settings and worksites',
  getPosition: 'Whether something changed',
  getOrganization: 'The organization and its people',
  listMemberships: 'The people',
  listIncidents: 'The list of events',
  getIncident: 'An event',
  getIncidentHistory: 'The history of an event',
  getDashboard: 'The dashboard',
  listDashboardCases: 'Events behind a figure',
  listNotifications: 'Notifications',
  listForms: 'The forms',
  getForm: 'A form',
  listWorksites: 'The worksites',
  listReportingGroups: 'The reporting groups',
  listLocations: 'The locations',
  listFeatures: 'The modules',
  getCustomerConfig: 'The features',
  listExternalSystems: 'The external systems',
  getBillingStatus: 'The subscription’s status',
  getBilling: 'By whom payments are taken',
  getSubscription: 'The subscription',
  listProducts: 'What is sold',
  getLoadLines: 'Limits of one year',
  getMonthlyMetrics: 'The hours of a month',
};

export const operationLabel = (operationId: string): string => operationLabels[operationId] ?? operationId;

/** What our staff tried to change, which no access allows. */
export const REFUSED_CHANGE = 'Tried to make a change, which was refused';
