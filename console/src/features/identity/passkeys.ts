import type { Answer, OperationInput } from '../../lib/api/operation.ts';
import { ApiProblem } from '../../lib/api/problem.ts';
import { refusalWith } from '../../lib/api/refusal.ts';

/** Loaded only when a passkey is used or created. */
const library = () =>
  import('@simplewebauthn/browser').catch(() => {
    throw new ApiProblem(0, null);
  });

/** Passkeys require a secure context (https). */
export const hasPasskeys = (): boolean => globalThis.isSecureContext && 'PublicKeyCredential' in globalThis;

function ceremonyError(error: unknown): unknown {
  if (error instanceof ApiProblem) return error;
  const name = error instanceof Error ? error.name : '';
  if (name === 'InvalidStateError') return refusalWith('This device has a passkey of your account already');
  if (name === 'NotAllowedError' || name === 'AbortError') return refusalWith('It was cancelled, or took too long');
  return refusalWith('This browser did not get it done');
}

/** Creates a passkey in the browser. Throws an ApiProblem with a text for users. */
export async function makePasskey(
  optionsJSON: Answer<'beginPasskey'>,
): Promise<OperationInput<'addPasskey'>['body']['response']> {
  try {
    return await (await library()).startRegistration({ optionsJSON });
  } catch (error) {
    throw ceremonyError(error);
  }
}

/** Authenticates with a passkey. Throws an ApiProblem with a text for users. */
export async function showPasskey(
  optionsJSON: NonNullable<NonNullable<Answer<'signIn'>['challenge']>['passkeyOptions']>,
): Promise<OperationInput<'answerChallenge'>['body']['passkey']> {
  try {
    return await (await library()).startAuthentication({ optionsJSON });
  } catch (error) {
    throw ceremonyError(error);
  }
}
