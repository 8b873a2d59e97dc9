import type { UseFormRegisterReturn } from 'react-hook-form';
import { lazy, Suspense } from 'react';
import { brandName } from '@plimsoll/contracts/billing/card-label';
import { Banner } from '../../../ui/feedback/Banner.tsx';
import { fieldCss } from '../../../ui/inputs/FormField.tsx';
import { Skeleton } from '../../../ui/feedback/States.tsx';
import { TextField } from '../../../ui/inputs/TextField.tsx';
import { brandOf, type TypedCard } from './card.ts';
import css from './Pay.module.css';
import type { StripeCardProps } from './StripeCard.tsx';
import { testCards } from './test-cards.ts';

/** Loaded only when it is shown. */
const StripeCard = lazy(async () => ({ default: (await import('./StripeCard.tsx')).StripeCard }));

interface CardFieldsProps {
  /** Configuration of Stripe's form; null with the test provider. */
  stripe: StripeCardProps | null;
  /** The typed number, for showing its brand. */
  number: string;
  typed: (name: keyof TypedCard) => UseFormRegisterReturn & { error: string | undefined };
}

/** Card fields. With the test provider the number is read here; with Stripe only Stripe's own form sees it. */
export function CardFields({ stripe, number, typed }: CardFieldsProps) {
  if (stripe) {
    return (
      <Suspense fallback={<Skeleton widths={['92%', '48%']} />}>
        <StripeCard {...stripe} />
      </Suspense>
    );
  }
  const brand = brandOf(number);
  return (
    <>
      <Banner tone="info">
        This is a test provider: no money moves, and a real card is not taken. Try{' '}
        <span className={css.number}>{testCards[0]!.number}</span>.
      </Banner>
      <TextField
        label="Card number"
        hint={brand ? brandName(brand) : 'A test card'}
        inputMode="numeric"
        autoComplete="cc-number"
        maxLength={30}
        {...typed('number')}
      />
      <div className={fieldCss.pair}>
        <TextField
          label="Expiry date"
          hint="Month and year, MM/YY"
          inputMode="numeric"
          autoComplete="cc-exp"
          maxLength={10}
          {...typed('expiry')}
        />
        <TextField
          label="Security code"
          hint={brand === 'amex' ? '4 digits' : '3 digits'}
          inputMode="numeric"
          autoComplete="cc-csc"
          maxLength={4}
          {...typed('securityCode')}
        />
      </div>
      <details className={css.cards}>
        <summary>Test cards, and what each does</summary>
        <table>
          <thead>
            <tr>
              <th scope="col">Number</th>
              <th scope="col">What it does</th>
            </tr>
          </thead>
          <tbody>
            {testCards.map((card) => (
              <tr key={card.number}>
                <th scope="row">{card.number}</th>
                <td>{card.does}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </>
  );
}
