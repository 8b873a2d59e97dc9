/** The injection token of the `FormCatalogue`. */
export const FORM_CATALOGUE = Symbol('FORM_CATALOGUE');
