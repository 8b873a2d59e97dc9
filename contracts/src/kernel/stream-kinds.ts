/* Generated from contexts.ts by `npm run generate`. */
/** What people see a record called, by the kind of its stream. */
export const streamLabels = {
  incident: 'Event',
  task: 'Corrective action',
  worksite: 'Worksite',
  'reporting-group': 'Reporting group',
  member: 'Person',
  'user-group': 'Role',
  invitation: 'Invitation',
  'membership-request': 'Request to join',
  organization: 'Organization',
  'monthly-metrics': 'Monthly figures',
  'load-lines': 'Load lines',
  'load-line': 'Load line',
  user: 'Account',
  'registered-organization': 'Organization’s ID',
  'organization-domain': 'Domain',
  erasure: 'Erasure',
  'erasure-request': 'Request to erase',
  'legal-hold': 'Legal holds',
  'staff-access': 'Staff access',
  'api-key': 'API key',
  webhook: 'Webhook',
  'kafka-export': 'Export to Kafka',
  form: 'Form',
  'form-category': 'Form category',
  'saved-view': 'Saved view',
  'incident-export': 'Export of events',
  billing: 'Subscription',
  'audit-bundle': 'Audit bundle',
  'auditor-grant': 'Auditor’s grant',
  'access-log': 'Access log',
  checkpoint: 'Checkpoint',
  catalogue: 'Catalogue',
  'call-list': 'Call list',
  alarm: 'Alarm',
  'alarm-settings': 'Alarm settings',
} as const;

export type StreamKind = keyof typeof streamLabels;

export const streamKinds = Object.keys(streamLabels) as [StreamKind, ...StreamKind[]];
