import { forgetWithPerson } from '../session/sign-out.ts';

/** What public/prelude.js has asked for while this program was on its way; times by this device's clock. */
interface PreloadedResponse {
  askedAt: number;
  arrivedAt: number;
  answer: Promise<Response>;
}

/** What is older is asked for anew. */
const FRESH_MS = 15_000;

/** By method and path: 'GET /api/startup?organizationGuid=…'. */
const early =
  (globalThis as { __plimsollEarlyAnswers?: Map<string, PreloadedResponse> }).__plimsollEarlyAnswers ??
  new Map<string, PreloadedResponse>();
forgetWithPerson(() => early.clear());

interface Answered {
  response: Response;
  askedAt: number;
  arrivedAt: number;
}

/** The answer that came early to a line, once and while it is fresh; otherwise sends. Rejects as `fetch` does. */
export async function preloadedOr(line: string | null, send: () => Promise<Response>): Promise<Answered> {
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
