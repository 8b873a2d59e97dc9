/** Routes of the form pages. Apart from `lib/url/paths.ts`, so that screens without links to them do not load them. */
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
