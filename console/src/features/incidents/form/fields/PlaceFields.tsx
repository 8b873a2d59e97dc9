import { useMemo, useState } from 'react';
import { useController, useFormContext } from 'react-hook-form';
import { eventFieldTexts, REGION_HINT } from '@plimsoll/contracts/incidents/event-texts';
import { Button } from '../../../../ui/inputs/Button.tsx';
import { ChoiceField } from '../../../../ui/inputs/ChoiceField.tsx';
import { FindField } from '../../../../ui/inputs/FindField.tsx';
import { TextField } from '../../../../ui/inputs/TextField.tsx';
import css from '../EventForm.module.css';
import { OTHER, type EventFields, type Situation } from './event-fields.ts';

/** Number of worksites shown at first. */
const OFFERED = 5;

/** Place of the incident: a worksite, or another place by region and description. */
export function PlaceFields({ situation: { worksites, regions }, big }: { situation: Situation; big: boolean }) {
  const { control, register, formState } = useFormContext<EventFields>();
  const { field } = useController({ control, name: 'worksite' });
  const region = useController({ control, name: 'regionGuid' });
  const [all, setAll] = useState(worksites.length <= OFFERED + 1);
  const offered = useMemo(() => {
    const first = all
      ? worksites
      : worksites.filter((worksite, place) => place < OFFERED || worksite.guid === field.value);
    const nameOf = (guid: string | null) => regions.find((each) => each.guid === guid)?.name;
    return [
      ...first.map(({ guid, name, regionGuid }) => ({ value: guid, label: name, hint: nameOf(regionGuid) })),
      { value: OTHER, label: 'Other', hint: 'Another place' },
    ];
  }, [all, worksites, regions, field.value]);
  const places = useMemo(
    () => regions.map(({ guid, name, groupName }) => ({ value: guid, label: name, hint: groupName })),
    [regions],
  );

  return (
    <>
      {worksites.length > 0 && (
        <div>
          <ChoiceField
            label="Where did it happen?"
            question={big}
            columns={2}
            options={offered}
            name="worksite"
            value={field.value || null}
            onChange={field.onChange}
            onBlur={field.onBlur}
            error={formState.errors.worksite?.message}
          />
          {!all && (
            <Button variant="quiet" flush className={css.clear} onClick={() => setAll(true)}>
              All {worksites.length} worksites
            </Button>
          )}
        </div>
      )}
      {field.value === OTHER && (
        <>
          <FindField
            label={worksites.length > 0 ? eventFieldTexts.region : 'In which region did it happen?'}
            question={big && worksites.length === 0}
            name="regionGuid"
            options={places}
            value={region.field.value}
            onChange={region.field.onChange}
            onBlur={region.field.onBlur}
            placeholder={REGION_HINT}
            error={formState.errors.regionGuid?.message}
          />
          <TextField
            label={eventFieldTexts.location}
            hint="Precise enough for someone else to find it"
            autoComplete="off"
            {...register('location')}
            error={formState.errors.location?.message}
          />
        </>
      )}
    </>
  );
}
