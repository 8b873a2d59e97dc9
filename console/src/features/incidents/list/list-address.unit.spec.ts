import fc from 'fast-check';
import { incidentFilter, incidentListQuery } from '@plimsoll/contracts/incidents/requests';
import { activeFilters, readPage, withoutFilters } from '../../../lib/url/list.ts';
import { writeState } from '../../../lib/url/url-state.ts';
import { eventList, listAddress, questionOf, readAddress, type ListAddress } from './list-address.ts';

const worksite = '01900000-0000-7000-8000-000000000101';
const writeAddress = (address: ListAddress) => writeState(listAddress, address);
const full = `text=pallet&state=REVIEWED&state=APPROVED&riskBand=HIGH&worksiteGuid=${worksite}&from=2026-09-01&to=2026-09-30&assignedToMe=true&sortBy=RISK&sortDirection=ASCENDING`;

describe("the event list's address", () => {
  it('contains the whole state of the list and can be parsed again', () => {
    const written = writeAddress(readAddress(new URLSearchParams(full)));
    expect(Object.fromEntries(written.entries())).toEqual(Object.fromEntries(new URLSearchParams(full).entries()));
    expect(written.getAll('state')).toEqual(['REVIEWED', 'APPROVED']);
    expect(readAddress(written)).toEqual(readAddress(new URLSearchParams(full)));
  });

  it('omits defaults', () => {
    expect(
      writeAddress(readAddress(new URLSearchParams('sortBy=OCCURRENCE_DATE&sortDirection=DESCENDING'))).toString(),
    ).toBe('');
  });

  it('ignores invalid values and keeps the rest', () => {
    expect(readAddress(new URLSearchParams('state=NOWHERE&from=yesterday&text=pallet&sortBy=COLOUR'))).toMatchObject({
      text: 'pallet',
      sortBy: 'OCCURRENCE_DATE',
    });
    expect(activeFilters(eventList, readAddress(new URLSearchParams('state=NOWHERE&from=yesterday')))).toEqual([]);
  });

  it('becomes the API’s filter without unset fields, with the page as an offset', () => {
    expect(questionOf(readAddress(new URLSearchParams(full)), 3)).toEqual({
      filter: {
        text: 'pallet',
        state: ['REVIEWED', 'APPROVED'],
        riskBand: ['HIGH'],
        worksiteGuid: [worksite],
        from: '2026-09-01',
        to: '2026-09-30',
        assignedToMe: true,
      },
      sortBy: 'RISK',
      sortDirection: 'ASCENDING',
      limit: 10,
      offset: 20,
    });
    expect(questionOf(readAddress(new URLSearchParams()), 1).filter).toEqual({});
  });

  it('never becomes a query that the API rejects', () => {
    const value = fc.oneof(
      fc.constantFrom(
        worksite,
        'REVIEWED',
        'HIGH',
        '2026-09-01',
        '2026-02-30',
        '0000-01-01',
        'true',
        'RISK',
        'ASCENDING',
        '25',
        '9999',
        '',
      ),
      fc.string({ unit: 'binary' }),
    );
    const parameters = fc.array(fc.tuple(fc.constantFrom(...Object.keys(listAddress)), value), { maxLength: 12 });
    fc.assert(
      fc.property(parameters, (given) => {
        const { filter, ...rest } = questionOf(readAddress(new URLSearchParams(given)), 1);
        expect(incidentFilter.safeParse(filter).success).toBe(true);
        expect(
          incidentListQuery.safeParse({ ...rest, limit: String(rest.limit), offset: String(rest.offset) }).success,
        ).toBe(true);
      }),
    );
  });

  it('counts from and to as one filter, and keeps the order when filters are cleared', () => {
    const address = readAddress(new URLSearchParams(full));
    expect(activeFilters(eventList, address)).toEqual(['state', 'risk', 'worksite', 'date', 'assigned to me']);
    expect(writeAddress(withoutFilters(listAddress, address)).toString()).toBe('sortBy=RISK&sortDirection=ASCENDING');
  });

  it.each([
    ['3', 3],
    ['0', 1],
    ['-1', 1],
    ['two', 1],
    [undefined, 1],
  ])('takes %s as page %i', (given, page) => {
    expect(readPage(given)).toBe(page);
  });
});
