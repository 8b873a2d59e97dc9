import { z } from 'zod';
import { safeText } from '../kernel/values/text.ts';

/** Where taxes are due. */
export const country = z.string().regex(/^[A-Z]{2}$/);

const line = (most: number) => safeText.trim().min(1).max(most);

/** The recipient of invoices, and the place that taxes depend on. */
export const billingAddress = z.strictObject({
  mailingAddress: line(200),
  city: line(100),
  province: line(100),
  postalCode: line(20),
  country,
});
export type BillingAddress = z.output<typeof billingAddress>;
