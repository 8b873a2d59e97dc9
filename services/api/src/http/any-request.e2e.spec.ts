import fc from 'fast-check';
import type { AnswerValue } from '@plimsoll/contracts/forms/answer-value';
import { isShown, questionsOf } from '@plimsoll/contracts/forms/asked-questions';
import { builtInForms, earlierBuiltInForms } from '@plimsoll/contracts/forms/built-in-forms';
import type { Form, Question } from '@plimsoll/contracts/forms/form';
import type { Route } from '@plimsoll/contracts/http/route';
import { routes } from '@plimsoll/contracts/http/routes';
import { incidentFilter } from '@plimsoll/contracts/incidents/requests';
import { INSTALLATION_TENANT } from '@plimsoll/contracts/kernel/values/ids';
import { regions } from '@plimsoll/contracts/organizations/regions';
import { positionOf } from '@plimsoll/projections/runner/follow/position-token';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { arbitraryOf, type KnownFields } from '../../test/requests/arbitrary-of-schema.ts';
import { stopTakingPayments, takingPayments } from '../../test/payments.ts';
import { reservationErrors } from '../../../../tools/test/reservation-errors.ts';
import { TestApplication, type Answer } from '../../test/test-application.ts';
import { oiicsCodes } from '../incidents/answers/oiics.ts';
import { OpenBilling } from '../billing/open-billing.ts';
import { systemEnvelope } from '../commands/own-envelope.ts';
import { industries } from '../organizations/locations/industries.ts';

const REQUESTS = Number(process.env['ANY_REQUESTS'] ?? 500);
const SEED = Number(process.env['ANY_REQUESTS_SEED'] ?? Math.floor(Math.random() * 2 ** 31));
const AT_ONCE = 8;
/** Number of requests per batch: generating more at once blocks the process until connections time out. */
const PORTION = 1_000;
/** A run only counts if both outcomes occur. A few hundred requests may miss one by chance; then more are generated. */
const bothHappen = { accepted: 1, refused: 1 };
const enough = {
  reportIncident: { accepted: REQUESTS / 50, refused: REQUESTS / 25 },
  amendIncident: bothHappen,
  recordMonthlyMetrics: bothHappen,
  setLoadLines: bothHappen,
  requestReview: bothHappen,
};
/** Commands go to few incidents, so that these progress through the workflow. */
const WALKED = 12;

let app: TestApplication;
let admin: pg.Client;
let organizationGuid: string;
let token: string;
let known: KnownFields;
/** User guid for account changes: mostly that of the caller. */
let accountOwner: fc.Arbitrary<string>;
const incidents: string[] = [];
const formGuids: string[] = [];
const tasks: string[] = [];

beforeAll(async () => {
  app = await TestApplication.start(async (database) => ({
    ...(await takingPayments(database)),
    kafka: { topicPrefix: '' },
  }));
  admin = new pg.Client({ connectionString: app.database.adminUrl });
  await admin.connect();
  organizationGuid = await app.found('Any Works');
  await app.api.application.commands.execute(new OpenBilling(systemEnvelope({ tenant: organizationGuid })));
  const person = await app.member(organizationGuid, 'admin', 'Any Body');
  token = person.token;
  const [reviewer, approver, worksite, group] = [
    await app.member(organizationGuid, ['REVIEW_EVENTS']),
    await app.member(organizationGuid, ['APPROVE_EVENTS']),
    await app.createWorksite(organizationGuid, 'North quay'),
    await app.createReportingGroup(organizationGuid, 'Riggers'),
  ];
  // Mostly the caller themselves, so that they can continue.
  const named = (guid: string) => fc.constantFrom(person.userGuid, person.userGuid, guid);
  accountOwner = named(reviewer.userGuid);
  const code = (codes: ReadonlySet<string>) => fc.constantFrom(...codes, null);
  known = {
    organizationGuid: fc.constant(organizationGuid),
    worksiteGuid: fc.constantFrom(worksite, worksite, worksite, null),
    regionGuid: fc.constantFrom(regions[0]!.guid, null),
    reportingGroupGuid: fc.constantFrom(group, group, group, null),
    onBehalfOfUserGuid: fc.constantFrom(reviewer.userGuid, null),
    userAccountGuid: fc.constantFrom(approver.userGuid, null),
    reviewerGuid: named(reviewer.userGuid),
    approverGuid: named(approver.userGuid),
    responsibleGuid: named(reviewer.userGuid),
    verifierGuid: named(approver.userGuid),
    at: fc.constantFrom(undefined, undefined, undefined, new Date().toISOString(), '1900-01-01T00:00:00Z'),
    severity: fc.integer({ min: 0, max: 5 }),
    likelihood: fc.integer({ min: 0, max: 5 }),
    injuredPersonGuid: fc.constant(undefined),
    relatedPersonGuid: fc.constant(undefined),
    // Modules that the other requests need stay on, and no one else becomes an admin, who could remove the caller.
    isAdmin: fc.constantFrom(undefined, false),
    featureCode: fc.constantFrom('bistrainer', 'intrac', 'CONTRACTORS'),
    code: fc.constantFrom('CONTRACTORS', undefined),
    members: fc.constantFrom([], [person.userGuid], [reviewer.userGuid, person.userGuid]),
    creatorGuid: named(person.userGuid),
    timeZone: fc.constantFrom('America/Edmonton', 'UTC', 'Mars/Olympus'),
    userGuid: named(reviewer.userGuid),
    industryGuids: fc.constantFrom([], [industries[0]!.guid], [industries[1]!.guid, industries[1]!.guid]),
    matching: fc.constantFrom('Any Works', 'x'),
    nature: code(oiicsCodes.nature),
    bodyPart: code(oiicsCodes.bodyPart),
    source: code(oiicsCodes.source),
    event: code(oiicsCodes.event),
  };
});
afterAll(async () => {
  await admin?.end();
  await app?.stop();
  await stopTakingPayments();
});

const text = fc.constantFrom('Yes', ' ', '🏗', 'a\0b', '\ud800', 'line\nline', 'x'.repeat(1_000), 'x'.repeat(1_001));

/** A value for a question: mostly a valid one. */
function answerTo({ type, options }: Question): fc.Arbitrary<unknown> {
  const choice = options.length > 0 ? fc.constantFrom(...options.map(({ value }) => value)) : fc.constant(null);
  const usual: Partial<Record<Question['type'], fc.Arbitrary<unknown>>> = {
    INTEGER: fc.integer({ min: 0, max: 20 }),
    DECIMAL: fc.integer({ min: 0, max: 500 }).map((tenths) => tenths / 10),
    YES_NO: fc.boolean(),
    CHOICE: choice,
    MULTI_CHOICE: fc.uniqueArray(choice, { minLength: 1, maxLength: 3 }),
    DATE: fc.constantFrom('2026-02-01', '1900-01-01', '0000-01-01'),
    TIME: fc.constantFrom('07:45', '24:00'),
    DATE_TIME: fc.constantFrom('2026-02-01T07:45', '0000-01-01T00:00'),
    RISK: fc.record({ severity: fc.integer({ min: 0, max: 5 }), likelihood: fc.integer({ min: 0, max: 5 }) }),
    SIGNATURE: fc.record({ name: fc.constantFrom('Ann Lee', '🏗') }),
  };
  const words = fc.oneof(
    { weight: 20, arbitrary: fc.constantFrom('Yes', '🏗', 'line\nline') },
    { weight: 1, arbitrary: text },
  );
  return fc.oneof(
    { weight: 60, arbitrary: usual[type] ?? words },
    { weight: 1, arbitrary: fc.oneof(text, fc.double(), fc.constantFrom(null, [], ['a\0b'], '', true)) },
  );
}

/** Answers to a form's visible questions, including all required ones. */
const componentsOf = (form: Form): fc.Arbitrary<unknown> =>
  anyAnswersTo(form).map((components) => {
    const values = new Map(
      components.flatMap(({ answers }) =>
        answers.map(({ questionGuid, value }) => [questionGuid, value as AnswerValue] as const),
      ),
    );
    const questions = questionsOf(form);
    const isAsked = (questionGuid: string) =>
      isShown(questions.get(questionGuid)!, questions, (other) => values.get(other.questionGuid));
    return components.map(({ groupGuid, answers }) => ({
      groupGuid,
      answers: answers.filter(({ questionGuid }) => isAsked(questionGuid)),
    }));
  });

const anyAnswersTo = ({ groups }: Form) =>
  fc.tuple(
    ...groups.map((group) =>
      fc
        .tuple(
          ...group.questions
            .filter(({ type }) => type !== 'INFO')
            .map((question) =>
              fc
                .tuple(question.required ? fc.constant(true) : fc.boolean(), answerTo(question))
                .map(([given, value]) => (given ? [{ questionGuid: question.questionGuid, value }] : [])),
            ),
        )
        .map((answers) => ({ groupGuid: group.groupGuid, answers: answers.flat() })),
    ),
  );

interface Request {
  readonly route: Route;
  readonly path: string;
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string>>;
}

const headers = fc
  .tuple(fc.integer({ min: 0, max: 80 }), fc.string({ unit: fc.constantFrom('a', '0', '-', '"', '\u00ff', '9') }))
  .map(([roll, words]): Record<string, string> => {
    const names = ['Idempotency-Key', 'If-Match', 'At-Least', 'traceparent', 'X-Request-Id'];
    const name = names[roll];
    if (name) return { [name]: words.trim() };
    return roll === 5 ? { 'If-Match': '4294967296' } : roll === 6 ? { 'If-Match': '"99999999999999999999"' } : {};
  });

const routeOf = (operationId: string): Route => routes.find((route) => route.operationId === operationId)!;

/** A query string: generated by the schema, written as people write addresses. */
const query = (schema: Route['query'], own: KnownFields = {}): fc.Arbitrary<string> =>
  (schema ? arbitraryOf(schema, { ...known, ...own }) : fc.constant({})).map((value) => {
    const pairs = Object.entries(value as object)
      .filter(([, part]) => part !== undefined)
      .map(
        ([name, part]) => `${encoded(name)}=${encoded(typeof part === 'string' ? part : (JSON.stringify(part) ?? ''))}`,
      );
    return pairs.length > 0 ? `?${pairs.join('&')}` : '';
  });

/** Encodes a lone surrogate as some clients do: three bytes that are no valid UTF-8. */
const encoded = (words: string): string =>
  encodeURIComponent(words.toWellFormed()).replaceAll('%EF%BF%BD', words.isWellFormed() ? '%EF%BF%BD' : '%ED%A0%80');

const bodyOf = (operationId: string): fc.Arbitrary<unknown> => {
  const { body, accepts } = routeOf(operationId);
  if (accepts === 'BYTES' || accepts === 'FORM')
    return fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes));
  if (!body) return fc.constant(undefined);
  if (operationId === 'reportIncident') {
    return fc.constantFrom(...builtInForms, ...earlierBuiltInForms).chain((form) =>
      arbitraryOf(body, {
        ...known,
        formGuid: fc.constant(form.formGuid),
        formVersion: fc.constant(form.version),
        components: componentsOf(form),
        awaitedAttachments: fc.oneof(
          { weight: 9, arbitrary: fc.constant(undefined) },
          {
            weight: 1,
            arbitrary: fc.uuid().map((attachmentGuid) => [{ attachmentGuid, name: 'Sling.jpg', size: 9 }]),
          },
        ),
      }),
    );
  }
  if (operationId === 'amendIncident')
    return arbitraryOf(body, {
      ...known,
      components: fc.oneof(
        { weight: 4, arbitrary: fc.constant(undefined) },
        { weight: 1, arbitrary: fc.constantFrom(...builtInForms).chain(componentsOf) },
      ),
    });
  // With a second organization each later request would have to name one.
  if (operationId === 'foundOrganization') return arbitraryOf(body, { ...known, creatorGuid: fc.uuid() });
  if (operationId === 'createTask')
    return arbitraryOf(body, {
      ...known,
      eventId: existing('{'),
      dueDate: fc.constantFrom('2199-01-01', '2026-01-01'),
      taskGuid: fc.constantFrom(undefined, uuidv7()),
    });
  if (operationId === 'createForm')
    return arbitraryOf(body, {
      ...known,
      formGuid: fc.constant(undefined),
      copyOf: fc.constantFrom(undefined, ...builtInForms.map(({ formGuid }) => formGuid)),
    });
  return arbitraryOf(body, known);
};

const filter = () =>
  fc.oneof(
    { weight: 20, arbitrary: arbitraryOf(incidentFilter).map((value) => JSON.stringify(value)) },
    { weight: 1, arbitrary: fc.constantFrom('{', '[]', 'null', '{"text":"\\u0000"}', '{"from":"0000-01-01"}', '\0') },
  );

/** One of those created before; which one is determined when the request is sent. */
const existing = (kind: '{' | '{form' | '{task') => fc.nat({ max: 1_000 }).map((index) => `${kind}${index}}`);
const EXISTING = /^(?:%7B|\{)(form|task|)(\d+)(?:%7D|\})$/;
function found(part: string): string {
  const [, kind, index] = EXISTING.exec(part) ?? [];
  if (index === undefined) return part;
  const those = kind === 'form' ? formGuids : kind === 'task' ? tasks : incidents;
  return those[Number(index) % Math.min(those.length, WALKED)] ?? uuidv7();
}

/** A request to one route; its incident is determined when it is sent. */
const requestTo = (operationId: string): fc.Arbitrary<Request> => {
  const route = routeOf(operationId);
  // Plans without a trial are not chosen: they would block the other writes with 402.
  const params: KnownFields = {
    orgGuid: fc.constant(organizationGuid),
    eventId: existing('{'),
    formGuid: existing('{form'),
    taskGuid: existing('{task'),
    productKey: fc.constantFrom('essentials', 'complete', 'pilot'),
    billingFrequency: fc.constantFrom('MONTH', 'YEAR'),
    regionGuid: fc.constant(regions[0]!.guid),
    userGuid: operationId === 'endSessions' ? fc.uuid() : known['userGuid']!,
  };
  const ofAccount: KnownFields = Object.hasOwn(ownAccount, operationId)
    ? { userGuid: accountOwner, identifier: accountOwner }
    : {};
  const path = (route.params ? arbitraryOf(route.params, { ...params, ...ofAccount }) : fc.constant({})).map((values) =>
    route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
      encoded(String((values as Record<string, unknown>)[name] ?? ' ')),
    ),
  );
  return fc
    .record({
      path: fc
        .tuple(path, query(route.query, { filter: filter(), cursor: fc.constant(undefined) }))
        .map((parts) => parts.join('')),
      body: bodyOf(operationId),
      headers,
    })
    .map((made) => ({ route, ...made }));
};

const ownAccount: Readonly<Record<string, number>> = {
  getUser: 1,
  updateUser: 3,
  listEmailAddresses: 1,
  addEmailAddress: 2,
  changeEmailAddress: 1,
  removeEmailAddress: 1,
  setProfilePhoto: 2,
  removeProfilePhoto: 1,
  getEmailPreferences: 1,
  changeEmailPreferences: 3,
};

const shares: Readonly<Record<string, number>> = {
  ...ownAccount,
  reportIncident: 155,
  amendIncident: 45,
  deleteIncident: 1,
  restoreIncident: 5,
  requestReview: 12,
  reviewIncident: 5,
  returnIncident: 3,
  requestApproval: 4,
  approveIncident: 4,
  saveView: 2,
  changeSavedView: 1,
  removeSavedView: 1,
  listSavedViews: 1,
  exportIncidents: 1,
  changeIncidents: 2,
  uploadImport: 1,
  mapImport: 1,
  runImport: 1,
  foundOrganization: 2,
  updateOrganization: 3,
  switchFeature: 1,
  changeCustomerConfig: 1,
  changeExternalSystems: 2,
  setLogo: 1,
  removeLogo: 1,
  beginStaffAccess: 1,
  endStaffAccess: 1,
  turnStaffOut: 1,
  allowStaffReturn: 1,
  addLocation: 2,
  changeLocation: 2,
  removeLocation: 1,
  suggestRegion: 1,
  setMemberIndustries: 1,
  createWorksite: 2,
  updateWorksite: 2,
  archiveWorksite: 1,
  removeWorksite: 1,
  createReportingGroup: 2,
  updateReportingGroup: 2,
  archiveReportingGroup: 2,
  removeReportingGroup: 1,
  changeMembership: 3,
  removeMember: 1,
  changeUserGroup: 2,
  sendInvitation: 3,
  answerInvitation: 1,
  revokeInvitation: 1,
  openInvitation: 1,
  askToJoin: 1,
  answerMembershipRequest: 1,
  withdrawMembershipRequest: 1,
  reopenIncident: 3,
  recordMonthlyMetrics: 14,
  setLoadLines: 10,
  setCallListOfOrganization: 3,
  setCallListOfWorksite: 2,
  setCallListOfReportingGroup: 2,
  findWhoIsAsked: 2,
  setAlarmSettings: 6,
  listAlarms: 4,
  raiseAlarm: 1,
  acknowledgeAlarm: 1,
  takeOverAlarm: 1,
  answerLinkedAlarm: 1,
  seeNews: 2,
  callOffAlarm: 1,
  startAlarmDrill: 1,
  dismissNotification: 1,
  signIn: 1,
  refreshSession: 1,
  signOut: 1,
  signUp: 1,
  verifyEmail: 1,
  resendVerification: 1,
  requestPasswordReset: 1,
  resetPassword: 1,
  answerChallenge: 1,
  changePassword: 1,
  endSession: 1,
  endSessions: 1,
  beginTotp: 1,
  confirmTotp: 1,
  removeTotp: 1,
  beginPasskey: 1,
  addPasskey: 1,
  removePasskey: 1,
  makeRecoveryCodes: 1,
  getAuthMethod: 1,
  setSsoProvider: 1,
  trySso: 1,
  activateSso: 1,
  deactivateSso: 1,
  addDomain: 1,
  verifyDomain: 1,
  removeDomain: 1,
  createApiKey: 1,
  revokeApiKey: 1,
  createWebhook: 2,
  askForAuditBundle: 1,
  grantAuditor: 1,
  revokeAuditor: 1,
  signInAsAuditor: 1,
  requestErasure: 1,
  cancelErasure: 1,
  placeLegalHold: 1,
  releaseLegalHold: 1,
  changeWebhook: 1,
  removeWebhook: 1,
  rotateWebhookSecret: 1,
  testWebhook: 1,
  rewindWebhook: 1,
  replayDeadDeliveries: 1,
  replayDelivery: 1,
  setKafkaExport: 1,
  takeSamlAnswer: 1,
  endSso: 1,
  unsubscribe: 1,
  createForm: 6,
  changeForm: 2,
  removeForm: 1,
  changeFormWorkflow: 1,
  changeFormGroups: 3,
  changeFormQuestions: 4,
  publishForm: 3,
  discardFormChanges: 1,
  archiveForm: 1,
  restoreForm: 1,
  createFormCategory: 2,
  renameFormCategory: 1,
  removeFormCategory: 1,
  sortForm: 2,
  putAttachment: 4,
  changeAttachment: 1,
  deleteAttachment: 1,
  restoreAttachment: 1,
  eraseAttachment: 1,
  putTaskAttachment: 2,
  changeTaskAttachment: 1,
  deleteTaskAttachment: 1,
  restoreTaskAttachment: 1,
  eraseTaskAttachment: 1,
  createTask: 8,
  changeTask: 3,
  deleteTask: 1,
  completeTask: 3,
  verifyTask: 2,
  reopenTask: 1,
  cancelTask: 1,
  listTasks: 2,
  choosePlan: 3,
  getSubscription: 1,
  quotePlan: 2,
  buyPlan: 3,
  changeSubscription: 2,
  cancelSubscription: 1,
  getPurchase: 1,
  listInvoices: 1,
  authenticatePurchase: 1,
  payInvoice: 1,
  hearPaymentProvider: 1,
  listKeptForms: 1,
  listIncidents: 12,
  getDashboard: 3,
  listMemberships: 3,
  getForm: 2,
  getIncident: 2,
};

const send = async ({ route, path, body, headers: sent }: Request): Promise<Answer> => {
  const address = path.replaceAll(/%7B\w+%7D/g, found);
  const resolved =
    route.operationId === 'createTask' && typeof (body as { eventId?: unknown }).eventId === 'string'
      ? { ...(body as object), eventId: found((body as { eventId: string }).eventId) }
      : body;
  for (let attempt = 1; ; attempt++) {
    const answer: Answer = await app.call(route.method, address, {
      ...(route.access === 'PUBLIC' ? {} : { token }),
      body: resolved,
      headers: sent,
    });
    // A busy machine may exhaust the wait for a connection; retry as the answer says.
    if (answer.status !== 503 || !answer.headers.has('retry-after') || attempt === 5) return answer;
    await sleep(500);
  }
};

/** What is wrong with an answer; null for a valid one. */
function errorOf({ status, body, headers: answered }: Answer): string | null {
  if (status >= 200 && status < 300) return null;
  if (status >= 500 || status < 400) return `${status} is no answer`;
  if (!/problem\+json/.test(answered.get('content-type') ?? '')) return 'a refusal that is no problem';
  return status === 400 &&
    !(
      body.fieldErrors?.length > 0 &&
      body.fieldErrors.every(({ field }: { field: unknown }) => typeof field === 'string')
    )
    ? 'a 400 that names no field'
    : null;
}

const parked = async () =>
  (await admin.query<{ event: string }>(`select to_jsonb(p)::text as event from parked_events p limit 3`)).rows.map(
    ({ event }) => event,
  );

async function listed(): Promise<Set<string>> {
  const found = new Set<string>();
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { body }: Answer = await app.call(
      'GET',
      `/reported-events?limit=100&sortBy=NUMBER${cursor && `&cursor=${cursor}`}`,
      { token },
    );
    for (const { eventId } of body.items) found.add(eventId);
    cursor = body.nextCursor;
  }
  return found;
}

test(
  `accepted requests of any kind are projected and in their list; refused ones name the field (ANY_REQUESTS=${REQUESTS} ANY_REQUESTS_SEED=${SEED})`,
  async () => {
    const weighed = Object.entries(shares).map(([operationId, weight]) => ({
      weight,
      arbitrary: requestTo(operationId),
    }));
    expect(routes.filter(({ method, operationId }) => method !== 'GET' && !shares[operationId])).toEqual([]);
    const any = fc.oneof(...weighed);

    const reports = new Map<string, { description: string }>();
    const deleted = new Set<string>();
    const answered = new Map<string, number>();
    let position = 0;
    const sendOne = async (request: Request): Promise<void> => {
      const answer = await send(request);
      const error = errorOf(answer);
      if (error)
        throw new Error(
          `${error}: ${request.route.method} ${request.path} ${JSON.stringify(request.headers)} ${JSON.stringify(request.body)?.slice(0, 3_000)}\n→ ${answer.status} ${JSON.stringify(answer.body)}`,
        );
      const isAccepted = answer.status < 300;
      const kind = `${request.route.operationId} ${isAccepted ? 'accepted' : 'refused'}`;
      answered.set(kind, (answered.get(kind) ?? 0) + 1);
      if (!isAccepted) return;
      position = Math.max(position, positionOf(answer.headers.get('Position') ?? '', organizationGuid) ?? 0);
      if (request.route.operationId === 'reportIncident') {
        incidents.push(answer.body.eventId);
        reports.set(answer.body.eventId, request.body as { description: string });
      }
      if (request.route.operationId === 'createForm') formGuids.push(answer.body.formGuid);
      if (request.route.operationId === 'createTask') tasks.push(answer.body.taskGuid);
      if (request.route.operationId === 'deleteIncident') deleted.add(answer.body.eventId);
      if (request.route.operationId === 'restoreIncident') deleted.delete(answer.body.eventId);
    };
    for (let made = 0; made < REQUESTS; made += PORTION) {
      const requests = fc.sample(any, { numRuns: Math.min(PORTION, REQUESTS - made), seed: SEED + made });
      for (let at = 0; at < requests.length; at += AT_ONCE)
        await Promise.all(requests.slice(at, at + AT_ONCE).map(sendOne));
    }
    for (const [operationId, least] of Object.entries(enough)) {
      const lacking = () =>
        Object.entries(least).filter(([outcome, times]) => (answered.get(`${operationId} ${outcome}`) ?? 0) < times);
      for (const request of fc.sample(requestTo(operationId), { numRuns: REQUESTS, seed: SEED })) {
        if (lacking().length === 0) break;
        await sendOne(request);
      }
      expect([operationId, lacking()]).toEqual([operationId, []]);
    }

    expect(position).toBeGreaterThan(reports.size);
    await app.caughtUp(organizationGuid, position);
    expect(await parked()).toEqual([]);
    for (const tenant of [organizationGuid, INSTALLATION_TENANT])
      expect(
        await reservationErrors(tenant, {
          projectorUrl: app.database.projectorUrl,
          sealingKey: app.options.sealingKey,
        }),
      ).toEqual([]);
    const stands = await listed();
    const missing = [...reports.keys()].filter((eventId) => !stands.has(eventId));
    expect(missing.filter((eventId) => !deleted.has(eventId))).toEqual([]);
    for (const eventId of [...reports.keys()].filter((each) => stands.has(each)).slice(0, 200)) {
      expect((await app.call('GET', `/reported-events/${eventId}`, { token })).status).toBe(200);
      expect((await app.call('GET', `/reported-events/${eventId}/history`, { token })).status).toBe(200);
    }
    process.stdout.write(
      `${[...answered]
        .sort()
        .map(([kind, times]) => `${kind} ${times}`)
        .join(', ')}\n`,
    );
  },
  60_000 + REQUESTS * 100,
);
