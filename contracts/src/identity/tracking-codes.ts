import { z } from 'zod';
import { currencies } from '../kernel/values/money.ts';
import { safeText } from '../kernel/values/text.ts';

const code = safeText.max(500).optional();

/** What an address says of the way somebody came here. `utmContent` may carry what a partner filled in for them. */
export const trackingCodes = z.strictObject({
  utmSource: code,
  utmMedium: code,
  utmCampaign: code,
  utmTerm: code,
  utmContent: safeText.max(4_096).optional(),
});
export type TrackingCodes = z.output<typeof trackingCodes>;

/** A partner through whom somebody signs up, as it stands in an address. */
export const channelPartner = z.string().regex(/^[\w.-]{1,100}$/);

type Currency = (typeof currencies)[number];

/** The currency that a code names, in any case; one that is unknown or not given is Canadian dollars. */
export function currencyOf(code: string | undefined): Currency {
  return currencies.find((known) => known === code?.toUpperCase()) ?? 'CAD';
}
