import { readFileSync } from 'node:fs';
import { injuryForm } from '@plimsoll/contracts/forms/built-in-forms';
import { v7 as uuidv7 } from 'uuid';
import { albertaGuid } from '../../test/incidents/sample-incident.ts';
import { stopTakingPayments, takingPayments } from '../../test/payments.ts';
import { ago, Standings } from '../../test/standings.ts';
import { TestApplication, type Answer, type TestPerson } from '../../test/test-application.ts';

/** Always open. Typed by hand from the specification's table; independent of the contracts on purpose. */
const always = `
  signIn answerChallenge refreshSession signOut signUp verifyEmail resendVerification requestPasswordReset resetPassword openInvitation takeSamlAnswer endSso unsubscribe
  updateUser addEmailAddress changeEmailAddress removeEmailAddress setProfilePhoto removeProfilePhoto changePassword endSessions endSession
  beginTotp confirmTotp removeTotp beginPasskey addPasskey removePasskey makeRecoveryCodes changeEmailPreferences foundOrganization askToJoin withdrawMembershipRequest answerInvitation
  reportIncident amendIncident deleteIncident restoreIncident requestReview reviewIncident returnIncident requestApproval approveIncident reopenIncident
  exportIncidents changeIncidents askForAuditBundle grantAuditor revokeAuditor signInAsAuditor requestErasure cancelErasure placeLegalHold releaseLegalHold
  putAttachment changeAttachment deleteAttachment restoreAttachment eraseAttachment
  putTaskAttachment changeTaskAttachment deleteTaskAttachment restoreTaskAttachment eraseTaskAttachment createTask changeTask deleteTask completeTask verifyTask reopenTask cancelTask recordMonthlyMetrics dismissNotification
  removeWorksite removeReportingGroup removeLogo removeLocation removeForm removeFormCategory removeSavedView revokeInvitation revokeApiKey removeWebhook rotateWebhookSecret
  setMemberIndustries changeMembership removeMember changeUserGroup answerMembershipRequest setCallListOfOrganization setCallListOfWorksite setCallListOfReportingGroup
  setAlarmSettings raiseAlarm acknowledgeAlarm takeOverAlarm callOffAlarm startAlarmDrill answerLinkedAlarm seeNews
  setSsoProvider trySso activateSso deactivateSso addDomain verifyDomain removeDomain beginStaffAccess endStaffAccess turnStaffOut allowStaffReturn choosePlan changeSubscription cancelSubscription buyPlan authenticatePurchase payInvoice hearPaymentProvider`
  .trim()
  .split(/\s+/);
const walled = `
  createWorksite updateWorksite archiveWorksite createReportingGroup updateReportingGroup archiveReportingGroup switchFeature changeCustomerConfig changeExternalSystems sendInvitation
  createForm changeForm changeFormWorkflow changeFormGroups changeFormQuestions publishForm discardFormChanges archiveForm restoreForm createFormCategory renameFormCategory sortForm
  setLoadLines createApiKey createWebhook changeWebhook testWebhook rewindWebhook replayDeadDeliveries replayDelivery
  setKafkaExport saveView changeSavedView uploadImport mapImport runImport`
  .trim()
  .split(/\s+/);
/** Open until the organization has been set up. */
const walledOnceOnboarded = 'updateOrganization setLogo addLocation changeLocation suggestRegion'.split(' ');

interface Documented {
  readonly operationId: string;
  readonly 'x-access': unknown;
  readonly responses: Readonly<Record<string, unknown>>;
}
const document = JSON.parse(readFileSync(new URL('../../../../contracts/openapi.json', import.meta.url), 'utf8')) as {
  paths: Record<string, Record<string, Documented>>;
};
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, documented]) => ({ path, method: method.toUpperCase(), ...documented })),
);
const writes = operations.filter(({ method }) => method !== 'GET');
type Operation = (typeof operations)[number];

let app: TestApplication;
let standings: Standings;
beforeAll(async () => {
  app = await TestApplication.start(takingPayments);
  standings = new Standings(app);
});
afterAll(async () => {
  await app?.stop();
  await stopTakingPayments();
});
const open = (tenant: string, at: Date) => standings.open(tenant, at);
const choose = (...chosen: Parameters<Standings['choose']>) => standings.choose(...chosen);

/** Ways to reach a gated status, by past events. */
const ways: Readonly<Record<string, (tenant: string) => Promise<void>>> = {
  FREE_TRIAL_EXPIRED: async (tenant) => (await open(tenant, ago(40)), choose(tenant, ago(40), 'MONTH', true)),
  NO_TRIAL_AVAILABLE: async (tenant) => (await open(tenant, ago(1)), choose(tenant, ago(1), 'WEEK', false)),
  'CHOOSE_PRODUCT, 14 days on': (tenant) => open(tenant, ago(15)),
  PAYMENT_REQUIRED: (tenant) => standings.ways.PAYMENT_REQUIRED(tenant),
  NO_SUBSCRIPTION: (tenant) => standings.ways.NO_SUBSCRIPTION(tenant),
  'START_FREE_TRIAL, 14 days on': async (tenant) => (
    await open(tenant, ago(15)), choose(tenant, ago(1), 'MONTH', false)
  ),
};
/** Ways to reach statuses in which nothing is gated. */
const openWays: typeof ways = {
  UNKNOWN: async () => undefined,
  'CHOOSE_PRODUCT, 12 days on': (tenant) => open(tenant, ago(12)),
  IN_FREE_TRIAL: async (tenant) => (await open(tenant, ago(10)), choose(tenant, ago(10), 'MONTH', true)),
};

async function standing(
  way: (tenant: string) => Promise<void>,
): Promise<{ org: string; admin: TestPerson & { token: string } }> {
  const org = await app.found('Walled Works');
  const admin = await app.member(org, 'admin', 'Ada Quay');
  await way(org);
  return { org, admin };
}

const values: Readonly<Record<string, string>> = {
  yearMonth: '2026-04',
  year: '2026',
  name: 'Manager',
  productKey: 'essentials',
  billingFrequency: 'MONTH',
  channelPartnerCode: 'NORTHWIND',
  domain: 'example.com',
  recipientEmailAddress: 'nobody@example.test',
  emailAddress: 'nobody@example.test',
};
const somewhere = uuidv7();
function ask({ path, method }: Operation, org: string, token: string): Promise<Answer> {
  const address = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    name === 'orgGuid' ? org : (values[name] ?? somewhere),
  );
  return app.call(method, path.includes('{orgGuid}') ? address : `${address}?organizationGuid=${org}`, {
    token,
    ...(method === 'GET' || method === 'DELETE' ? {} : { body: {} }),
  });
}

const AT_ONCE = 10;
/** Answers to the operations, in their order. */
async function answersTo(those: readonly Operation[], org: string, token: string): Promise<[string, Answer][]> {
  const answers: [string, Answer][] = [];
  for (let at = 0; at < those.length; at += AT_ONCE)
    answers.push(
      ...(await Promise.all(
        those
          .slice(at, at + AT_ONCE)
          .map(
            async (operation): Promise<[string, Answer]> => [operation.operationId, await ask(operation, org, token)],
          ),
      )),
    );
  return answers;
}
const statuses = (answers: [string, Answer][]) => answers.map(([operationId, { status }]) => [operationId, status]);

test('every write of the OpenAPI document is in the table, and those that may be refused declare it', () => {
  expect(writes.map(({ operationId }) => operationId).sort()).toEqual(
    [...always, ...walled, ...walledOnceOnboarded].sort(),
  );
  expect(
    operations
      .filter(({ responses }) => JSON.stringify(responses['402'] ?? '').includes('SubscriptionRequired'))
      .map(({ operationId }) => operationId)
      .sort(),
  ).toEqual([...walled, ...walledOnceOnboarded].sort());
  process.stdout.write(
    `the wall: ${writes.length} writes, ${always.length} open in any case, ${walled.length + walledOnceOnboarded.length} walled, in ${Object.keys(ways).length} statuses\n`,
  );
});

describe.each(Object.entries(ways))('at %s', (name, way) => {
  const state = name.split(',')[0]!;
  let org: string;
  let admin: TestPerson & { token: string };
  let standard: string;

  beforeAll(async () => {
    ({ org, admin } = await standing(way));
    standard = (await app.member(org, 'standard', 'Stan Reef')).token;
  });

  test('the startup data has it', async () => {
    expect((await app.call('GET', '/startup', { token: admin.token })).body.organization.billingStatus).toMatchObject({
      subscriptionStatus: state,
      isWalled: true,
    });
  });

  test('a write that is not always open is 402, before its body is validated', async () => {
    const answers = await answersTo(
      writes.filter(({ operationId }) => walled.includes(operationId)),
      org,
      admin.token,
    );
    expect(answers.map(([operationId, { status, body }]) => [operationId, status, body.className, body.state])).toEqual(
      answers.map(([operationId]) => [operationId, 402, 'SubscriptionRequired', state]),
    );
    expect(answers).toHaveLength(walled.length);
  });

  test('an actor without permission gets 403 rather than 402', async () => {
    const answers = statuses(
      await answersTo(
        writes.filter(
          ({ operationId, 'x-access': access }) => walled.includes(operationId) && typeof access === 'object',
        ),
        org,
        standard,
      ),
    );
    expect(answers).toEqual(answers.map(([operationId]) => [operationId, 403]));
  });

  test('reporting, exporting, leaving, security, the own account and all reads are never refused', async () => {
    const answers = statuses(
      await answersTo(
        operations.filter(({ operationId, method }) => method === 'GET' || always.includes(operationId)),
        org,
        admin.token,
      ),
    );
    expect(answers.filter(([, status]) => status === 402)).toEqual([]);
  });
});

test.each(Object.entries(openWays))('at %s every write is as open as ever', async (_, way) => {
  const { org, admin } = await standing(way);
  const answers = statuses(
    await answersTo(
      writes.filter(({ operationId }) => !always.includes(operationId)),
      org,
      admin.token,
    ),
  );
  expect(answers.filter(([, status]) => status === 402)).toEqual([]);
});

test('a new organization can be set up regardless of its subscription, and is gated after that', async () => {
  const person = await app.register('Rig Quay');
  const first = await app.signIn(person);
  const founded = await app.call('POST', '/orgs', {
    token: first,
    body: { creatorGuid: person.userGuid, name: 'Rig Works', sizeRange: 'ONE_TO_TEN', timeZone: 'America/Edmonton' },
  });
  const token = founded.headers.get('Authorization')!.replace('Bearer ', '');
  const org: string = founded.body.guid;
  await choose(org, new Date(), 'WEEK', false);
  const change = (body: object) => app.call('PATCH', `/orgs/${org}`, { token, body });
  expect(await change({ sizeRange: 'ELEVEN_TO_FIFTY' })).toMatchObject({
    status: 200,
    body: { subscriptionStatus: 'NO_TRIAL_AVAILABLE' },
  });
  expect((await app.call('POST', `/orgs/${org}/worksite-locations`, { token, body: { name: 'Yard' } })).status).toBe(
    402,
  );
  expect((await change({ onboardingStatus: 'ONBOARDED' })).status).toBe(200);
  await new Promise((resolve) => setTimeout(resolve, 500));
  const answers = statuses(
    await answersTo(
      writes.filter(({ operationId }) => walledOnceOnboarded.includes(operationId)),
      org,
      token,
    ),
  );
  expect(answers).toEqual(answers.map(([operationId]) => [operationId, 402]));
});

test('a module that the plan lacks is not switched on, and is switched off', async () => {
  const {
    org,
    admin: { token },
  } = await standing(openWays['IN_FREE_TRIAL']!);
  const switched = async (featureCode: string, isEnabled: boolean) =>
    (await app.call('PATCH', `/orgs/${org}/features`, { token, body: { featureCode, isEnabled } })).status;
  expect([
    await switched('credentials', true),
    await switched('credentials', false),
    await switched('myDocs', true),
  ]).toEqual([402, 204, 204]);
});

test('where payment is due an injury is reported, reviewed, approved and read; people are removed and leave; nobody is invited', async () => {
  const { org, admin } = await standing(ways['PAYMENT_REQUIRED']!);
  const [reporter, leaver] = [
    await app.member(org, 'standard', 'Rita Reef'),
    await app.member(org, 'standard', 'Lea Reef'),
  ];
  const [group] = injuryForm.groups;
  const injury = {
    formGuid: injuryForm.formGuid,
    formVersion: 1,
    occurrenceDate: '2026-03-02',
    occurrenceTime: '14:30',
    regionGuid: albertaGuid,
    location: 'North quay',
    description: 'A cut finger.',
    injuredPersons: [{ name: 'Olga Fern', personType: 'CONTRACTOR', nature: '111', classification: 'MEDICAL_AID' }],
    components: [
      { groupGuid: group!.groupGuid, answers: [{ questionGuid: group!.questions[0]!.questionGuid, value: false }] },
    ],
  };
  const report = await app.call('POST', '/reported-events', { token: reporter.token, body: injury });
  expect(report).toMatchObject({ status: 201 });
  const { eventId } = report.body;
  const command = async (verb: string, body: object) =>
    (await app.call('POST', `/reported-events/${eventId}/${verb}`, { token: admin.token, body })).status;
  expect(await command('request-review', { reviewerGuid: admin.userGuid })).toBe(200);
  expect(await command('review', { severity: 2, likelihood: 2, comment: 'Seen' })).toBe(200);
  expect(await command('request-approval', { approverGuid: admin.userGuid })).toBe(200);
  expect(await command('approve', {})).toBe(200);
  expect(
    (
      await app.call('GET', `/reported-events/${eventId}`, {
        token: admin.token,
        headers: { 'At-Least': report.headers.get('position')! },
      })
    ).status,
  ).toBe(200);
  expect(
    (await app.call('DELETE', `/org-memberships/${org}/${leaver.userGuid}`, { token: leaver.token })).status,
  ).toBeLessThan(300);
  expect(
    (await app.call('DELETE', `/org-memberships/${org}/${reporter.userGuid}`, { token: admin.token })).status,
  ).toBeLessThan(300);
  expect(
    await app.call('PUT', `/org-invitations?organizationGuid=${org}`, {
      token: admin.token,
      body: { recipientName: 'Nia Reef', recipientEmailAddress: 'nia@example.test' },
    }),
  ).toMatchObject({
    status: 402,
    body: { className: 'SubscriptionRequired', detail: 'Your organization needs a subscription for this' },
  });
});
