import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useController, useFormContext } from 'react-hook-form';
import { oiicsTexts } from '@plimsoll/contracts/incidents/event-texts';
import { FindField } from '../../../../ui/inputs/FindField.tsx';
import { oiicsQuery, titleOf, type OiicsList } from '../../record/oiics.ts';
import type { EventFields } from './event-fields.ts';

/** Field for an OIICS 2 code, found by its title or code. The list is loaded when the field gets the focus. */
export function OiicsField({ index, list }: { index: number; list: OiicsList }) {
  const { control } = useFormContext<EventFields>();
  const { field } = useController({ control, name: `injuredPersons.${index}.${list}` });
  const [wanted, setWanted] = useState(false);
  const { data } = useQuery({ ...oiicsQuery(list), enabled: wanted || field.value !== '' });
  const options = useMemo(
    () => (data ?? []).map((row) => ({ value: row[0], label: titleOf(row), code: row[0] })),
    [data],
  );
  return (
    <FindField
      label={oiicsTexts[list]}
      optional
      name={field.name}
      options={options}
      value={field.value}
      onChange={field.onChange}
      onBlur={field.onBlur}
      onFocus={() => setWanted(true)}
      loading={!data}
    />
  );
}
