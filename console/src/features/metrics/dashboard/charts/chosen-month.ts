import type { SyntheticEvent } from 'react';
import type { YearMonth } from '@plimsoll/contracts/kernel/values/calendar';

/** Click handler that reports the month under the mouse. Touches are ignored, since a tap opens the tooltip. */
export function chosenMonth(onMonth: ((month: YearMonth) => void) | undefined) {
  if (!onMonth) return undefined;
  return ({ activeLabel }: { activeLabel?: string | number | undefined }, event: SyntheticEvent) => {
    const isTouch = 'pointerType' in event.nativeEvent && event.nativeEvent.pointerType === 'touch';
    if (activeLabel !== undefined && !isTouch) onMonth(String(activeLabel));
  };
}
