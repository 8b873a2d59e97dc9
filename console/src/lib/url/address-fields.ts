import { isDay, YEAR_MONTH } from '@plimsoll/contracts/kernel/values/calendar';
import { SAFE_TEXT } from '@plimsoll/contracts/kernel/values/text-pattern';

/**
 * Parses the values of a URL parameter; undefined, or the field's default, if they are invalid. Plain functions rather
 * than the API's schemas: an address is parsed before the first render, and no page should load the validator for it.
 * The schemas accept whatever these return (see the lists' tests).
 */
export type AddressField<Value> = (values: readonly string[]) => Value;

/** Parsers by parameter name. */
export type AddressFields = Readonly<Record<string, AddressField<unknown>>>;

type Optional<Fields extends AddressFields> = {
  [Key in keyof Fields]: undefined extends ReturnType<Fields[Key]> ? Key : never;
}[keyof Fields];

/** The parsed parameters of an address with these fields. */
export type AddressOf<Fields extends AddressFields> = {
  -readonly [Key in Exclude<keyof Fields, Optional<Fields>>]: ReturnType<Fields[Key]>;
} & { -readonly [Key in Optional<Fields>]?: ReturnType<Fields[Key]> };

const first =
  <Value>(means: (value: string) => Value | undefined): AddressField<Value | undefined> =>
  ([value]) =>
    value === undefined ? undefined : means(value);

/** One of the given words or numbers. */
export const oneOf = <const Value extends string | number>(values: readonly Value[]): AddressField<Value | undefined> =>
  first((text) => values.find((value) => String(value) === text));

/** One of the given words or numbers, with a default. */
export const oneOfOr =
  <const Value extends string | number>(usual: NoInfer<Value>, values: readonly Value[]): AddressField<Value> =>
  (given) =>
    oneOf(values)(given) ?? usual;

/** Several of the given words; undefined if any is invalid. */
export const someOf = <const Value extends string>(values: readonly Value[]): AddressField<Value[] | undefined> =>
  severalOf((text) => values.find((value) => value === text));

/** Several values, a hundred at most. */
const severalOf =
  <Value>(means: (value: string) => Value | undefined): AddressField<Value[] | undefined> =>
  (values) => {
    const found = [...new Set(values)].map(means).filter((value) => value !== undefined);
    return values.length > 0 && values.length <= 100 && found.length === new Set(values).size ? found : undefined;
  };

const meansGuid = (text: string): string | undefined =>
  /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i.test(text)
    ? text.toLowerCase()
    : undefined;

/** A guid, in lower case. */
export const guid = first(meansGuid);
export const guids = severalOf(meansGuid);

/** A number of an event, from 1. */
export const eventNumber = first((text) => (/^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined));

/** 'YYYY-MM-DD'. */
export const day = first((text) => (isDay(text) ? text : undefined));
/** 'YYYY-MM'. */
export const yearMonth = first((text) => (YEAR_MONTH.test(text) ? text : undefined));

/** A search text, trimmed, 200 characters at most. */
export const words = first((text) => (text.trim().length <= 200 && SAFE_TEXT.test(text) ? text.trim() : undefined));
