/** Lowercases a form's name within a sentence: "Near miss" gives "near miss", "COVID-19 report" stays as it is. */
export const lowerCaseName = (formName: string): string =>
  /^\p{Lu}\p{Lu}/u.test(formName) ? formName : formName.charAt(0).toLowerCase() + formName.slice(1);

/** For example "an injury" or "a near miss". */
export const nameWithArticle = (formName: string): string =>
  `${/^[aeiou]/i.test(formName) ? 'an' : 'a'} ${lowerCaseName(formName)}`;
