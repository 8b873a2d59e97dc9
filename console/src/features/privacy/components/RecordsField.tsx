import type { KeptPerson } from '@plimsoll/contracts/privacy/privacy';
import { ChoicesField } from '../../../ui/inputs/ChoiceField.tsx';
import { recordKey, recordLabel } from '../person-groups.ts';

/** Error when a command needs a record and none is chosen. */
export const RECORD_MISSING = { field: 'chosen', message: 'Choose at least one record' };

interface RecordsFieldProps {
  records: readonly KeptPerson[];
  /** Keys of the chosen records. */
  chosen: readonly string[];
  onChoose: (keys: string[]) => void;
  error: string | undefined;
}

/** Field for the records of one name that a command is about. */
export const RecordsField = ({ records, chosen, onChoose, error }: RecordsFieldProps) => (
  <ChoicesField
    label="Which records?"
    hint="People of the same name may be different persons."
    name={RECORD_MISSING.field}
    options={records.map((record) => ({ value: recordKey(record), label: recordLabel(record) }))}
    value={chosen}
    onChange={onChoose}
    error={error}
  />
);
