import type { QueryBus } from '@nestjs/cqrs';
import type { FormCatalogue } from '@plimsoll/contracts/forms/form-catalogue';
import type { IncidentDetail } from '@plimsoll/contracts/incidents/answers';
import { regionOf } from '@plimsoll/contracts/organizations/regions';
import { guidsIn, NameGuids } from '@plimsoll/projections/platform/names-by-guid';

/**
 * Names that an incident's answers refer to, for auditors, who may query neither forms nor members: the form version
 * (null if it no longer exists), and the names of people and places by guid.
 */
export async function answeredBy(
  tenant: string,
  {
    formGuid,
    formVersion,
    components,
    injuredPersons,
    relatedPersons,
  }: Pick<IncidentDetail, 'formGuid' | 'formVersion' | 'components' | 'injuredPersons' | 'relatedPersons'>,
  forms: FormCatalogue,
  queries: QueryBus,
): Promise<NonNullable<IncidentDetail['answered']>> {
  const guids = [...new Set(guidsIn(JSON.stringify(components)))];
  const [form, found] = await Promise.all([
    forms.find(tenant, formGuid, formVersion),
    guids.length > 0 ? queries.execute(new NameGuids(tenant, guids)) : new Map<string, string>(),
  ]);
  const people = new Map([
    ...injuredPersons.map(({ injuredPersonGuid, name }) => [injuredPersonGuid, name] as const),
    ...relatedPersons.map(({ relatedPersonGuid, name }) => [relatedPersonGuid, name] as const),
  ]);
  const names = guids.flatMap((guid) => {
    const name = people.get(guid) ?? found.get(guid) ?? regionOf(guid)?.name;
    return name === undefined ? [] : [{ guid, name }];
  });
  return { form, names };
}
