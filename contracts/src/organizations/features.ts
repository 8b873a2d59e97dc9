/** Modules that an organization switches on or off. */
export const modules = [
  'dashboard',
  'myDocs',
  'events',
  'safetyProgram',
  'safetyProgramDocumentExport',
  'intrac',
  'reportedEvents',
  'yourOrganization',
  'manageRegionsAndIndustries',
  'credentials',
  'bistrainer',
] as const;
export type Module = (typeof modules)[number];

/** Modules that are on in a newly founded organization. */
export const modulesAtFirst: readonly Module[] = [
  'dashboard',
  'events',
  'reportedEvents',
  'yourOrganization',
  'manageRegionsAndIndustries',
];

/** Customer-config flags with the state they have until the organization changes them. */
export const customerConfigDefaults = {
  CUSTOM_EVENTS: true,
  REPORTING_GROUPS: true,
  WORKSITES: true,
  COVID_19_REPORTING: true,
  CONTRACTORS: false,
  KEEP_PHOTO_LOCATION: false,
  REVIEWER_AT_ONCE: true,
  BILLING: true,
} as const satisfies Record<string, boolean>;
export type CustomerConfigCode = keyof typeof customerConfigDefaults;
/** What the operator of the installation switches, and no organization itself. */
export const OPERATORS_FLAG = 'BILLING' satisfies CustomerConfigCode;
export const customerConfigCodes = Object.keys(customerConfigDefaults) as [CustomerConfigCode, ...CustomerConfigCode[]];

export const sizeRanges = {
  ONE_TO_TEN: '1-10',
  ELEVEN_TO_FIFTY: '11-50',
  FIFTY_ONE_TO_TWO_HUNDRED: '51-200',
  OVER_TWO_HUNDRED: '201-1000',
} as const;
export type SizeRange = keyof typeof sizeRanges;

/** Whether an organization's admins have been led through setting it up. */
export const onboardingStatuses = ['NOT_ONBOARDED', 'ONBOARDED'] as const;
export type OnboardingStatus = (typeof onboardingStatuses)[number];

/** How a person became a member. */
export const waysOfJoining = ['FOUNDER', 'INVITATION', 'REQUEST', 'SSO'] as const;
export type WayOfJoining = (typeof waysOfJoining)[number];

export const userGroups = ['Standard', 'Manager'] as const;
export type UserGroup = (typeof userGroups)[number];

/** How the members of an organization sign in. */
export const authTypes = ['USERNAME_PASSWORD', 'SSO_SAML'] as const;
