import { catalogueOf } from '@plimsoll/api/billing/sales';
import type { Configuration } from '../configuration.ts';
import { nothingSold } from './nothing-sold.ts';

/** What is sold, as JSON. @throws PlainFault where nothing is. */
export async function showCatalogue({ paymentProvider }: Pick<Configuration, 'paymentProvider'>, say = (line: string) => console.log(line)): Promise<number> {
  const catalogue = catalogueOf(paymentProvider);
  if (!catalogue) throw nothingSold();
  say(JSON.stringify(catalogue, null, 2));
  return 0;
}
