/* The Nest module of every context, one line each. `with(resources)` makes those that need settings or connections. */
export { AttachmentsModule } from './attachments/attachments.module.ts';
export { AuditModule } from './audit/audit.module.ts';
export { AuditorsModule } from './auditors/auditors.module.ts';
export { BillingModule } from './billing/billing.module.ts';
export { FormsModule } from './forms/forms.module.ts';
export { IdentityModule } from './identity/identity.module.ts';
export { ImportsModule } from './imports/imports.module.ts';
export { IncidentsModule } from './incidents/incidents.module.ts';
export { IntegrationModule } from './integration/integration.module.ts';
export { MailModule } from './mail/mail.module.ts';
export { MetricsModule } from './metrics/metrics.module.ts';
export { NotificationsModule } from './notifications/notifications.module.ts';
export { OrganizationsModule } from './organizations/organizations.module.ts';
export { PrivacyModule } from './privacy/privacy.module.ts';
export { SingleSignOnModule } from './single-sign-on/single-sign-on.module.ts';
export { StaffModule } from './staff/staff.module.ts';
export { TasksModule } from './tasks/tasks.module.ts';
