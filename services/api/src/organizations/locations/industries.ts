import type { Industry, SectorAndIndustries } from '@plimsoll/contracts/organizations/settings';
import naics from '@plimsoll/contracts/naics/naics-2022.json' with { type: 'json' };

const CODE_OF_INDUSTRY = /^\d{6}$/;
const rows = naics as [code: string, title: string][];

/** Sectors, each with the range of its two-digit codes ('31-33'). */
const sectors = rows
  .filter(([code]) => !CODE_OF_INDUSTRY.test(code))
  .map(([code, title]) => {
    const [first, last = first] = code.split('-');
    return { first: first!, last: last!, title };
  });

/** Titles of all sectors, by code. */
export const sectorTitles: readonly string[] = sectors.map(({ title }) => title);

const sectorTitleOf = (code: string): string =>
  sectors.find(({ first, last }) => first <= code.slice(0, 2) && code.slice(0, 2) <= last)!.title;

/** Industries of NAICS 2022 with six digits. An industry's guid contains its code. */
export const industries: readonly Industry[] = rows
  .filter(([code]) => CODE_OF_INDUSTRY.test(code))
  .map(([code, title]) => ({
    guid: `01900000-e022-7000-8000-${code.padStart(12, '0')}`,
    code,
    title,
    sectorTitle: sectorTitleOf(code),
  }));

const byGuid = new Map(industries.map((industry) => [industry.guid, industry]));

/** The industry with this guid, or undefined. */
export const industryOf = (guid: string): Industry | undefined => byGuid.get(guid);

/** Groups industries by sector, without duplicates, both in the order of their codes. */
export function bySector(guids: Iterable<string>): SectorAndIndustries[] {
  const wanted = new Set(guids);
  const chosen = industries.filter(({ guid }) => wanted.has(guid));
  return [...Map.groupBy(chosen, ({ sectorTitle }) => sectorTitle)].map(([sectorTitle, its]) => ({
    sectorTitle,
    industries: its,
  }));
}
