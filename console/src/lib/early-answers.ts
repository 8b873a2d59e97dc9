import { forgetWithPerson } from './sign-out.ts';

/** What public/prelude.js has asked for while this program was on its way; times by this device's clock. */
interface EarlyAnswer {
  askedAt: number;
  arrivedAt: number;
  answer: Promise<Response>;
}

/** What is older is asked for anew. */
const FRESH_MS = 15_000;

/** By method and path: 'GET /api/startup?organizationGuid=…'. */
const early =
  (globalThis as { __plimsollEarlyAnswers?: Map<string, EarlyAnswer> }).__plimsollEarlyAnswers ??
  new Map<string, EarlyAnswer>();
forgetWithPerson(() => early.clear());

interface Answered {
  response: Response;
  askedAt: number;
  arrivedAt: number;
}

/** The answer that came early to a line, once and while it is fresh; otherwise sends. Rejects as `fetch` does. */
export async function earlyOr(line: string | null, send: () => Promise<Response>): Promise<Answered> {
  const taken = line === null ? undefined : early.get(line);
  if (line !== null) early.delete(line);
  if (taken && Date.now() - taken.askedAt < FRESH_MS) {
    const response = await taken.answer.catch(() => null);
    if (response) return { response, askedAt: taken.askedAt, arrivedAt: taken.arrivedAt };
  }
  const askedAt = Date.now();
  const response = await send();
  return { response, askedAt, arrivedAt: Date.now() };
}
