import { forgetWithPerson } from '../session/sign-out.ts';

/** A request that public/prelude.js sent while this program was loading; times by this device's clock. */
interface PreloadedResponse {
  askedAt: number;
  arrivedAt: number;
  answer: Promise<Response>;
}

/** Older responses are requested again. */
const MAX_AGE_MS = 15_000;

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

/**
 * Returns the preloaded response for a request line, once and while it is fresh; otherwise sends the request. Rejects
 * as `fetch` does.
 */
export async function preloadedOr(line: string | null, send: () => Promise<Response>): Promise<Answered> {
  const taken = line === null ? undefined : early.get(line);
  if (line !== null) early.delete(line);
  if (taken && Date.now() - taken.askedAt < MAX_AGE_MS) {
    const response = await taken.answer.catch(() => null);
    if (response) return { response, askedAt: taken.askedAt, arrivedAt: taken.arrivedAt };
  }
  const askedAt = Date.now();
  const response = await send();
  return { response, askedAt, arrivedAt: Date.now() };
}
