import { attachmentRoutes } from '../attachments/routes.ts';
import { auditRoutes } from '../audit/routes.ts';
import { auditorRoutes } from '../auditors/routes.ts';
import { billingRoutes } from '../billing/routes.ts';
import { formRoutes } from '../forms/routes.ts';
import { identityRoutes } from '../identity/routes.ts';
import { importRoutes } from '../imports/routes.ts';
import { incidentRoutes } from '../incidents/routes.ts';
import { viewRoutes } from '../incidents/view-routes.ts';
import { integrationRoutes } from '../integration/routes.ts';
import { mailRoutes } from '../mail/routes.ts';
import { metricsRoutes } from '../metrics/routes.ts';
import { notificationRoutes } from '../notifications/routes.ts';
import { memberRoutes } from '../members/member-routes.ts';
import { organizationRoutes } from '../organizations/routes.ts';
import { ssoRoutes } from '../single-sign-on/sso-routes.ts';
import { organizationSettingsRoutes } from '../organizations/settings-routes.ts';
import { unitRoutes } from '../units/unit-routes.ts';
import { privacyRoutes } from '../privacy/routes.ts';
import { staffRoutes } from '../staff/routes.ts';
import { taskRoutes } from '../tasks/routes.ts';
import type { Route } from './route.ts';

/** Every route of the API: its edge, OpenAPI and the console's client are made from this list. Who may ask is reviewed in `access.json`. */
export const routes = [
  ...identityRoutes,
  ...organizationRoutes,
  ...unitRoutes,
  ...organizationSettingsRoutes,
  ...memberRoutes,
  ...ssoRoutes,
  ...formRoutes,
  ...incidentRoutes,
  ...viewRoutes,
  ...importRoutes,
  ...attachmentRoutes,
  ...taskRoutes,
  ...metricsRoutes,
  ...notificationRoutes,
  ...mailRoutes,
  ...staffRoutes,
  ...integrationRoutes,
  ...auditRoutes,
  ...privacyRoutes,
  ...auditorRoutes,
  ...billingRoutes,
] as const satisfies readonly Route[];
