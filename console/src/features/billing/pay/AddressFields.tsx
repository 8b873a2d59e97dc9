import type { BillingAddress } from '@plimsoll/contracts/billing/billing-address';
import type { FieldValues, Path, PathValue, UseFormRegisterReturn } from 'react-hook-form';
import { useChosen, type CommandForm } from '../../../lib/forms/command-form.ts';
import { FieldStack, fieldCss } from '../../../ui/inputs/FormField.tsx';
import { SelectField } from '../../../ui/inputs/SelectField.tsx';
import { TextField } from '../../../ui/inputs/TextField.tsx';
import { countries, countryName, provincesOf } from './provinces.ts';

/** Recipient of the invoices. */
export interface AddressedFields extends FieldValues {
  address: BillingAddress;
  emailAddress: string;
}

/** Initial values: the stored address, or an empty one in the currency's country. */
export const initialAddress = (stored: BillingAddress | null, currency: string): BillingAddress =>
  stored ?? {
    mailingAddress: '',
    city: '',
    province: '',
    postalCode: '',
    country: { AUD: 'AU', USD: 'US' }[currency] ?? 'CA',
  };

/** Billing address and the address that invoices are mailed to. */
export function AddressFields<Fields extends AddressedFields>({ form }: { form: CommandForm<Fields> }) {
  const typed = (name: string): UseFormRegisterReturn & { error: string | undefined } =>
    form.typed(name as Path<Fields>);
  const country = useChosen(form, 'address.country' as Path<Fields>);
  const province = useChosen(form, 'address.province' as Path<Fields>);
  const chosen = String(country.value);
  const options = countries.some(({ value }) => value === chosen)
    ? countries
    : [...countries, { value: chosen, label: countryName(chosen) }];
  return (
    <FieldStack>
      <SelectField
        label="Country"
        options={options}
        {...country}
        value={chosen}
        onChange={(value) => {
          country.onChange((value ?? '') as PathValue<Fields, Path<Fields>>);
          province.onChange('' as PathValue<Fields, Path<Fields>>);
        }}
      />
      {provincesOf(chosen).length > 0 ? (
        <SelectField
          label={chosen === 'CA' ? 'Province or territory' : 'State or territory'}
          hint="Taxes follow from it."
          options={provincesOf(chosen)}
          {...province}
          value={String(province.value)}
          onChange={(value) => province.onChange((value ?? '') as PathValue<Fields, Path<Fields>>)}
        />
      ) : (
        <TextField
          label="Province or state"
          autoComplete="address-level1"
          maxLength={100}
          {...typed('address.province')}
        />
      )}
      <TextField label="Address" autoComplete="street-address" maxLength={200} {...typed('address.mailingAddress')} />
      <div className={fieldCss.pair}>
        <TextField label="City" autoComplete="address-level2" maxLength={100} {...typed('address.city')} />
        <TextField label="Postal code" autoComplete="postal-code" maxLength={20} {...typed('address.postalCode')} />
      </div>
      <TextField
        label="Email address for invoices"
        type="email"
        inputMode="email"
        autoComplete="email"
        maxLength={254}
        {...typed('emailAddress')}
      />
    </FieldStack>
  );
}
