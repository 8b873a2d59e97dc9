import { randomUUID } from 'node:crypto';
import type { Form, FormSummary } from '@plimsoll/contracts/forms/form';
import type { ReportIncidentRequest } from '@plimsoll/contracts/incidents/requests';
import type { Startup } from '@plimsoll/contracts/organizations/answers';
import type { OrganizationAnswer } from '@plimsoll/contracts/organizations/settings';
import type { Page } from './journey.ts';
import { newPerson, type NewPerson } from './new-person.ts';
import { newestWrite, rememberWrite } from './own-writes.ts';
import { requiredAnswers } from './product-api.ts';

export interface NewOrganization {
  guid: string;
  name: string;
  founder: NewPerson;
  /** Calls the API as its founder. Throws on an error response. */
  call: <Answer>(method: string, path: string, body?: unknown) => Promise<Answer>;
}

/** The API as the user who is signed in on the page's browser. */
export async function callAs(page: Page): Promise<NewOrganization['call']> {
  const answer = await page.request.post('/api/auth/refresh', { headers: { origin: new URL(page.url()).origin } });
  let { jwt } = (await answer.json()) as { jwt: string };
  return async <Answer>(method: string, path: string, body?: unknown) => {
    const atLeast = method === 'GET' ? newestWrite(path) : undefined;
    const headers = {
      authorization: `Bearer ${jwt}`,
      ...(atLeast && { 'at-least': atLeast }),
      ...(method !== 'GET' && { 'idempotency-key': randomUUID() }),
    };
    const response = await page.request.fetch(`/api${path}`, { method, headers, data: body });
    if (!response.ok()) throw new Error(`${method} ${path}: ${response.status()} ${await response.text()}`);
    rememberWrite(method, response.headers()['position']);
    jwt = response.headers()['authorization']?.replace('Bearer ', '') ?? jwt;
    return (response.status() === 204 ? undefined : await response.json()) as Answer;
  };
}

/**
 * A new organization, whose founder is signed in on the page's browser; set up and in a trial of all modules, unless
 * options say otherwise. Its reports ask no one, so that each journey chooses its reviewers; `asksAtOnce` leaves that as
 * it is for new organizations.
 */
export async function newOrganization(
  page: Page,
  {
    isSetUp = true,
    hasPlan = isSetUp,
    asksAtOnce = !hasPlan,
    utmCampaign,
  }: { isSetUp?: boolean; hasPlan?: boolean; asksAtOnce?: boolean; utmCampaign?: string } = {},
): Promise<NewOrganization> {
  const founder = await newPerson(page, 'Fay Holm');
  const call = await callAs(page);
  const { user } = await call<{ user: { guid: string } }>('GET', '/startup');
  const name = `Harbour ${randomUUID().slice(0, 8)}`;
  const { guid } = await call<OrganizationAnswer>('POST', '/orgs', {
    creatorGuid: user.guid,
    name,
    sizeRange: 'ONE_TO_TEN',
    ...(utmCampaign && { utmCodes: { utmCampaign } }),
  });
  if (isSetUp) {
    await call('PATCH', `/orgs/${guid}`, { onboardingStatus: 'ONBOARDED' });
    // As after the founder's first page.
    await call('PATCH', `/org-memberships/${guid}/${user.guid}`, { isOnboarded: true });
  }
  if (hasPlan)
    await call('POST', `/orgs/${guid}/subscription/complete/MONTH`, {
      startFreeTrial: true,
      emailAddress: founder.emailAddress,
    });
  if (!asksAtOnce) await call('PATCH', `/orgs/${guid}/customer-config`, { code: 'REVIEWER_AT_ONCE', isEnabled: false });
  return { guid, name, founder, call };
}

/** Invites an address as a manager. */
export const invite = ({ guid, call }: NewOrganization, recipientEmailAddress: string, recipientName = 'Bo Reef') =>
  call('PUT', '/org-invitations', {
    organizationGuid: guid,
    recipientName,
    recipientEmailAddress,
    organizationUserGroups: ['Standard', 'Manager'],
  });

/** Reports a near miss in an organization without worksites, as the user of `call`. */
export async function reportNearMiss(
  { guid, call }: Pick<NewOrganization, 'guid' | 'call'>,
  description: string,
  rest: Partial<ReportIncidentRequest> = {},
): Promise<string> {
  const ours = (path: string) => `${path}?organizationGuid=${guid}`;
  const { items } = await call<{ items: FormSummary[] }>('GET', ours('/forms'));
  const form = await call<Form>('GET', ours(`/forms/${items.find(({ name }) => name === 'Near miss')!.formGuid}`));
  const { regions } = await call<Startup>('GET', ours('/startup'));
  const body: ReportIncidentRequest = {
    formGuid: form.formGuid,
    formVersion: form.version,
    description,
    occurrenceDate: '2026-06-01',
    regionGuid: regions[0]!.guid,
    location: 'The quay',
    injuredPersons: [],
    components: requiredAnswers(form),
    ...rest,
  };
  return (await call<{ eventId: string }>('POST', ours('/reported-events'), body)).eventId;
}
