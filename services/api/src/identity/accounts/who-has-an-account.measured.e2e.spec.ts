import { v7 as uuidv7 } from 'uuid';
import { TestApplication, type Answer } from '../../../test/test-application.ts';
import { PASSWORD_MEMORY_KIB } from '../passwords/passwords.ts';

const IS_LONG = process.env['HARDENING'] === 'long';
/** Interleaved calls of each kind whose times are compared. */
const CALLS = IS_LONG ? 200 : 6;

let app: TestApplication;
const adders: { readonly userGuid: string; readonly token: string }[] = [];
const fresh = () => `${uuidv7()}@example.test`;
const signUp = (emailAddress: string) =>
  app.call('POST', '/onboarding', { body: { name: 'Nora Reef', emailAddress, password: 'quay-lantern-83' } });

beforeAll(
  async () => {
    app = await TestApplication.start({
      passwordMemoryKib: PASSWORD_MEMORY_KIB,
      organizationRequestsPerSecond: 100_000,
      addressLimits: { signUpsAnHour: 10_000, mailsAndTokensAnHour: 10_000, authMethodsAMinute: 10_000 },
    });
    // In pairs: as many passwords are hashed concurrently.
    const make = async () => {
      const person = await app.register('Ada Quay');
      adders.push({ ...person, token: await app.signIn(person) });
    };
    for (let count = 0; count < CALLS * 3 + 1; count += 2) await Promise.all([make(), make()]);
  },
  60_000 + CALLS * 3_000,
);
afterAll(() => app?.stop());

/**
 * All parts of an answer by which two could be distinguished, except the sent values, the request's id and the cookie.
 */
function seen({ status, headers, body }: Answer, asked: string): string {
  const compared = [...headers]
    .filter(([name]) => name !== 'date' && name !== 'x-request-id')
    .map(([name, value]) => [name, name === 'set-cookie' ? value.replace(/=[\w-]{43};/, '=;') : value]);
  return JSON.stringify([status, compared, body]).replaceAll(asked, '{}');
}

/** Each time to another account: adding an address twice is a different case. */
async function addToNewAccount(asked: string): Promise<Answer> {
  const { userGuid, token } = adders.pop()!;
  return app.call('POST', `/users/${userGuid}/email-addresses`, { token, body: { emailAddress: asked } });
}
const median = (times: number[]): number => times.sort((one, other) => one - other)[Math.floor(times.length / 2)]!;

test.each<[string, (asked: string) => Promise<Answer>]>([
  ['signing up', signUp],
  ['asking for another mail', (asked) => app.call('PUT', `/users/${asked}/resend-verification`, { body: {} })],
  ['asking for a reset', (asked) => app.call('PUT', `/users/${asked}/password-reset-request`)],
  ['asking how to sign in', (asked) => app.call('GET', `/auth/auth-method?identifier=${asked}`)],
  ['adding an address', addToNewAccount],
])(
  'who has an account is not told by %s: not by the answer, and not by how long it takes',
  async (_, ask) => {
    const took: Record<'known' | 'unknown' | 'pending', number[]> = { known: [], unknown: [], pending: [] };
    const answers = new Set<string>();
    const address = { known: (await app.register('Anna Lund', fresh())).emailAddress, pending: fresh() };
    expect((await signUp(address.pending)).status).toBe(202);
    await ask(address.known);
    for (let call = 0; call < CALLS; call++) {
      for (const [kind, asked] of [
        ['known', address.known],
        ['unknown', fresh()],
        ['pending', address.pending],
      ] as const) {
        const from = performance.now();
        const answer = await ask(asked);
        took[kind].push(performance.now() - from);
        answers.add(seen(answer, asked));
      }
    }
    expect([...answers]).toHaveLength(1);
    // With few calls, the fastest of each: the others also measure other load on the machine.
    const times = Object.values(took).map((each) => (IS_LONG ? median(each) : Math.min(...each)));
    expect(Math.max(...times)).toBeLessThan(IS_LONG ? Math.min(...times) * 1.1 : Math.min(...times) * 2 + 5);
  },
  60_000 + CALLS * 2_000,
);
