import { z } from 'zod';
import { currencies } from '../kernel/values/money.ts';
import { safeText } from '../kernel/values/text.ts';

const code = safeText.max(500).optional();

/** Tracking codes of a sign-up address. `utmContent` may contain personal data that a partner filled in. */
export const trackingCodes = z.strictObject({
  utmSource: code,
  utmMedium: code,
  utmCampaign: code,
  utmTerm: code,
  utmContent: safeText.max(4_096).optional(),
});
export type TrackingCodes = z.output<typeof trackingCodes>;

/** The referring partner, as given in an address. */
export const channelPartner = z.string().regex(/^[\w.-]{1,100}$/);

type Currency = (typeof currencies)[number];

/** The currency that a code names, in any case; one that is unknown or not given is Canadian dollars. */
export function currencyOf(code: string | undefined): Currency {
  return currencies.find((known) => known === code?.toUpperCase()) ?? 'CAD';
}
