import type { SignUpRequest } from '@plimsoll/contracts/identity/requests';

export type PrefilledOnboarding = NonNullable<SignUpRequest['onboarding']>;

/** Alert title for data that cannot be read. */
export const BROKEN_ONBOARDING = 'Unable to process the automatic onboarding data';

/** Maximum length in characters. */
const MAX_LENGTH = 4_096;

/** Beginnings of JSON objects in base64url, with or without whitespace after the brace. */
const BEGINS_ENCODED = /^(?:ey[AJ]|ew[0o])/;

/**
 * Prefilled onboarding data of a partner in `utm_content`, as base64url JSON; null if it contains an ordinary campaign
 * code.
 */
export function encodedOnboardingIn(search: URLSearchParams): string | null {
  const content = search.get('utm_content');
  return content && BEGINS_ENCODED.test(content) ? content : null;
}

function jsonOf(encoded: string): unknown {
  try {
    const bytes = Uint8Array.from(atob(encoded.replace(/-/g, '+').replace(/_/g, '/')), (letter) =>
      letter.charCodeAt(0),
    );
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return undefined;
  }
}

/** Decodes prefilled onboarding data; null if it is unreadable, too long or does not match the schema. */
export async function decodeOnboarding(encoded: string): Promise<PrefilledOnboarding | null> {
  if (encoded.length > MAX_LENGTH) return null;
  const { prefilledOnboarding } = await import('@plimsoll/contracts/identity/requests');
  return prefilledOnboarding.safeParse(jsonOf(encoded)).data ?? null;
}
