import type { DerivedNames } from '@plimsoll/event-store/chain/derived-names';
import { categoryTitles } from '../forms/categories/form-category.ts';
import { formPlaces } from '../forms/create-form.ts';
import { accountNames } from '../identity/accounts/user.ts';
import { fileNames } from '../incidents/attachment-reservation.ts';
import { viewPlaces } from '../incidents/views/limited-views.ts';
import { apiKeyPlaces } from '../integration/create-api-key.ts';
import { webhookPlaces } from '../integration/webhooks/create-webhook.ts';
import { invitedNames } from '../joining/invitation.ts';
import { requestedNames } from '../joining/membership-request.ts';
import { organizationIds } from '../organizations/founding/organization-entry.ts';
import { domainPlaces } from '../single-sign-on/add-domain.ts';
import { verifiedDomains } from '../single-sign-on/organization-domain.ts';
import { reportingGroupNames } from '../units/reporting-group.ts';
import { worksiteNames } from '../units/worksite.ts';

/** Every kind of names that commands reserve, and how the log tells which must be reserved. */
export const derivedNames: DerivedNames = {
  ofStreams: [
    accountNames,
    organizationIds,
    verifiedDomains,
    worksiteNames,
    reportingGroupNames,
    categoryTitles,
    invitedNames,
    requestedNames,
  ],
  forGood: [fileNames, apiKeyPlaces, webhookPlaces, formPlaces, viewPlaces, domainPlaces],
};
