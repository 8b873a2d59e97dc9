import type { TrackingCodes } from '@plimsoll/contracts/identity/tracking-codes';

const parameters = {
  utmSource: 'utm_source',
  utmMedium: 'utm_medium',
  utmCampaign: 'utm_campaign',
  utmTerm: 'utm_term',
  utmContent: 'utm_content',
} as const;

/**
 * Tracking codes in a URL; a partner counts as a source (specification 1, section 9). Values that are too long are
 * omitted.
 */
export function trackingCodesOf(search: URLSearchParams): TrackingCodes {
  const codes = Object.entries(parameters).map(
    ([code, name]) => [code, search.get(name) ?? (code === 'utmSource' ? search.get('partner') : null)] as const,
  );
  return Object.fromEntries(
    codes.filter(([code, value]) => value && value.length <= (code === 'utmContent' ? 4_096 : 500)),
  );
}

/** Validates a partner in a URL; undefined if it is not one. */
export const partnerOf = (text: string | undefined): string | undefined =>
  text && /^[\w.-]{1,100}$/.test(text) ? text : undefined;

/** Tracking codes of the URL, or of the page that was requested, to be passed on to the sign-up page. */
export function carriedCodes(search: URLSearchParams): URLSearchParams {
  const wanted = new URLSearchParams(search.get('next')?.split('?')[1] ?? '');
  const names = [...Object.values(parameters), 'partner'];
  return new URLSearchParams([...wanted, ...search].filter(([name]) => names.includes(name)));
}
