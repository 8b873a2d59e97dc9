/** "Near miss" gives "near miss"; "COVID-19 report" keeps its capitals. */
export const thingOf = (formName: string): string =>
  /^\p{Lu}\p{Lu}/u.test(formName) ? formName : formName.charAt(0).toLowerCase() + formName.slice(1);

/** "an injury", "a near miss" */
export const aThing = (formName: string): string => `${/^[aeiou]/i.test(formName) ? 'an' : 'a'} ${thingOf(formName)}`;
