/** Maximum number of field errors in an answer; one more entry says that there are others. */
export const MAX_ERRORS = 100;

/**
 * Takes the first MAX_ERRORS errors and one more, which shows that there are others. The iterable is read no further,
 * so that the cost is bounded whatever the request contains.
 */
export function takeErrors<Error>(errors: Iterable<Error>): Error[] {
  const found: Error[] = [];
  for (const error of errors) if (found.push(error) > MAX_ERRORS) break;
  return found;
}
