import type { Form } from './form.ts';

/** Where an organization's forms are found: a version of a form never changes. */
export interface FormCatalogue {
  /**
   * A form in a version, or in its newest one; null when there is none. Forms that are not offered any more are found
   * as well.
   */
  find(tenant: string, formGuid: string, version?: number): Promise<Form | null>;
  /** The newest version of each form that may be used to report, sorted by name. */
  offered(tenant: string): Promise<readonly Form[]>;
}

/** A catalogue of these forms, the same for every organization. */
export function catalogueOf(forms: readonly Form[]): FormCatalogue {
  const newestFirst = forms.toSorted((one, other) => other.version - one.version);
  const versions = new Map<string, Form>();
  for (const form of newestFirst) {
    if (!versions.has(form.formGuid)) versions.set(form.formGuid, form);
    versions.set(`${form.formGuid}/${form.version}`, form);
  }
  const offered = newestFirst
    .filter((form) => versions.get(form.formGuid) === form && form.state === 'PUBLISHED')
    .sort((one, other) => one.name.localeCompare(other.name, 'en', { sensitivity: 'base' }));
  return {
    find: (_, formGuid, version) =>
      Promise.resolve(versions.get(version === undefined ? formGuid : `${formGuid}/${version}`) ?? null),
    offered: () => Promise.resolve(offered),
  };
}
