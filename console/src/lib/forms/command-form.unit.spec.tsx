import { useQuery } from '@tanstack/react-query';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { loadLinesAnswer, setLoadLinesRequest } from '@plimsoll/contracts/metrics/http';
import { ErrorSummary } from '../../ui/inputs/ErrorSummary.tsx';
import { TextField } from '../../ui/inputs/TextField.tsx';
import { command, useCommand } from '../api/command.ts';
import { useCommandForm } from './command-form.ts';
import { query } from '../api/query.ts';
import { answer, open, organizationGuid } from '../test/stage.tsx';

const year = '2026';
const limits = (trif: number | null) => ({
  year: 2026,
  trif,
  ltif: null,
  mvif: null,
  setBy: null,
  setAt: null,
  reason: null,
  changes: { trif: null, ltif: null, mvif: null },
  revision: 1,
});
const limitsQuery = () => query('getLoadLines', { params: { orgGuid: organizationGuid, year } });
const setLimits = command('setLoadLines', { staleAfter: ['getLoadLines'] });
const done: string[] = [];

function Page() {
  const { data } = useQuery(limitsQuery());
  const sender = useCommand(setLimits);
  const form = useCommandForm(setLoadLinesRequest, {
    start: { trif: '' },
    bodyOf: ({ trif }) => ({ trif: trif === '' ? null : Number(trif), ltif: null, mvif: null }),
    check: ({ trif }) => (trif === '7' ? [{ field: 'trif', message: 'Not seven' }] : []),
    send: (body, key) =>
      sender.send({ asked: { params: { orgGuid: organizationGuid, year }, body }, key, revision: 1 }),
    onDone: ({ trif }) => void done.push(`set to ${trif}`),
  });
  return (
    <form onSubmit={form.submit}>
      <h1>{data ? `The limit is ${data.trif}` : '…'}</h1>
      <ErrorSummary errors={form.errors} attempt={form.attempt} />
      {form.stale && <p>Somebody was faster</p>}
      <TextField label="Limit" {...form.typed('trif')} />
      <button>Set</button>
    </form>
  );
}

/** Opens the page; the API gives these answers one after the other, and the last one from then on. */
function openPage(...answers: (() => Response | Promise<Response>)[]) {
  let held = 1;
  const sent: { key: string | null; body: unknown }[] = [];
  done.length = 0;
  open([{ path: '/', Component: Page }], '/', [
    http.get('*/api/orgs/:org/load-lines/2026', () => answer(loadLinesAnswer, limits(held))),
    http.put('*/api/orgs/:org/load-lines/2026', async ({ request }) => {
      sent.push({ key: request.headers.get('Idempotency-Key'), body: await request.clone().json() });
      const response = await (answers[Math.min(sent.length, answers.length) - 1] ?? answers[0]!)();
      if (response.ok) held = 2;
      return response as HttpResponse<never>;
    }),
  ]);
  return {
    user: userEvent.setup(),
    sent,
    press: () => screen.getByRole('button', { name: 'Set' }),
    field: () => screen.getByLabelText<HTMLInputElement>('Limit'),
  };
}

const accepted = () => answer(loadLinesAnswer, limits(2));
const refused =
  (className: string, status: number, fields: string[] = []) =>
  () =>
    HttpResponse.json(
      {
        className,
        status,
        fieldErrors: fields.map((field) => ({ field, className, message: `The server says no to ${field}` })),
      },
      { status },
    );

describe('the form of a command', () => {
  it("calls nothing wrong before it was sent; then what the request's schema refuses, in the contracts' text, and what the form itself says first", async () => {
    const { user, sent, press, field } = openPage(accepted);
    await user.type(field(), '-2');
    expect(screen.queryByRole('alert')).toBeNull();
    await user.click(press());
    expect(await screen.findAllByText('Must be zero or greater')).toHaveLength(2);
    await user.clear(field());
    await user.type(field(), '7');
    expect(await screen.findAllByText('Not seven')).toHaveLength(2);
    await user.clear(field());
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
    expect(sent).toEqual([]);
  });

  it('sends once however often it is pressed, and what it makes old is asked for again', async () => {
    const { user, sent, press, field } = openPage(accepted);
    expect(await screen.findByText('The limit is 1')).toBeTruthy();
    await user.type(field(), '2');
    await user.dblClick(press());
    expect(await screen.findByText('The limit is 2')).toBeTruthy();
    await user.click(press());
    expect(sent).toHaveLength(1);
    expect(done).toEqual(['set to 2']);
  });

  it('keeps its key and what was typed when nothing was reached, until the command arrives', async () => {
    const { user, sent, press, field } = openPage(() => HttpResponse.error(), accepted);
    await user.type(field(), '2');
    await user.click(press());
    expect(await screen.findByText(/check your internet connection/)).toBeTruthy();
    expect(field().value).toBe('2');
    await user.click(press());
    await waitFor(() => expect(done).toEqual(['set to 2']));
    expect(sent[0]!.key).toMatch(/^[0-9a-f-]{36}$/);
    expect(sent[1]).toEqual(sent[0]);
  });

  it('takes a new key when the old one was used for other content', async () => {
    const { user, sent, press, field } = openPage(refused('IdempotencyKeyReused', 422), accepted);
    await user.type(field(), '2');
    await user.click(press());
    expect(await screen.findByText('This request was already sent with different content')).toBeTruthy();
    await user.click(press());
    await waitFor(() => expect(sent).toHaveLength(2));
    expect(sent[1]!.key).not.toBe(sent[0]!.key);
  });

  it('shows what the server refuses beside its field, and on top what has none', async () => {
    const { user, press } = openPage(refused('MalformedRequest', 400, ['trif', '']));
    await user.click(press());
    expect(await screen.findAllByText('The server says no to trif')).toHaveLength(2);
    expect(screen.getByRole('link', { name: 'The server says no to trif' }).getAttribute('href')).toBe('#trif');
    expect(screen.getAllByText('The server says no to')).toHaveLength(1);
  });

  it('reports a stale revision, which is not an error of a field', async () => {
    const { user, press, field } = openPage(refused('StaleRevision', 409));
    await user.type(field(), '2');
    await user.click(press());
    expect(await screen.findByText('Somebody was faster')).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
    expect(field().value).toBe('2');
  });
});
