/** So many faults are told of a request; one entry more says that there are others. */
export const MOST_FAULTS = 100;

/**
 * The faults that a look at a request comes upon first, as many as are told and one more, by which one knows that there
 * are others. The look goes no further: it costs as much as what it finds, however much somebody has sent.
 */
export function firstFaults<Fault>(faults: Iterable<Fault>): Fault[] {
  const found: Fault[] = [];
  for (const fault of faults) if (found.push(fault) > MOST_FAULTS) break;
  return found;
}
