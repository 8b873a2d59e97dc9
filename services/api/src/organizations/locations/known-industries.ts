import { refuse, type Refusal } from '../../commands/decision.ts';
import { fieldError } from '../../commands/field-error.ts';
import { industryOf } from './industries.ts';

/** Refusal for unknown or duplicate industries, else undefined. */
export function unknownIndustries(industryGuids: readonly string[]): Refusal | undefined {
  const unknown = industryGuids.findIndex((guid) => !industryOf(guid));
  if (unknown >= 0)
    return refuse('IndustryNotFound', { fieldErrors: [fieldError(`industryGuids.${unknown}`, 'IndustryNotFound')] });
  const twice = industryGuids.findIndex((guid, index) => industryGuids.indexOf(guid) < index);
  return twice < 0
    ? undefined
    : refuse('DuplicateIndustryAssociation', {
        fieldErrors: [fieldError(`industryGuids.${twice}`, 'DuplicateIndustryAssociation')],
      });
}

/** Whether two lists without duplicates contain the same items, in any order. */
export const areSame = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((guid) => other.includes(guid));
