/** @jest-environment node */
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Seen {
  line: string;
  authorization: string | undefined;
  atLeast: string | undefined;
  body: string;
}

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const tokenOf = (name: string, seconds = 600) =>
  [
    part({ alg: 'EdDSA' }),
    part({ sub: 'priya', sid: name, iat: 1000, exp: 1000 + seconds, organizations: [] }),
    name,
  ].join('.');

let server: Server;
let seen: Seen[] = [];
/** The server's response in each test: status, body, headers. */
let answer: (request: IncomingMessage, line: string) => [number, unknown, Record<string, string>?];
let request: typeof import('./http.ts').request;
let session: typeof import('../session/session.ts');

const eventId = '0192f000-0000-7000-8000-000000000001';
const lines = () => seen.map(({ line }) => line);

beforeAll(async () => {
  server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const line = `${request.method} ${request.url}`;
    seen.push({
      line,
      authorization: request.headers.authorization,
      atLeast: request.headers['at-least'] as string | undefined,
      body,
    });
    const [status, content, headers] = answer(request, line);
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(content));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  Object.assign(globalThis, { location: { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` } });
  ({ request } = await import('./http.ts'));
  session = await import('../session/session.ts');
});

afterAll(() => new Promise((resolve) => server.close(resolve)));

beforeEach(() => {
  seen = [];
  session.dropToken();
});

const approve = () => request('approveIncident', { params: { eventId }, body: { approvalComment: 'Guards first' } });

const at = (orgGuid: string) => ({ params: { orgGuid, yearMonth: '2026-10' } });
const figures = {
  employeeHours: 1,
  contractorHours: 0,
  employeeKms: 0,
  contractorKms: 0,
  employeeCount: 1,
  contractorCount: 0,
};
const record = (orgGuid: string) => request('recordMonthlyMetrics', { ...at(orgGuid), body: figures });
const month = (orgGuid: string) => request('getMonthlyMetrics', at(orgGuid));

describe('requests with a session', () => {
  it('get their token by the refresh cookie, and keep it', async () => {
    answer = (_request, line) =>
      line.includes('refresh') ? [200, { jwt: tokenOf('one') }] : [200, { items: [], totalCount: 0 }];
    await request('listRegions', {});
    await request('listRegions', {});
    expect(lines()).toEqual(['POST /api/auth/refresh', 'GET /api/regions', 'GET /api/regions']);
    expect(seen[2]!.authorization).toBe(`Bearer ${tokenOf('one')}`);
  });

  it('renew a token when 25 seconds or fewer remain', async () => {
    session.holdToken(tokenOf('old', 25));
    answer = (_request, line) =>
      line.includes('refresh') ? [200, { jwt: tokenOf('new') }] : [200, { items: [], totalCount: 0 }];
    await request('listRegions', {});
    expect(seen[1]!.authorization).toBe(`Bearer ${tokenOf('new')}`);
  });

  it('ask for one new token, however many of them need it', async () => {
    answer = (_request, line) =>
      line.includes('refresh') ? [200, { jwt: tokenOf('one') }] : [200, { items: [], totalCount: 0 }];
    await Promise.all([1, 2, 3].map(() => request('listRegions', {})));
    expect(lines().filter((line) => line.includes('refresh'))).toHaveLength(1);
  });

  it('take the token that an answer brings in place of their own', async () => {
    session.holdToken(tokenOf('first'));
    answer = () => [200, { items: [], totalCount: 0 }, { Authorization: `Bearer ${tokenOf('second')}` }];
    await request('listRegions', {});
    await request('listRegions', {});
    expect(seen[1]!.authorization).toBe(`Bearer ${tokenOf('second')}`);
  });

  it('are sent again, body and all, after the person has signed in over the page', async () => {
    session.holdToken(tokenOf('ended'));
    let signedIn = false;
    answer = (_request, line) => {
      if (line.includes('refresh')) return [401, { className: 'NoToken' }];
      if (line === 'POST /api/auth') return [200, { jwt: tokenOf('again') }];
      return signedIn ? [200, { revision: 5 }] : [401, { className: 'ExpiredNonRefreshableJwt' }];
    };
    const outcome = approve();
    await new Promise((resolve) => setTimeout(resolve, 100));
    await session.signIn('priya@example.org', 'right');
    signedIn = true;
    session.signedInAgain();
    expect(await outcome).toEqual({ revision: 5 });
    expect(seen.at(-1)).toMatchObject({
      authorization: `Bearer ${tokenOf('again')}`,
      body: '{"approvalComment":"Guards first"}',
    });
  });

  it('that demand a recent sign-in are sent again once the person has signed in, and refused when they would rather not', async () => {
    session.holdToken(tokenOf('old'));
    let isRecent = false;
    answer = (_request, line) => {
      if (line === 'POST /api/auth') return [200, { jwt: tokenOf('again') }];
      return isRecent ? [200, { revision: 5 }] : [403, { className: 'RecentSignInRequired' }];
    };
    const left = expect(approve()).rejects.toMatchObject({ status: 403, className: 'RecentSignInRequired' });
    await new Promise((resolve) => setTimeout(resolve, 100));
    session.signedInAgain(false);
    await left;
    const outcome = approve();
    await new Promise((resolve) => setTimeout(resolve, 100));
    await session.signIn('priya@example.org', 'right');
    isRecent = true;
    session.signedInAgain();
    expect(await outcome).toEqual({ revision: 5 });
    expect(seen.at(-1)).toMatchObject({
      authorization: `Bearer ${tokenOf('again')}`,
      body: '{"approvalComment":"Guards first"}',
    });
  });

  it('that are refused for what was typed ask nobody to sign in, and keep the session', async () => {
    session.holdToken(tokenOf('one'));
    answer = () => [401, { className: 'IncorrectPassword' }];
    await expect(approve()).rejects.toMatchObject({ status: 401, className: 'IncorrectPassword' });
    expect(lines()).toEqual([expect.stringMatching(/^POST .*approve/)]);
    expect(session.tokenInHand()).toBe(tokenOf('one'));
  });

  it('carry bytes as they are', async () => {
    session.holdToken(tokenOf('one'));
    answer = (sent) => [200, { photo: null, isUsingDefaultImage: true, type: sent.headers['content-type'] }];
    expect(
      await request('setProfilePhoto', {
        params: { userGuid: eventId },
        body: new Blob(['picture'], { type: 'image/png' }),
      }),
    ).toMatchObject({ type: 'image/png' });
    expect(seen.at(-1)!.body).toBe('picture');
  });

  it('carry a trace with a command, one for all its tries', async () => {
    session.holdToken(tokenOf('one'));
    answer = (asked) => [200, { trace: asked.headers['traceparent'] ?? null }];
    const traceOf = async (key?: string) =>
      (
        (await request(
          'approveIncident',
          { params: { eventId }, body: { approvalComment: null } },
          key ? { key } : {},
        )) as unknown as { trace: string | null }
      ).trace;
    const [first, again] = [await traceOf(eventId), await traceOf(eventId)];
    expect([first, again]).toEqual(
      [1, 2].map(() => expect.stringMatching(/^00-0192f000000070008000000000000001-[0-9a-f]{16}-01$/)),
    );
    expect([first !== again, await traceOf()]).toEqual([true, null]);
  });

  it('carry the position of our last write, for its organization only', async () => {
    session.holdToken(tokenOf('one'));
    answer = (request) => [
      200,
      { items: [], totalCount: 0 },
      request.method === 'PUT' ? { Position: 'p41' } : undefined,
    ];
    await record('ours');
    await month('ours');
    await month('theirs');
    expect(seen.map(({ atLeast }) => atLeast)).toEqual([undefined, 'p41', undefined]);
  });

  it('forget a position that the log does not reach, and ask again without it', async () => {
    session.holdToken(tokenOf('one'));
    const beyond = {
      className: 'MalformedRequest',
      status: 400,
      fieldErrors: [{ field: 'At-Least', className: 'MalformedRequest', message: 'x' }],
    };
    answer = (asked) =>
      asked.headers['at-least']
        ? [400, beyond]
        : [200, { revision: 1 }, asked.method === 'PUT' ? { Position: 'p99' } : undefined];
    await record('restored');
    expect(await month('restored')).toEqual({ revision: 1 });
    await month('restored');
    expect(seen.map(({ atLeast }) => atLeast)).toEqual([undefined, 'p99', undefined, undefined]);
  });

  it('are asked once more at most', async () => {
    session.holdToken(tokenOf('one'));
    answer = (asked) =>
      asked.method === 'PUT'
        ? [200, {}, { Position: 'p99' }]
        : [
            400,
            {
              className: 'MalformedRequest',
              status: 400,
              fieldErrors: [{ field: 'At-Least', className: 'MalformedRequest', message: 'x' }],
            },
          ];
    await record('broken');
    await expect(month('broken')).rejects.toMatchObject({ status: 400 });
    expect(seen).toHaveLength(3);
  });
});

describe('answers that are not a success', () => {
  it('become a problem with the catalogue’s text and its fields', async () => {
    session.holdToken(tokenOf('one'));
    answer = () => [
      409,
      {
        className: 'StaleRevision',
        status: 409,
        fieldErrors: [{ field: 'comment', className: 'x', message: 'y' }],
        currentRevision: 7,
      },
    ];
    await expect(approve()).rejects.toMatchObject({
      message: 'Someone changed this in the meantime',
      currentRevision: 7,
      fieldErrors: [{ field: 'comment' }],
    });
  });

  it('of an unknown class, or of the 5xx, become the general server error', async () => {
    session.holdToken(tokenOf('one'));
    const general =
      'Something went wrong on our end. Please refresh the page or reach out to support if the error persists.';
    for (const [status, className] of [
      [418, 'Teapot'],
      [500, 'InternalServerError'],
      [503, 'Unavailable'],
    ] as const) {
      answer = () => [status, { className }];
      await expect(approve()).rejects.toMatchObject({ status, message: general });
    }
  });

  it('that never come are a network failure', async () => {
    session.holdToken(tokenOf('one'));
    answer = (request) => {
      request.socket.destroy();
      return [200, {}];
    };
    await expect(approve()).rejects.toMatchObject({
      status: 0,
      message: 'Something went wrong. Please check your internet connection and try again...',
    });
  });

  it('that never come while the device is offline are no error of anybody', async () => {
    session.holdToken(tokenOf('one'));
    answer = (request) => {
      request.socket.destroy();
      return [200, {}];
    };
    const { navigator } = globalThis;
    Object.defineProperty(globalThis, 'navigator', { configurable: true, value: { onLine: false } });
    try {
      await expect(approve()).rejects.toMatchObject({
        status: 0,
        message: 'You have no signal. Try again when you are back online.',
      });
    } finally {
      Object.defineProperty(globalThis, 'navigator', { configurable: true, value: navigator });
    }
  });
});

test('addresses in an answer are read in their own script, and others load no decoder for it', async () => {
  session.holdToken(tokenOf('one'));
  const { readableAddress } = await import('../format/addresses.ts');
  const ask = async (emailAddress: string) => {
    answer = () => [200, { emailAddress }];
    await request('listRegions', {});
  };
  await ask('info@harbour.example');
  expect(readableAddress('info@xn--mller-kva.example')).toBe('info@xn--mller-kva.example');
  await ask('info@xn--mller-kva.example');
  expect(readableAddress('info@xn--mller-kva.example')).toBe('info@müller.example');
});
