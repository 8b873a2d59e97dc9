import type { SyntheticEvent } from 'react';
import type { YearMonth } from '@plimsoll/contracts/kernel/values/calendar';

/** What a click on a chart chooses: the month under a mouse. A finger that wants to read would be led away. */
export function chosenMonth(onMonth: ((month: YearMonth) => void) | undefined) {
  if (!onMonth) return undefined;
  return ({ activeLabel }: { activeLabel?: string | number | undefined }, event: SyntheticEvent) => {
    const isTouch = 'pointerType' in event.nativeEvent && event.nativeEvent.pointerType === 'touch';
    if (activeLabel !== undefined && !isTouch) onMonth(String(activeLabel));
  };
}
