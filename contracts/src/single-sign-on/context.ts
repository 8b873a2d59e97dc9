import { defineContext, IN_INSTALLATION_LOG } from '../kernel/context.ts';
import { singleSignOnErrors } from './errors.ts';
import { ssoRoutes } from './sso-routes.ts';
import {
  endSsoAnswer,
  organizationDomain,
  organizationDomainList,
  ssoProvider,
  ssoSettings,
  tryAnswer,
} from './sso.ts';
import { organizationDomainStream } from './streams.ts';

export const singleSignOnContext = defineContext({
  name: 'single-sign-on',
  streams: [organizationDomainStream],
  routes: ssoRoutes,
  errors: singleSignOnErrors,
  answers: {
    SsoProvider: ssoProvider,
    SsoSettings: ssoSettings,
    SsoTry: tryAnswer,
    OrganizationDomain: organizationDomain,
    OrganizationDomainList: organizationDomainList,
    EndSsoAnswer: endSsoAnswer,
  },
  labels: {
    'organization-domain': 'Domain',
  },
  internal: {
    'organization-domain': IN_INSTALLATION_LOG,
  },
});
