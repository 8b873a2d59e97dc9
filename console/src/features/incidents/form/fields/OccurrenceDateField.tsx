import { useFormContext } from 'react-hook-form';
import { latestNow, useClockDoubt } from '../../../../lib/session/clock.ts';
import { formatDay, todayIn } from '../../../../lib/format/time.ts';
import { DateField } from '../../../../ui/inputs/TextField.tsx';
import type { EventFields } from './event-fields.ts';

/** The day of an incident, in its own time zone. Says why it is not filled in where the device's clock is wrong. */
export function OccurrenceDateField({ zone, big }: { zone: string; big: boolean }) {
  const { register, formState } = useFormContext<EventFields>();
  const doubt = useClockDoubt();
  return (
    <DateField
      label="On which day?"
      question={big}
      hint={
        doubt
          ? `This device’s clock says ${formatDay(todayIn(zone, new Date()))}, which may be wrong. Choose the day yourself.`
          : 'Local date'
      }
      max={todayIn(zone, latestNow())}
      {...register('occurrenceDate')}
      error={formState.errors.occurrenceDate?.message}
    />
  );
}
