import { refuse, type Refusal } from '../../commands/decision.ts';
import { fieldError } from '../../commands/field-error.ts';
import { industryOf } from './industries.ts';

/** Refuses industries that there are not, and those that are named twice; undefined where all is well. */
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

/** Whether two lists, each without doubles, name the same, in whichever order. */
export const areSame = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((guid) => other.includes(guid));
