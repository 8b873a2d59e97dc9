import { z } from 'zod';

export const currencies = ['CAD', 'AUD', 'USD'] as const;

/** Money is a whole number of cents with its currency; it is never a fraction. */
export const money = z.strictObject({ cents: z.int(), currency: z.enum(currencies) });
export type Money = z.output<typeof money>;
