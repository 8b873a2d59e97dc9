import type { SignUpRequest } from '@plimsoll/contracts/identity/requests';

export type PrefilledOnboarding = NonNullable<SignUpRequest['onboarding']>;

/** Said where it cannot be read. */
export const BROKEN_ONBOARDING = 'Unable to process the automatic onboarding data';

/** How many characters it may have. */
const MOST = 4_096;

/** How JSON of an object begins in base64url, with or without a space or a line break behind its brace. */
const BEGINS_ENCODED = /^(?:ey[AJ]|ew[0o])/;

/** What utm_content carries besides an ordinary code: base64url JSON that a partner has filled in; null where it is none. */
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

/** What a partner has filled in; null where it cannot be read, is too long, or is not what a schema knows. */
export async function decodeOnboarding(encoded: string): Promise<PrefilledOnboarding | null> {
  if (encoded.length > MOST) return null;
  const { prefilledOnboarding } = await import('@plimsoll/contracts/identity/requests');
  return prefilledOnboarding.safeParse(jsonOf(encoded)).data ?? null;
}
