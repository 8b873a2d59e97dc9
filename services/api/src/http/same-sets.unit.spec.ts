import type { ExecutionContext } from '@nestjs/common';
import { ActiveGenerations } from '@plimsoll/projections/platform/active-generations';
import { ReadModelReader } from '@plimsoll/projections/platform/read-model-reader';
import pg from 'pg';
import { defer, lastValueFrom } from 'rxjs';
import { SameSets } from './same-sets.interceptor.ts';

test('all queries of an answer use the generations that its As-Of describes', async () => {
  const reader = new ReadModelReader(new pg.Pool({ host: 'nowhere.invalid' }), []);
  const sets = new ActiveGenerations([], new Map());
  const context = { switchToHttp: () => ({ getRequest: () => ({ edge: { sets } }) }) } as unknown as ExecutionContext;
  const handle = () =>
    defer(async () => {
      const before = await reader.sets();
      await new Promise((resolve) => setImmediate(resolve));
      return [before, await reader.sets()];
    });
  expect(await lastValueFrom(new SameSets(reader).intercept(context, { handle }))).toEqual([sets, sets]);
});
