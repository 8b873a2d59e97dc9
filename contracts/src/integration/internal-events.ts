const account = 'an account is a person\'s own, and no organization\'s';
const member = 'who belongs to an organization is told by its own directory';
const judged = 'a crossed limit follows from figures that are told';
const settings = 'how an organization has set up Plimsoll is its own matter';
const key = 'who asks for what is told by the change log';
const evidence = 'who takes evidence away is told by the change log';
const outsider = 'whom an organization lets look into its events is its own matter';
const taken = 'who took which list is told by the change log';
const view = 'how somebody looks at the list of events is told to nobody else';
const form = 'what an organization asks by is its own matter; a report names its form';
const action = 'what must be done about an incident is its organization\'s own matter';
const billing = 'what an organization pays for Plimsoll is between the two';
const staff = 'our staff are in no organization\'s data';
const entry = 'it stands in the installation\'s log, which nobody follows';
const erasure = 'what is asked for and what is held is its organization\'s own matter; that somebody was erased is told itself';

/** Kinds of streams that nobody else is told of, whatever stands in them: files of actions, too. */
export const internalStreams: Readonly<Record<string, string>> = { task: action };

/** Domain events that no other system is told of, each with the reason. A test names those that are neither here nor mapped. */
export const internalEvents: Readonly<Record<string, string>> = {
  UserRegistered: account, PasswordChanged: account, UserRenamed: account, UsernameChanged: account, EmailAddressAdded: account, EmailAddressRemoved: account, PrimaryEmailAddressChanged: account,
  ProfilePhotoChanged: account, ProfilePhotoRemoved: account, SecondFactorAdded: account, SecondFactorRemoved: account, RecoveryCodesMade: account, SecondFactorsReset: account, EmailPreferencesChanged: account,
  OrganizationRegistered: entry, RegisteredNameChanged: entry, RegisteredIdChanged: entry, OrganizationDomainAdded: entry, OrganizationDomainVerified: entry, OrganizationDomainRemoved: entry,
  OrganizationCreated: settings, OrganizationRenamed: settings, OrganizationIdChanged: settings, OrganizationSizeChanged: settings, OrganizationTimeZoneChanged: settings, OrganizationOnboarded: settings,
  OrganizationLogoChanged: settings, OrganizationLogoRemoved: settings, ExternalSystemsChanged: settings, LocationAdded: settings, LocationChanged: settings, LocationRemoved: settings, RegionSuggested: settings,
  SubscriptionStatusSet: settings, OrganizationModuleSwitched: settings, CustomerConfigChanged: settings, SsoProviderSet: settings, SsoActivated: settings, SsoDeactivated: settings,
  MemberJoined: member, MemberPermissionsChanged: member, MemberUserPermissionsChanged: member, MemberIndustriesChanged: member, MemberDetailsChanged: member, MemberRemoved: member,
  MemberReportingGroupChanged: member, MemberOnboardingChanged: member, UserGroupPermissionsChanged: member, InvitationSent: member, InvitationRevoked: member, InvitationAccepted: member, InvitationDeclined: member,
  MembershipRequested: member, MembershipRequestApproved: member, MembershipRequestDeclined: member, MembershipRequestWithdrawn: member,
  StaffGranted: staff, StaffRevoked: staff, StaffAccessBegan: staff, StaffAccessEnded: staff,
  FormCreated: form, FormDetailsChanged: form, FormWorkflowChanged: form, FormGroupsChanged: form, FormQuestionsChanged: form, FormPublished: form, FormChangesDiscarded: form,
  FormArchived: form, FormRestored: form, FormRemoved: form, BuiltInFormHidden: form, BuiltInFormOffered: form, FormCategoryCreated: form, FormCategoryRenamed: form,
  FormCategoryRemoved: form, FormPutInCategory: form, FormTakenFromCategory: form,
  SavedViewCreated: view, SavedViewChanged: view, SavedViewRemoved: view, IncidentsExported: taken,
  TaskCreated: action, TaskChanged: action, TaskCompleted: action, TaskVerified: action, TaskFoundNotEffective: action, TaskReopened: action, TaskCancelled: action,
  TaskDeleted: action,
  BillingOpened: billing, PlanChosen: billing, BillingDetailsChanged: billing, TrialBegun: billing, TrialExtended: billing, PlanBought: billing, CataloguePublished: entry,
  PurchaseBegun: billing, PurchaseCompleted: billing, PurchaseFailed: billing, ChargeRequested: billing, ChargeSucceeded: billing, ChargeFailed: billing, PaymentMethodSet: billing, PeriodBegun: billing,
  InvoiceIssued: billing, InvoicePaid: billing, SubscriptionCancelled: billing, SubscriptionRestored: billing, QuantityChanged: billing,
  InvoiceVoided: billing, TrialEnded: billing, GraceBegun: billing, GraceEnded: billing, SubscriptionEnded: billing, MembersCounted: billing, BillingReminderSent: billing, BillingClockMoved: billing,
  RefundRequested: billing, RefundCompleted: billing, RefundFailed: billing, CreditNoteIssued: billing,
  LoadLineCrossed: judged, LoadLineRearmed: judged, LoadLineDismissed: judged,
  ApiKeyCreated: key, ApiKeyRevoked: key,
  AuditorGranted: outsider, AuditorRevoked: outsider, AuditorLocked: outsider,
  AuditBundleMade: evidence, AccessLogSealed: evidence, LegalHoldPlaced: erasure, LegalHoldReleased: erasure,
  ErasureRequested: erasure, ErasureCancelled: erasure, ErasureCompleted: erasure, InvitationErased: erasure,
  WebhookCreated: key, WebhookChanged: key, WebhookSecretRotated: key, WebhookDisabled: key, WebhookRemoved: key, KafkaExportSet: key,
};
