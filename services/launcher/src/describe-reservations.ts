import type { ReservationError, Reservations, StreamId } from '@plimsoll/event-store/port/event-store';

const nameOf = (stream: StreamId | null): string => (stream ? `${stream.kind} ${stream.guid}` : 'beyond the head');

function describeError({ problem, label, stream, position, found }: ReservationError): string {
  const whose = `${label} of ${nameOf(stream)}`;
  switch (problem) {
    case 'MISSING':
      return `${whose}: reserved at position ${position}, and the reservation is missing`;
    case 'SURPLUS':
      return `a reservation at position ${position} (${nameOf(stream)}) belongs to no name`;
    case 'MISPLACED':
      return `${whose}: reserved at position ${position}, but the reservation says ${found}`;
    case 'TWICE':
      return `${whose}: taken at position ${position}, though it was reserved at ${found}`;
    case 'UNREADABLE':
      return `not checked: this version cannot read the event at position ${position} (${nameOf(stream)})`;
  }
}

/** What checking an organization's reservations found, line by line, without any name. */
export const describeReservations = ({ asDerived, errors, moreErrors, erased, unreserved }: Reservations): string[] => [
  ...errors.map((error) => `RESERVATION NOT AS WRITTEN: ${describeError(error)}`),
  ...(moreErrors > 0 ? [`and ${moreErrors} more reservations`] : []),
  `reservations: ${[
    `${asDerived} as written`,
    ...(erased > 0 ? [`${erased} not checked, since their names were erased`] : []),
    ...(unreserved > 0 ? [`${unreserved} missing from before this version reserved them`] : []),
  ].join(', ')}`,
];
