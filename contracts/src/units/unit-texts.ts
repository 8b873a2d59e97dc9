/** What is said of worksites and reporting groups, by their forms and by the API. */
export const unitTexts = {
  nameMissing: "Name can't be blank",
} as const;
