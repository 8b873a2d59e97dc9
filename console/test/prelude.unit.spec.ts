/** @jest-environment node */
import { readFileSync } from 'node:fs';

const prelude = readFileSync(new URL('../public/prelude.js', import.meta.url), 'utf8');

const jwt = (organizations: readonly string[]) =>
  `h.${Buffer.from(JSON.stringify({ sub: 'priya', organizations: organizations.map((organizationGuid) => ({ organizationGuid, name: 'Nord–Öst' })) })).toString('base64url')}.s`;

const opened = JSON.stringify([
  {
    address: '^/events/list/1/?$',
    files: ['assets/list.js'],
    questions: [
      { path: '/api/startup?organizationGuid=*organizationGuid*', always: true },
      { path: '/api/reported-events?organizationGuid=*organizationGuid*&limit=10' },
    ],
  },
  {
    address: '^/events/add/?$',
    files: ['assets/report.js'],
    questions: [{ path: '/api/forms/*formGuid*?organizationGuid=*organizationGuid*' }],
  },
  {
    address: '^/events/(?<eventId>[^/]+)/?$',
    files: ['assets/event.js'],
    questions: [{ path: '/api/reported-events/*eventId*?organizationGuid=*organizationGuid*', always: true }],
  },
]);

interface Visit {
  address: string;
  organizations?: readonly string[];
  stored?: Record<string, string>;
  dataset?: Record<string, string>;
  isSignedIn?: boolean;
  /** Files that fail to load. */
  lost?: readonly string[];
  /** The browser's network information, which not all browsers have. */
  connection?: { downlink: number };
}

/** Runs the prelude at an address. Returns its API requests, its preloads, and what it left for the program. */
async function open({
  address,
  organizations = ['north'],
  stored = {},
  dataset = { opened, face: '/assets/face.woff2' },
  isSignedIn = true,
  lost = [],
  connection,
}: Visit) {
  const requests: string[] = [];
  const preloaded: string[] = [];
  const sent: Response[] = [];
  const order: string[] = [];
  const left: { __plimsollEarlyAnswers?: Map<string, { answer: Promise<Response> }> } = {};
  const { pathname, search } = new URL(address, 'http://localhost');
  const link = ({ href, onload }: { href: string; onload: () => void }) => {
    preloaded.push(href);
    if (!lost.includes(href)) setTimeout(onload, 5);
  };
  const token = jwt(organizations);
  const entries: { state: unknown; to: string }[] = [];
  const place = {
    globalThis: left,
    location: { pathname, search },
    history: { replaceState: (state: unknown, _: string, to: string) => void entries.push({ state, to }) },
    localStorage: { getItem: (key: string) => stored[key] ?? null },
    matchMedia: () => ({ matches: false }),
    navigator: { connection },
    document: {
      currentScript: { dataset },
      documentElement: { setAttribute: () => {} },
      createElement: () => ({}),
      head: { append: link },
    },
    fetch: async (
      path: string,
      { method = 'GET', headers = {} }: { method?: string; headers?: Record<string, string> },
    ) => {
      requests.push(`${method} ${path}`);
      order.push(`${method} ${path}`);
      if (method === 'GET') expect(headers).toEqual({ Authorization: `Bearer ${token}` });
      const answer = isSignedIn
        ? Response.json({ jwt: token })
        : Response.json({ className: 'NoToken' }, { status: 401 });
      sent.push(answer);
      return answer;
    },
  };
  new Function(...Object.keys(place), prelude)(...Object.values(place));
  void left.__plimsollEarlyAnswers?.get(session)?.answer.then(() => order.push('handed over'));
  await new Promise((resolve) => setTimeout(resolve, 50));
  return { requests, preloaded, sent, order, entries, left: [...(left.__plimsollEarlyAnswers?.keys() ?? [])] };
}

const session = 'POST /api/auth/refresh';

describe('before the program has come', () => {
  it('an address asks for its session, then with it for what it shows, then for its files', async () => {
    const { requests, preloaded, left } = await open({ address: '/events/0192-a' });
    expect(requests).toEqual([session, 'GET /api/reported-events/0192-a?organizationGuid=north']);
    expect(left).toEqual(requests);
    expect(preloaded[0]).toBe('/assets/event.js');
  });

  it('the face comes when the files of the screen are there, and at once where there are none', async () => {
    expect((await open({ address: '/events/0192-a' })).preloaded).toEqual(['/assets/event.js', '/assets/face.woff2']);
    expect((await open({ address: '/events/0192-a', lost: ['/assets/event.js'] })).preloaded).toEqual([
      '/assets/event.js',
    ]);
    expect((await open({ address: '/signin' })).preloaded).toEqual(['/assets/face.woff2']);
  });

  it('on a quick line the face comes at once, so that the first words are written in it', async () => {
    expect((await open({ address: '/events/0192-a', connection: { downlink: 10 } })).preloaded).toEqual([
      '/assets/face.woff2',
      '/assets/event.js',
    ]);
    expect((await open({ address: '/events/0192-a', connection: { downlink: 1.6 } })).preloaded).toEqual([
      '/assets/event.js',
      '/assets/face.woff2',
    ]);
    expect((await open({ address: '/signin', connection: { downlink: 10 } })).preloaded).toEqual([
      '/assets/face.woff2',
    ]);
  });

  it('the session is handed over after the questions are asked, so that the program asks none of them again', async () => {
    const { order } = await open({ address: '/events/0192-a' });
    expect(order).toEqual([session, 'GET /api/reported-events/0192-a?organizationGuid=north', 'handed over']);
  });

  it('the token of an invitation leaves the address, wherever its link led, and stays with the sign-in page', async () => {
    const state = { usr: { inviteToken: 'to-ken' } };
    expect((await open({ address: '/signin?inviteToken=to-ken' })).entries).toEqual([{ state, to: '/signin' }]);
    expect((await open({ address: '/?utm_source=x&inviteToken=to-ken' })).entries).toEqual([
      { state, to: '/signin?utm_source=x' },
    ]);
    expect((await open({ address: '/signin?next=%2Fevents' })).entries).toEqual([]);
  });

  it('responses that are not taken are read completely', async () => {
    const { sent } = await open({ address: '/events/0192-a' });
    expect(sent.map(({ bodyUsed }) => bodyUsed)).toEqual([true, true]);
  });

  it('a form is asked for by the address’s parameter', async () => {
    expect((await open({ address: '/events/add?formGuid=f-1' })).requests).toEqual([
      session,
      'GET /api/forms/f-1?organizationGuid=north',
    ]);
    expect((await open({ address: '/events/add' })).requests).toEqual([session]);
    expect((await open({ address: '/events/add?formGuid=f-1/../x' })).requests).toEqual([session]);
  });

  it('a list that is filtered is left to its screen', async () => {
    const startup = 'GET /api/startup?organizationGuid=north';
    expect((await open({ address: '/events/list/1' })).requests).toEqual([
      session,
      startup,
      'GET /api/reported-events?organizationGuid=north&limit=10',
    ]);
    expect((await open({ address: '/events/list/1?text=sling' })).requests).toEqual([session, startup]);
  });

  it('a member of several organizations gets the one in the address, else the last one, else chooses', async () => {
    const both = { address: '/events/0192-a', organizations: ['north', 'south'] };
    expect((await open(both)).requests).toEqual([session]);
    expect((await open({ ...both, stored: { 'plimsoll-organization:priya': 'south' } })).requests[1]).toMatch(
      /=south$/,
    );
    expect(
      (
        await open({
          ...both,
          address: '/events/0192-a?organizationGuid=north',
          stored: { 'plimsoll-organization:priya': 'south' },
        })
      ).requests[1],
    ).toMatch(/=north$/);
    expect((await open({ ...both, stored: { 'plimsoll-organization:priya': 'elsewhere' } })).requests).toEqual([
      session,
    ]);
  });

  it('nothing follows where nobody is signed in, and the files come all the same', async () => {
    const { requests, preloaded } = await open({ address: '/events/0192-a', isSignedIn: false });
    expect(requests).toEqual([session]);
    expect(preloaded).toContain('/assets/event.js');
  });

  it.each([
    ['the sign-in', { address: '/signin' }],
    ['a user who is signing out', { address: '/events/0192-a', stored: { 'plimsoll-signing-out': 'LIVES' } }],
    ['a build without data for it', { address: '/events/0192-a', dataset: {} }],
  ])('nothing is asked for %s', async (_who, visit) => {
    const { requests, left } = await open(visit);
    expect([...requests, ...left]).toEqual([]);
  });
});
