import { randomUUID } from 'node:crypto';
import type { EventStore, RecordedEvent } from '@plimsoll/event-store/port/event-store';
import type pg from 'pg';
import { mailTemplates } from '../all-contexts.ts';
import type { NewJob } from '../jobs/jobs.ts';
import type { Job } from '../jobs/open-jobs.ts';
import { wantsSingleMails } from '../notifications/email-preferences.ts';
import { defineMail, type MailContext, type MailTemplate } from './define-mail.ts';
import { NotDelivered } from './deliver-mail.ts';
import { mailWorker, type MailWorkerOptions } from './mail-worker.ts';
import { readableLog, UnreadableEvent } from './readable-log.ts';

const log = (...events: Partial<RecordedEvent>[]) =>
  readableLog({
    load: () => Promise.resolve({ status: 'loaded', events: events as RecordedEvent[], revision: events.length }),
  } as unknown as Pick<EventStore, 'load'>);
const unreadable = {
  revision: 2,
  type: 'EmailPreferencesChanged',
  data: {},
  unreadable: 'NewerSchemaVersion',
} as const;

const content = { to: { name: 'Vera', address: 'vera@example.test' }, subject: '', text: '', html: '', link: '' };
const job = (kind: string, ids: Job['ids'] = {}): Job => ({
  id: 'a5b9f0a2-6d3b-4f7e-8f0e-0d5a8b1c2d3e',
  kind,
  ids,
  signal: new AbortController().signal,
});

interface Work {
  readonly sent: string[];
  readonly jobs: NewJob[];
  readonly errors: unknown[];
  readonly run: (work: Job) => ReturnType<ReturnType<typeof mailWorker>>;
}
function worker(templates: readonly MailTemplate[], more: Partial<MailWorkerOptions> = {}): Work {
  const [sent, jobs, errors]: [string[], NewJob[], unknown[]] = [[], [], []];
  const client = { query: () => Promise.resolve({ rows: [] }), release: () => undefined };
  const run = mailWorker({
    templates,
    context: { log: log() } as unknown as MailContext,
    pool: { connect: () => Promise.resolve(client) } as unknown as pg.Pool,
    enqueue: (_, __, some) => Promise.resolve(void jobs.push(...some)),
    rateLimiter: { tryAcquire: () => Promise.resolve(true) },
    deliver: (mail) => Promise.resolve(void sent.push(mail.kind)),
    onError: (error) => errors.push(error),
    ...more,
  });
  return { sent, jobs, errors, run };
}

test('a mail is sent under the kind of its job, or the one that the template says', async () => {
  const { sent, run } = worker([
    defineMail({ kind: 'PLAIN', write: () => Promise.resolve(content) }),
    defineMail({ kind: 'OTHER', write: () => Promise.resolve({ ...content, kind: 'SPECIAL' }) }),
  ]);
  expect([await run(job('PLAIN')), await run(job('OTHER'))]).toEqual([{ done: 'Sent' }, { done: 'Sent' }]);
  expect(sent).toEqual(['PLAIN', 'SPECIAL']);
});

test('a job without a recipient fans out, to the same jobs each time; one with a recipient is sent', async () => {
  const { sent, jobs, run } = worker([
    defineMail({
      kind: 'ALL',
      recipients: () => Promise.resolve(['5b2b3f0e-8a61-4b57-9d0c-000000000001', 'SUBSCRIPTION']),
      write: () => Promise.resolve(content),
    }),
  ]);
  expect(await run(job('ALL', { tenant: 'north' }))).toEqual({ done: 'Told to 2' });
  const first = jobs.splice(0);
  expect(first.map(({ data }) => data)).toEqual([
    { kind: 'ALL', ids: { tenant: 'north', recipient: '5b2b3f0e-8a61-4b57-9d0c-000000000001' } },
    { kind: 'ALL', ids: { tenant: 'north', recipient: 'SUBSCRIPTION' } },
  ]);
  await run(job('ALL', { tenant: 'north' }));
  expect([jobs, sent]).toEqual([first, []]);
  await run(job('ALL', first[0]!.data.ids));
  expect(sent).toEqual(['ALL']);
});

test.each([
  ['is not needed', { write: () => Promise.resolve('It was cancelled') }, { done: 'Not sent: It was cancelled' }],
  ['cannot be written', { write: () => Promise.reject(new TypeError('vera@example.test')) }, { again: 'TypeError' }],
  [
    'has recipients that cannot be found',
    { recipients: () => Promise.reject(new RangeError('x')), write: () => Promise.resolve(content) },
    { again: 'RangeError' },
  ],
])('a mail that %s: the stored reason has nothing personal', async (_, declaration, outcome) => {
  expect(await worker([defineMail({ kind: 'ONE', ...declaration })]).run(job('ONE'))).toEqual(outcome);
});

test('an undelivered mail, one over the limit and an unknown kind are retried', async () => {
  const one = [defineMail({ kind: 'ONE', write: () => Promise.resolve(content) })];
  const undelivered = worker(one, { deliver: () => Promise.reject(new NotDelivered('it answered 451')) });
  expect(await undelivered.run(job('ONE'))).toEqual({ again: 'Not delivered: it answered 451' });
  expect(undelivered.errors).toHaveLength(1);
  const limited = worker(one, { rateLimiter: { tryAcquire: () => Promise.resolve(false) } });
  expect(await limited.run(job('ONE'))).toEqual({
    again: 'Too many mails of this kind went to the address within an hour',
  });
  expect(await worker(one).run(job('TWO'))).toEqual({ again: 'Error' });
});

test('nothing is decided from a stream with an event that this version cannot read: the job is retried', async () => {
  await expect(wantsSingleMails(log(unreadable), randomUUID(), 'REVIEW')).rejects.toThrow(UnreadableEvent);
  expect(await wantsSingleMails(log(), randomUUID(), 'REVIEW')).toBe(true);
  for (const kind of [
    'ADDRESS_CHANGED',
    'INVITATION',
    'REVIEW_REQUESTED',
    'EVENT_RETURNED',
    'ACTION_DUE',
    'BILLING_ENDED',
  ]) {
    const { run } = worker(mailTemplates, { context: { log: log({}, unreadable) } as unknown as MailContext });
    expect([kind, await run(job(kind, { tenant: randomUUID(), revision: 1 }))]).toEqual([
      kind,
      { again: 'UnreadableEvent' },
    ]);
  }
});

test('the mails that come from the outbox', () => {
  expect(mailTemplates.filter(({ isFromOutbox }) => isFromOutbox).map(({ kind }) => kind)).toEqual(['VERIFY', 'RESET']);
});
