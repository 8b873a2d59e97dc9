import { request } from 'node:http';
import { mailbox, type MailboxItem } from '@plimsoll/contracts/mail/mailbox';
import { TestApplication } from '../../test/test-application.ts';
import { startApi, type Api } from '../main.ts';

const mailTo = (to: string): MailboxItem => ({
  kind: 'REVIEW_REQUESTED',
  to,
  subject: 'Event 1 is waiting for your review',
  text: 'text',
  html: '<p>html</p>',
  link: 'http://localhost:3000/events/1',
  sentAt: '2026-07-01T12:00:00.000Z',
});
const mails = [mailTo('vera@example.test'), mailTo('paul@example.test')];

let app: TestApplication;
/** The same without a mailbox. */
let served: Api;
beforeAll(async () => {
  app = await TestApplication.start({
    mailbox: (to) => Promise.resolve(mails.filter((item) => !to || item.to === to)),
  });
  const { mailbox: _mailbox, ...others } = app.options;
  served = await startApi({ ...others, projector: false });
});
afterAll(async () => {
  await served?.close();
  await app?.stop();
});

/** As a client that sets its own Host. */
async function ask(
  path: string,
  headers: Record<string, string> = {},
  { port }: { readonly port: number } = app.api,
): Promise<{ status: number; body: Record<string, unknown> }> {
  return new Promise((done, fail) => {
    request(
      { host: '127.0.0.1', port, path: `/api${path}`, headers: { host: `localhost:${port}`, ...headers } },
      (response) => {
        let text = '';
        response
          .setEncoding('utf8')
          .on('data', (chunk: string) => (text += chunk))
          .on('end', () => done({ status: response.statusCode!, body: JSON.parse(text) as Record<string, unknown> }));
      },
    )
      .on('error', fail)
      .end();
  });
}

test('the mails are readable on the machine itself, without a sign-in, and are found by address', async () => {
  const { status, body } = await ask('/mailbox');
  expect(status).toBe(200);
  expect(mailbox.parse(body).items).toEqual(mails);
  expect((await ask('/mailbox?to=paul%40example.test')).body).toEqual({ items: [mails[1]] });
});

test.each([
  ['a name that leads here', { host: 'attacker.example' }],
  ['a proxy', { 'x-forwarded-for': '10.0.0.7' }],
  ['a proxy that says so by the standard', { forwarded: 'for=10.0.0.7' }],
])('by %s there is no mailbox', async (_way, headers) => {
  expect(await ask('/mailbox', headers)).toMatchObject({ status: 404, body: { className: 'RouteNotFound' } });
});

test('where a mail server carries the mails there is no mailbox', async () => {
  expect(await ask('/mailbox', {}, served)).toMatchObject({ status: 404, body: { className: 'RouteNotFound' } });
});

test.each(['/mailbox?to=a&to=b', '/mailbox?from=a', `/mailbox?to=${'a'.repeat(255)}`])(
  '%s is malformed',
  async (path) => {
    expect(await ask(path)).toMatchObject({ status: 400, body: { className: 'MalformedRequest' } });
  },
);
