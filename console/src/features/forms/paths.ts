/** The addresses below /events/manage-forms, in the manner of paths.ts; a screen that leads to none of them does not fetch them. */
export const formsPattern = {
  forms: '/events/manage-forms',
  builtInForms: '/events/manage-forms/built-in',
  form: '/events/manage-forms/:formGuid',
  editForm: '/events/manage-forms/:formGuid/edit',
  previewForm: '/events/manage-forms/:formGuid/preview',
} as const;

export const formsPaths = {
  forms: () => formsPattern.forms,
  builtInForms: () => formsPattern.builtInForms,
  form: (formGuid: string) => `/events/manage-forms/${formGuid}`,
  editForm: (formGuid: string) => `/events/manage-forms/${formGuid}/edit`,
  previewForm: (formGuid: string) => `/events/manage-forms/${formGuid}/preview`,
};
