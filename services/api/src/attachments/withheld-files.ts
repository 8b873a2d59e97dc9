import type { AuditorScope } from '@plimsoll/contracts/auditors/scope';
import type { Attached } from './attached.ts';

/**
 * Whether a grant keeps a file from an auditor: it shows people, or may show those who were hurt, and the grant does
 * not open both names and sensitive events.
 * @param namesHurt whether the file belongs to an event that names people who were hurt.
 */
export function isWithheld(
  { contentType, personGuids }: Pick<Attached, 'contentType' | 'personGuids'>,
  { withNames, includeSensitive }: Pick<AuditorScope, 'withNames' | 'includeSensitive'>,
  namesHurt: boolean,
): boolean {
  if (withNames && includeSensitive) return false;
  return personGuids.length > 0 || (namesHurt && /^(image|video)\//.test(contentType));
}
