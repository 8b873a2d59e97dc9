/** So many faults are told of a request; one entry more says that there are others. */
export const MAX_ERRORS = 100;

/**
 * The faults that a look at a request comes upon first, as many as are told and one more, by which one knows that there
 * are others. The look goes no further: it costs as much as what it finds, however much somebody has sent.
 */
export function takeErrors<Error>(errors: Iterable<Error>): Error[] {
  const found: Error[] = [];
  for (const error of errors) if (found.push(error) > MAX_ERRORS) break;
  return found;
}
