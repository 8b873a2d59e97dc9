import fc from 'fast-check';
import { v7 } from 'uuid';
import { isSameStream, type EventStore } from '../port/event-store.ts';
import { note, readAll, upTo, type StoreUnderTest } from './store-under-test.ts';

/** Registers property tests against a model that executes one append after the other. */
export function describeRandomCommands(opened: () => StoreUnderTest): void {
  describe('whatever is asked', () => {
    let under: StoreUnderTest;
    let store: EventStore;
    beforeAll(() => {
      under = opened();
      store = under.store;
    });

    const commands = fc.array(
      fc.record({
        stream: fc.nat(2),
        alsoStream: fc.option(fc.nat(2), { nil: null }),
        offset: fc.constantFrom(0, 0, 0, 0, 1, -1),
        command: fc.nat(14),
        fingerprint: fc.constantFrom(1, 1, 1, 2),
        reserve: fc.option(fc.nat(3), { nil: null }),
        release: fc.option(fc.nat(3), { nil: null }),
        numbered: fc.boolean(),
      }),
      { maxLength: 25 },
    );

    it('answers as a model of one line after the other does', async () => {
      await fc.assert(
        fc.asyncProperty(commands, async (asked) => {
          const tenant = v7();
          // Three streams, two of which share their guid in different kinds.
          const [guid, other] = [v7(), v7()];
          const streams = [
            { kind: 'note', guid },
            { kind: 'second-kind', guid },
            { kind: 'note', guid: other },
          ];
          const ids = upTo(15).map(() => v7());
          const revisions = new Map(streams.map((stream) => [stream, 0]));
          const known = new Map<string, { fingerprint: number; answer: object }>();
          const names = new Set<string>();
          let events = 0;
          const numbers = new Map<string, number>();
          for (const ask of asked) {
            const stream = streams[ask.stream]!;
            const touched = [...new Set([stream, ...(ask.alsoStream === null ? [] : [streams[ask.alsoStream]!])])];
            const checks = touched.map((one, index) => ({
              stream: one,
              expect: Math.max(0, revisions.get(one)! + (index === 0 ? ask.offset : 0)),
            }));
            const reservations = ask.reserve === null ? [] : [`name:${ask.reserve}`];
            const releases = ask.release === null ? [] : [`name:${ask.release}`];
            const answer = await store.append(
              note(tenant, stream, 0, {
                commandId: ids[ask.command]!,
                fingerprint: Buffer.alloc(32, ask.fingerprint),
                records: touched.map((one, index) => ({
                  stream: one,
                  event: { type: 'Noted', data: { text: `${index}` } },
                  drawNumber: ask.numbered && index === 0,
                })),
                checks,
                reservations,
                releases,
              }),
            );
            const before = known.get(ids[ask.command]!);
            if (before) {
              expect(answer).toEqual(
                before.fingerprint === ask.fingerprint
                  ? { ...before.answer, status: 'repeated' }
                  : { status: 'reused' },
              );
            } else if (checks[0]!.expect !== revisions.get(stream)) {
              expect(answer).toEqual({ status: 'conflict', stream, revision: revisions.get(stream) });
            } else if (reservations.some((name) => names.has(name))) {
              expect(answer).toEqual({ status: 'taken', reservation: reservations[0] });
            } else {
              for (const one of touched) revisions.set(one, revisions.get(one)! + 1);
              events += touched.length;
              if (ask.numbered) numbers.set(stream.kind, (numbers.get(stream.kind) ?? 0) + 1);
              for (const name of releases) if (!reservations.includes(name)) names.delete(name);
              for (const name of reservations) names.add(name);
              const expected = {
                status: 'written',
                position: answer.status === 'written' ? answer.position : null,
                revision: revisions.get(touched.at(-1)!),
                number: ask.numbered ? numbers.get(stream.kind)! : null,
              };
              expect(answer).toEqual(expected);
              known.set(ids[ask.command]!, { fingerprint: ask.fingerprint, answer: expected });
            }
          }
          expect(await readAll(store, tenant, 7)).toHaveLength(events);
          expect(await store.verify(tenant)).toMatchObject({ intact: true, events });
        }),
        { numRuns: 25 },
      );
    });

    it('sent all at once, every answer is in the log and the log holds nothing else', async () => {
      await fc.assert(
        fc.asyncProperty(commands, async (asked) => {
          const tenant = v7();
          // Three streams, two of which share their guid in different kinds.
          const [guid, other] = [v7(), v7()];
          const streams = [
            { kind: 'note', guid },
            { kind: 'second-kind', guid },
            { kind: 'note', guid: other },
          ];
          const another = await under.another();
          const appends = asked.map((ask) =>
            note(tenant, streams[ask.stream]!, Math.max(0, ask.offset), {
              records: [
                {
                  stream: streams[ask.stream]!,
                  event: { type: 'Noted', data: { text: 'x' } },
                  drawNumber: ask.numbered,
                },
              ],
              reservations: ask.reserve === null ? [] : [`name:${ask.reserve}`],
            }),
          );
          const answers = await Promise.all(
            appends.map((append, index) => (index % 2 ? store : another).append(append)),
          );
          const events = await readAll(store, tenant);
          const written = answers.flatMap((answer, index) =>
            answer.status === 'written' ? [{ answer, append: appends[index]! }] : [],
          );
          expect(events).toHaveLength(written.length);
          for (const { answer, append } of written) {
            const event = events.find((candidate) => candidate.position === answer.position);
            expect(event).toMatchObject({
              stream: append.records[0]!.stream,
              revision: answer.revision,
              number: answer.number,
              metadata: { commandId: append.commandId },
            });
          }
          for (const kind of new Set(streams.map((stream) => stream.kind))) {
            const numbers = events.flatMap((event) =>
              event.number === null || event.stream.kind !== kind ? [] : [event.number],
            );
            expect(numbers).toEqual(upTo(numbers.length));
          }
          for (const stream of streams)
            expect(events.filter((event) => isSameStream(event.stream, stream)).map((event) => event.revision)).toEqual(
              upTo(events.filter((event) => isSameStream(event.stream, stream)).length),
            );
        }),
        { numRuns: 25 },
      );
    });
  });
}
