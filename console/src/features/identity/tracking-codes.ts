import type { TrackingCodes } from '@plimsoll/contracts/identity/tracking-codes';

const parameters = {
  utmSource: 'utm_source',
  utmMedium: 'utm_medium',
  utmCampaign: 'utm_campaign',
  utmTerm: 'utm_term',
  utmContent: 'utm_content',
} as const;

/** What an address says of the way somebody came here; a partner is a source (specification 1, section 9). What is too long to be one is left out. */
export function trackingCodesOf(search: URLSearchParams): TrackingCodes {
  const codes = Object.entries(parameters).map(
    ([code, name]) => [code, search.get(name) ?? (code === 'utmSource' ? search.get('partner') : null)] as const,
  );
  return Object.fromEntries(
    codes.filter(([code, value]) => value && value.length <= (code === 'utmContent' ? 4_096 : 500)),
  );
}

/** A partner as it stands in an address; undefined when it is none. */
export const partnerOf = (text: string | undefined): string | undefined =>
  text && /^[\w.-]{1,100}$/.test(text) ? text : undefined;

/** What an address says of the way somebody came, or the address that they wanted to open: it goes along to where they sign up. */
export function carriedCodes(search: URLSearchParams): URLSearchParams {
  const wanted = new URLSearchParams(search.get('next')?.split('?')[1] ?? '');
  const names = [...Object.values(parameters), 'partner'];
  return new URLSearchParams([...wanted, ...search].filter(([name]) => names.includes(name)));
}
