import { defineContext, IN_INSTALLATION_LOG, job } from '../kernel/context.ts';
import { customerConfig, membership, membershipList, positionAnswer, region, regionList, startup } from './answers.ts';
import { organizationErrors } from './errors.ts';
import { externalSystem } from './organization-fields.ts';
import { organizationRoutes } from './routes.ts';
import { organizationSettingsRoutes } from './settings-routes.ts';
import {
  externalSystemList,
  featureList,
  foundOrganizations,
  industry,
  industryList,
  intracUrlList,
  operatingLocation,
  operatingLocationList,
  organization,
  organizationLogo,
  regionSuggestion,
  sectorAndIndustries,
  sectorList,
} from './settings.ts';
import { organizationStream, registeredOrganizationStream } from './streams.ts';
import { billingStatus } from './subscription.ts';

export const organizationsContext = defineContext({
  name: 'organizations',
  streams: [organizationStream, registeredOrganizationStream],
  routes: [...organizationRoutes, ...organizationSettingsRoutes],
  errors: organizationErrors,
  answers: {
    Startup: startup,
    PositionAnswer: positionAnswer,
    Membership: membership,
    MembershipList: membershipList,
    Region: region,
    RegionList: regionList,
    CustomerConfig: customerConfig,
    Organization: organization,
    FoundOrganizations: foundOrganizations,
    FeatureList: featureList,
    ExternalSystem: externalSystem,
    ExternalSystemList: externalSystemList,
    Industry: industry,
    IndustryList: industryList,
    SectorAndIndustries: sectorAndIndustries,
    SectorList: sectorList,
    OperatingLocation: operatingLocation,
    OperatingLocationList: operatingLocationList,
    IntracUrlList: intracUrlList,
    RegionSuggestion: regionSuggestion,
    BillingStatus: billingStatus,
    OrganizationLogo: organizationLogo,
  },
  labels: {
    organization: 'Organization',
    'registered-organization': 'Organization’s ID',
  },
  internal: {
    organization: 'how an organization has set up Plimsoll is its own matter',
    'registered-organization': IN_INSTALLATION_LOG,
  },
  jobs: {
    /** Writes to an organization's own log what the installation's log has settled about it. */
    COMPLETE_ORGANIZATION: job<{ readonly organization: string }>(),
  },
});
