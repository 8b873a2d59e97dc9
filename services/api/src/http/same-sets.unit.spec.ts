import type { ExecutionContext } from '@nestjs/common';
import { AnsweringSets } from '@plimsoll/projections/platform/active-generations';
import { ReadModelReader } from '@plimsoll/projections/platform/read-model-reader';
import pg from 'pg';
import { defer, lastValueFrom } from 'rxjs';
import { SameSets } from './same-sets.interceptor.ts';

test('all that is asked for an answer is asked of the sets that its As-Of is said of', async () => {
  const reader = new ReadModelReader(new pg.Pool({ host: 'nowhere.invalid' }), []);
  const sets = new AnsweringSets([], new Map());
  const context = { switchToHttp: () => ({ getRequest: () => ({ edge: { sets } }) }) } as unknown as ExecutionContext;
  const handle = () =>
    defer(async () => {
      const before = await reader.sets();
      await new Promise((resolve) => setImmediate(resolve));
      return [before, await reader.sets()];
    });
  expect(await lastValueFrom(new SameSets(reader).intercept(context, { handle }))).toEqual([sets, sets]);
});
