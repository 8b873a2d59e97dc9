import { jest } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { monthlyMetrics, type MonthlyMetrics } from '@plimsoll/contracts/metrics/http';
import { device, deviceStore, emptyDevice } from '../../../lib/test/device.ts';

jest.unstable_mockModule('idb-keyval', () => deviceStore);
const { Component } = await import('./monthly-metrics.route.tsx');
const { answer, daniel, open } = await import('../../../lib/test/stage.tsx');

const routes = [
  { path: '/settings/organization/reporting', Component },
  { path: '/settings/organization/reporting/:yearMonth', Component },
];
const october = '/settings/organization/reporting/2026-10';

const entered: MonthlyMetrics = {
  yearMonth: '2026-10',
  revision: 1,
  notes: null,
  recordedBy: daniel,
  recordedAt: '2026-11-03T16:00:00Z',
  warnings: [],
  figures: {
    employeeHours: 180_000.5,
    contractorHours: 52_000,
    employeeKms: 321_000,
    contractorKms: 94_000,
    employeeCount: 1150,
    contractorCount: 309,
  },
};
const missing = (yearMonth: string): MonthlyMetrics => ({
  yearMonth,
  figures: null,
  notes: null,
  recordedBy: null,
  recordedAt: null,
  revision: 0,
  warnings: [],
});

const url = '*/api/orgs/:org/reporting-metrics/:month';
const nothingYet = http.get(url, ({ params }) => answer(monthlyMetrics, missing(String(params.month))));
const save = () => screen.getAllByRole('button', { name: 'Save October 2026' })[0]!;

const labels = [/^Hours worked/, /^Distance driven/, /^Head count/];
async function type(
  user: ReturnType<typeof userEvent.setup>,
  group: 'Employees' | 'Contractors',
  values: readonly string[],
) {
  const fields = within(await screen.findByRole('region', { name: group }));
  for (const [place, value] of values.entries()) {
    const field = fields.getByLabelText(labels[place]!);
    await user.clear(field);
    if (value) await user.type(field, value);
  }
}

beforeEach(async () => {
  await emptyDevice();
  window.innerWidth = 1440;
});

describe('entering a month', () => {
  it('shows the errors of the specification, above and beside each field', async () => {
    const user = userEvent.setup();
    const { asked } = open(routes, october, [nothingYet]);
    await type(user, 'Employees', ['', '-1', '1.5']);
    await type(user, 'Contractors', ['10000001', 'many', '3']);
    await user.click(save());
    const summary = await screen.findByRole('alert');
    expect(
      within(summary)
        .getAllByRole('link')
        .map((link) => link.textContent),
    ).toEqual([
      'Employee hours: Please enter a number',
      'Employee kilometres: Must be zero or greater',
      'Employees: Number cannot include decimal places',
      'Contractor hours: The value you specified is too large',
      'Contractor kilometres: Numeric characters only',
    ]);
    expect(document.activeElement).toBe(summary);
    const beside = within(screen.getByRole('region', { name: 'Employees' }));
    expect(beside.getByLabelText('Hours worked').getAttribute('aria-invalid')).toBe('true');
    expect(beside.getByText('Please enter a number')).toBeTruthy();
    expect(asked.some(({ method }) => method === 'PUT')).toBe(false);
    await type(user, 'Employees', ['186,400.25']);
    expect(beside.queryByText('Please enter a number')).toBeNull();
  });

  it('questions unusual hours per person but saves them, with the revision that was seen', async () => {
    const user = userEvent.setup();
    const sent: unknown[] = [];
    const put = http.put(url, async ({ request }) => {
      sent.push(request.headers.get('If-Match'), await request.json());
      return answer(monthlyMetrics, entered);
    });
    const { router } = open(routes, october, [put, nothingYet]);
    expect(await screen.findByText('No figures have been entered for this month.')).toBeTruthy();
    await type(user, 'Employees', ['186,400.25', '321000', '11']);
    await type(user, 'Contractors', ['52300', '0', '309']);
    expect(screen.getByText(/That is 16,945.5 hours for each of 11 employees/)).toBeTruthy();
    expect(screen.getByText('238,700.25')).toBeTruthy();
    await user.click(save());
    await waitFor(() => expect(router.state.location.pathname).toBe('/settings/organization/reporting'));
    expect(sent).toEqual([
      '"0"',
      {
        employeeHours: 186_400.25,
        employeeKms: 321_000,
        employeeCount: 11,
        contractorHours: 52_300,
        contractorKms: 0,
        contractorCount: 309,
        notes: null,
      },
    ]);
    expect(device.size).toBe(0);
  });

  it('shows who entered it and when', async () => {
    open(routes, october, [http.get(url, () => answer(monthlyMetrics, entered))]);
    expect((await screen.findByText(/^Entered by Daniel Okafor/)).textContent).toMatch(
      /^Entered by Daniel Okafor, 3 Nov( 2026)?, (09|10):00 M[DS]T$/,
    );
    expect(
      (within(screen.getByRole('region', { name: 'Employees' })).getByLabelText('Hours worked') as HTMLInputElement)
        .value,
    ).toBe('180000.5');
  });

  it('restores the draft of this device', async () => {
    const user = userEvent.setup();
    const { unmount } = open(routes, october, [nothingYet]);
    // In one step, so that what is stored first is the whole number.
    const employees = await screen.findByRole('region', { name: 'Employees' });
    await user.click(within(employees).getByLabelText('Hours worked'));
    await user.paste('186400');
    await waitFor(() => expect(device.size).toBe(1));
    unmount();
    open(routes, october, [nothingYet]);
    expect(await screen.findByText(/Your changes have been restored/)).toBeTruthy();
    expect(
      (within(screen.getByRole('region', { name: 'Employees' })).getByLabelText('Hours worked') as HTMLInputElement)
        .value,
    ).toBe('186400');
  });

  describe('when someone else saved first', () => {
    /** Types a month that Daniel Okafor saves meanwhile, and saves it. Returns the revisions that were sent. */
    async function saveTooLate(user: ReturnType<typeof userEvent.setup>, employees: string[]) {
      let isEntered = false;
      const sent: (string | null)[] = [];
      const put = http.put(url, ({ request }) => {
        sent.push(request.headers.get('If-Match'));
        if (request.headers.get('If-Match') === '"1"') return answer(monthlyMetrics, entered);
        isEntered = true;
        return HttpResponse.json({ className: 'StaleRevision', currentRevision: 1 }, { status: 409 });
      });
      const { unmount } = open(routes, october, [
        put,
        http.get(url, ({ params }) => answer(monthlyMetrics, isEntered ? entered : missing(String(params.month)))),
      ]);
      await type(user, 'Employees', employees);
      await type(user, 'Contractors', ['52000', '94000', '309']);
      await user.click(save());
      expect(await screen.findByText(/Daniel Okafor saved this month/)).toBeTruthy();
      return { sent, unmount };
    }
    const versions = () => within(screen.getByRole('region', { name: 'Two versions' }));
    const hours = () =>
      (within(screen.getByRole('region', { name: 'Employees' })).getByLabelText('Hours worked') as HTMLInputElement)
        .value;

    it('shows both versions, selects neither, and focuses them', async () => {
      const user = userEvent.setup();
      const { sent } = await saveTooLate(user, ['186400', '321000', '1150']);
      expect(
        versions()
          .getAllByRole('radio')
          .map((radio) => (radio as HTMLInputElement).checked),
      ).toEqual([false, false]);
      expect(document.activeElement).toBe(screen.getByRole('group', { name: 'Somebody saved first' }));
      await user.click(save());
      expect(await screen.findByRole('link', { name: 'Employee hours: Choose one of the two versions' })).toBeTruthy();
      expect(sent).toEqual(['"0"']);
      await user.click(versions().getByRole('radio', { name: /180,000.5/ }));
      expect(hours()).toBe('180000.5');
      await user.click(save());
      await waitFor(() => expect(sent).toEqual(['"0"', '"1"']));
    });

    it('takes all values of one side after a confirmation', async () => {
      const user = userEvent.setup();
      const { sent } = await saveTooLate(user, ['186400', '300000', '1150']);
      await user.click(versions().getByRole('button', { name: 'Take all of theirs…' }));
      expect(hours()).toBe('186400');
      await user.click(await screen.findByRole('button', { name: 'Take all of theirs' }));
      expect(hours()).toBe('180000.5');
      await user.click(save());
      await waitFor(() => expect(sent).toEqual(['"0"', '"1"']));
    });

    it('asks again after the page was closed: the draft overwrites nothing', async () => {
      const user = userEvent.setup();
      const { unmount } = await saveTooLate(user, ['186400', '321000', '1150']);
      await waitFor(() => expect(device.size).toBe(1));
      unmount();
      const sent: (string | null)[] = [];
      const put = http.put(url, ({ request }) => {
        sent.push(request.headers.get('If-Match'));
        return HttpResponse.json({ className: 'StaleRevision', currentRevision: 1 }, { status: 409 });
      });
      open(routes, october, [put, http.get(url, () => answer(monthlyMetrics, entered))]);
      expect(await screen.findByText(/Your changes have been restored/)).toBeTruthy();
      await user.click(save());
      expect(await screen.findByText(/Daniel Okafor saved this month/)).toBeTruthy();
      expect(sent).toEqual(['"0"']);
    });
  });
});

describe('the overview', () => {
  it('marks missing months, adds up employees and contractors, and links to the oldest missing month', async () => {
    open(routes, '/settings/organization/reporting', [
      http.get(url, ({ params }) =>
        answer(
          monthlyMetrics,
          params.month === lastEnded() ? missing(lastEnded()) : { ...entered, yearMonth: String(params.month) },
        ),
      ),
    ]);
    expect(await screen.findByText('1 month has no figures. Rates that depend on them are provisional.')).toBeTruthy();
    const [, newest, next] = screen.getAllByRole('row');
    expect(within(newest!).getByText('Missing')).toBeTruthy();
    expect(next!.textContent).toContain('232,000.50415,0001,459Daniel Okafor');
    const enter = screen.getByRole('link', { name: /^Enter / });
    expect(enter.getAttribute('href')).toBe(`/settings/organization/reporting/${lastEnded()}`);
  });

  it('is not found for an invalid month', async () => {
    open(routes, '/settings/organization/reporting/2026-13', []);
    expect(await screen.findByText('There is no such month')).toBeTruthy();
  });
});

/** The last month that has ended on the day of the test. */
function lastEnded(): string {
  const here = new Date(new Date().toLocaleString('en-US', { timeZone: 'America/Edmonton' }));
  const month = new Date(here.getFullYear(), here.getMonth() - 1, 1);
  return `${month.getFullYear()}-${String(month.getMonth() + 1).padStart(2, '0')}`;
}
