import { readdirSync, readFileSync } from 'node:fs';
import { eventContracts } from './event-contracts.ts';
import type { StreamDefinition } from './stream.ts';
import { streamKinds } from './stream-kinds.ts';

const source = new URL('..', import.meta.url);
const modules = await Promise.all(
  readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((name) => /^[\w-]+\/streams\.ts$/.test(name))
    .map((name) => import(new URL(name, source).href) as Promise<Record<string, StreamDefinition>>),
);
const streams = modules.flatMap((module) => Object.values(module));

describe('streams', () => {
  test('each kind is declared once', () => {
    expect(streams.map(({ kind }) => kind).sort()).toEqual([...streamKinds].sort());
  });

  test('together they hold every domain event', () => {
    expect(new Set(streams.flatMap(({ events }) => events))).toEqual(new Set(eventContracts));
  });

  test('each golden event is in a stream of a kind that holds its type', () => {
    const golden = new URL('../golden/', source);
    const misplaced = readdirSync(golden)
      .map((name) => JSON.parse(readFileSync(new URL(name, golden), 'utf8')) as GoldenEvent)
      .filter(
        ({ type, stream }) =>
          !streams.some(({ kind, events }) => kind === stream.kind && events.some((each) => each.type === type)),
      );
    expect(misplaced).toEqual([]);
  });
});

interface GoldenEvent {
  readonly type: string;
  readonly stream: { readonly kind: string };
}
