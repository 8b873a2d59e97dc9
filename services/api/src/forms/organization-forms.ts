import { Injectable } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { LRUCache } from 'lru-cache';
import { builtInForms, earlierBuiltInForms, flagOfForm } from '@plimsoll/contracts/forms/built-in-forms';
import { catalogueOf, type FormCatalogue } from '@plimsoll/contracts/forms/form-catalogue';
import type { Form } from '@plimsoll/contracts/forms/form';
import { shownForm } from '@plimsoll/contracts/forms/published-form';
import { FindFormVersion, ListForms } from '@plimsoll/projections/forms/form-list/query';
import { OrganizationsCache, type OrganizationSnapshot } from '../platform/cache/organizations-cache.ts';

const builtIn = catalogueOf([...builtInForms, ...earlierBuiltInForms]);

/** A version of a form with what decides whether it may be reported with. */
export interface ReportableForm {
  readonly form: Form;
  /** When it was archived, hidden or switched off; null while it is offered. */
  readonly endedAt: Date | null;
  /** Whether that version or the newest one is sensitive. */
  readonly isSensitive: boolean;
}

/** An organization's forms: the built-in ones and its own. Published versions never change, so they are cached. */
@Injectable()
export class OrganizationForms implements FormCatalogue {
  /** By tenant, form and version. */
  readonly #versions = new LRUCache<string, Form>({ max: 500 });

  constructor(
    private readonly queries: QueryBus,
    private readonly organizations: OrganizationsCache,
  ) {}

  async find(tenant: string, formGuid: string, version?: number): Promise<Form | null> {
    const shipped = await builtIn.find(tenant, formGuid, version);
    if (shipped || (await builtIn.find(tenant, formGuid))) return shipped;
    const key = `${tenant}/${formGuid.toLowerCase()}/`;
    const known = version === undefined ? undefined : this.#versions.get(`${key}${version}`);
    if (known) return known;
    const found = await this.queries.execute(new FindFormVersion(tenant, formGuid, version ?? null));
    if (!found) return null;
    const form =
      this.#versions.get(`${key}${found.version}`) ?? shownForm(formGuid, found.version, 'PUBLISHED', found.content);
    this.#versions.set(`${key}${found.version}`, form);
    return form;
  }

  async offered(tenant: string): Promise<readonly Form[]> {
    const [organization, own] = await Promise.all([
      this.organizations.of(tenant),
      this.queries.execute(new ListForms(tenant)),
    ]);
    const hidden = new Set(
      own.filter(({ isBuiltIn, isHidden }) => isBuiltIn && isHidden).map(({ formGuid }) => formGuid),
    );
    const isOn = (formGuid: string) => {
      const flag = flagOfForm(formGuid);
      return flag === null || organization?.flags.has(flag) !== false;
    };
    const shipped = (await builtIn.offered(tenant)).filter(({ formGuid }) => !hidden.has(formGuid) && isOn(formGuid));
    const published = organization?.flags.has('CUSTOM_EVENTS')
      ? own.filter(({ isBuiltIn, state, told }) => !isBuiltIn && state === 'PUBLISHED' && told?.published)
      : [];
    return [
      ...shipped,
      ...published.map(({ formGuid, version, told }) => shownForm(formGuid, version, 'PUBLISHED', told!.published!)),
    ].sort((one, other) => one.name.localeCompare(other.name, 'en', { sensitivity: 'base' }));
  }

  /** A version of a form for a new report; null when there is none. */
  async reportable(
    tenant: string,
    { formGuid, version }: { readonly formGuid: string; readonly version: number },
  ): Promise<ReportableForm | null> {
    const [form, organization] = await Promise.all([
      this.find(tenant, formGuid, version),
      this.organizations.of(tenant),
    ]);
    if (!form) return null;
    const now = organization?.forms.get(form.formGuid);
    return { form, endedAt: endOf(form, organization), isSensitive: form.isSensitive || now?.isSensitive === true };
  }
}

/** When a form stopped being offered: the earlier of being archived or hidden and of its feature being switched off. */
function endOf(form: Form, organization: OrganizationSnapshot | null): Date | null {
  const flag = form.isBuiltIn ? flagOfForm(form.formGuid) : 'CUSTOM_EVENTS';
  const ends = [
    organization?.forms.get(form.formGuid)?.endedAt,
    flag && organization?.formsSwitchedOff.get(flag),
  ].flatMap((at) => (at ? [new Date(at)] : []));
  return ends.length > 0 ? ends.reduce((first, at) => (at < first ? at : first)) : null;
}
