import { IconBellRinging } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useAtRest } from '../../../lib/forms/after-paint.ts';
import { Button } from '../../../ui/inputs/Button.tsx';

const EventAlarmBanner = lazy(async () => ({
  default: (await import('../components/EventAlarmBanner.tsx')).EventAlarmBanner,
}));
const AlertDialog = lazy(async () => ({ default: (await import('../components/AlertDialog.tsx')).AlertDialog }));

/** The alarm of an event, if it has one. */
export function EventAlarm({ eventId }: { eventId: string }) {
  // The event loads first: few have an alarm.
  const isAtRest = useAtRest();
  if (!isAtRest) return null;
  return (
    <Suspense>
      <EventAlarmBanner eventId={eventId} />
    </Suspense>
  );
}

/** Raises an alarm about an event by hand. */
export function AlertSomeone({ eventId, number }: { eventId: string; number: number }) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button leading={<IconBellRinging size={20} aria-hidden />} onClick={() => setAsking(true)}>
        Alert someone…
      </Button>
      {isAsking && (
        <Suspense>
          <AlertDialog eventId={eventId} number={number} onClose={() => setAsking(false)} />
        </Suspense>
      )}
    </>
  );
}
