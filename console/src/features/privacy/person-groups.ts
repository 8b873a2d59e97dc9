import type { KeptPerson } from '@plimsoll/contracts/privacy/privacy';
import { personKindLabels } from './labels.ts';

/** Records of the same name. They may be of one person or of several, so each is chosen by itself. */
export interface PersonGroup {
  readonly name: string;
  readonly records: readonly KeptPerson[];
}

/** Identifies a record. */
export const recordKey = ({ kind, guid }: Pick<KeptPerson, 'kind' | 'guid'>): string => `${kind} ${guid}`;

/** Groups records by their name, ignoring case and spaces. An event's text, whose name is a number, stays alone. */
export function groupsByName(records: readonly KeptPerson[]): readonly PersonGroup[] {
  const groups = new Map<string, KeptPerson[]>();
  for (const record of records) {
    const key =
      record.kind === 'INCIDENT_TEXT' ? recordKey(record) : record.name.trim().replace(/\s+/g, ' ').toLowerCase();
    groups.set(key, [...(groups.get(key) ?? []), record]);
  }
  return [...groups.values()].map((same) => ({ name: same[0]!.name, records: same }));
}

/** Where a record comes from: "Hurt in an event: 1048". */
export function recordLabel({ kind, incidents }: KeptPerson): string {
  const numbers = incidents.map(({ number }) => number).join(', ');
  return numbers ? `${personKindLabels[kind]}: ${numbers}` : personKindLabels[kind];
}
