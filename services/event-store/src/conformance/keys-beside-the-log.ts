import { v7 } from 'uuid';
import { ERASED } from '@plimsoll/contracts/kernel/erased';
import type { EventStore, StreamId } from '../port/event-store.ts';
import type { KeyVault } from '../crypto/key-vault.ts';
import { subjectOf, type Subject } from '../crypto/subjects.ts';
import { aStream, note, readAll, statuses, upTo, type StoreUnderTest } from './store-under-test.ts';

/**
 * Registers tests of the keys of personal data: they are stored outside the log, and destroying one erases what it
 * sealed.
 */
export function describeKeysBesideTheLog(opened: () => StoreUnderTest): void {
  describe('the keys beside the log', () => {
    let under: StoreUnderTest;
    let store: EventStore;
    let vault: KeyVault;
    beforeAll(() => {
      under = opened();
      ({ store, vault } = under);
    });

    const incident = () => aStream('incident');
    const appendOf = (tenant: string, stream: StreamId, expect: number, data: object) =>
      note(tenant, stream, expect, {
        records: [
          {
            stream,
            event: {
              type: 'PersonNamed',
              data: { userGuid: null, personGuid: null, name: '', remark: null, answers: [], ...data },
            },
          },
        ],
      });
    const dataOf = async (tenant: string, from = store) =>
      (await readAll(from, tenant)).map(
        ({ data }) => data as { name: string; remark: string | null; answers: { value: unknown }[] },
      );

    it('are those of the subjects that were written of, and none of anybody else', async () => {
      const [tenant, stream, user, person] = [v7(), incident(), v7(), v7()];
      await store.append(appendOf(tenant, stream, 0, { userGuid: user, name: 'Anna', remark: 'fell' }));
      await store.append(appendOf(tenant, stream, 1, { personGuid: person, name: 'Bo' }));
      const subjects: Subject[] = [
        { kind: 'MEMBER', guid: user },
        { kind: 'RELATED', incidentGuid: stream.guid, guid: person },
        { kind: 'INCIDENT_TEXT', guid: stream.guid },
      ];
      const keys = await vault.keysOf(
        tenant,
        subjects.map((one) => subjectOf(tenant, one)),
      );
      expect([...keys.values()].every((key) => key?.type === 'secret')).toBe(true);
      const strangers: Subject[] = [
        { kind: 'USER', guid: user },
        { kind: 'MEMBER', guid: person },
        { kind: 'INJURED', incidentGuid: stream.guid, guid: person },
        { kind: 'RELATED', incidentGuid: v7(), guid: person },
      ];
      expect([
        ...(
          await vault.keysOf(
            tenant,
            strangers.map((one) => subjectOf(tenant, one)),
          )
        ).values(),
      ]).toEqual(strangers.map(() => null));
      expect([...(await vault.keysOf(v7(), [...keys.keys()])).values()]).toEqual(subjects.map(() => null));
    });

    it('appends that race for the key of one person are read at once with all their texts, never as erased', async () => {
      for (let round = 0; round < 10; round++) {
        const [tenant, user] = [v7(), v7()];
        let isWriting = true;
        const read: { name: string; remark: string | null }[] = [];
        const reading = (async () => {
          let after = 0;
          for (let isLast = false; !isLast; ) {
            isLast = !isWriting;
            const { events } = await store.read(tenant, after, 500);
            after = events.at(-1)?.position ?? after;
            read.push(...events.map(({ data }) => data as { name: string; remark: string | null }));
          }
        })();
        // In two batches, so that appends of the second one find the person's key.
        const first = store.append(appendOf(tenant, incident(), 0, { userGuid: user, name: 'Anna', remark: 'fell' }));
        await new Promise((done) => setImmediate(done));
        const others = upTo(20).map(() =>
          store.append(appendOf(tenant, incident(), 0, { userGuid: user, name: 'Anna', remark: 'fell' })),
        );
        expect(statuses(await Promise.all([first, ...others]))).toEqual({ written: 21 });
        isWriting = false;
        await reading;
        expect(read.map(({ name, remark }) => [name, remark])).toEqual(upTo(21).map(() => ['Anna', 'fell']));
      }
    });

    it("a person's destroyed key is never made again: what is written later is kept as erased, in every process", async () => {
      const [tenant, stream, user] = [v7(), incident(), v7()];
      const another = await under.another();
      const anna = { userGuid: user, name: 'Anna', remark: 'kept' };
      await store.append(appendOf(tenant, stream, 0, anna));
      expect(await vault.eraseSubject(tenant, { kind: 'MEMBER', guid: user })).toBe(true);
      expect(await vault.eraseSubject(tenant, { kind: 'MEMBER', guid: user })).toBe(false);
      expect(await store.append(appendOf(tenant, stream, 1, anna))).toMatchObject({ status: 'written' });
      expect(await another.append(appendOf(tenant, incident(), 0, anna))).toMatchObject({ status: 'written' });
      expect(await vault.eraseSubject(tenant, { kind: 'MEMBER', guid: user })).toBe(false);
      for (const from of [store, another])
        expect((await dataOf(tenant, from)).map(({ name, remark }) => [name, remark])).toEqual(
          upTo(3).map(() => [ERASED, 'kept']),
        );
      // `erasePerson` records the erasure first; a key that is missing without a record is reported.
      expect(await store.verify(tenant)).toMatchObject({
        intact: false,
        position: 1,
        reason: expect.stringContaining('no event says that it was erased'),
      });
    });

    it('nor is one made for a person who was erased before anything was written about them', async () => {
      const [tenant, user] = [v7(), v7()];
      expect(await vault.eraseSubject(tenant, { kind: 'MEMBER', guid: user })).toBe(false);
      expect(
        await (await under.another()).append(appendOf(tenant, incident(), 0, { userGuid: user, name: 'Anna' })),
      ).toMatchObject({ status: 'written' });
      expect((await dataOf(tenant))[0]!.name).toBe(ERASED);
    });

    it("an incident's text may get a new key: what was written before stays erased, what is written later is read", async () => {
      const [tenant, stream] = [v7(), incident()];
      const texts = (remark: string, value: unknown) => ({ remark, answers: [{ question: 'q', value }] });
      await store.append(appendOf(tenant, stream, 0, texts('before', ['left hand'])));
      expect(await vault.eraseSubject(tenant, { kind: 'INCIDENT_TEXT', guid: stream.guid })).toBe(true);
      await store.append(appendOf(tenant, stream, 1, texts('after', 7)));
      expect((await dataOf(tenant)).map(({ remark, answers }) => [remark, answers[0]!.value])).toEqual([
        [ERASED, null],
        ['after', 7],
      ]);
      expect(await vault.eraseSubject(tenant, { kind: 'INCIDENT_TEXT', guid: stream.guid })).toBe(true);
      expect((await dataOf(tenant)).map(({ remark, answers }) => [remark, answers[0]!.value])).toEqual([
        [ERASED, null],
        [ERASED, null],
      ]);
    });

    it('a key that is destroyed while many write neither comes back nor stops anybody', async () => {
      const another = await under.another();
      for (const subject of [
        { kind: 'MEMBER', guid: v7() },
        { kind: 'INCIDENT_TEXT', guid: v7() },
      ] as const) {
        const tenant = v7();
        const writers = upTo(60).map(async (index) => {
          const data =
            subject.kind === 'MEMBER'
              ? { userGuid: subject.guid, name: `name ${index}` }
              : { remark: `remark ${index}` };
          const stream = subject.kind === 'MEMBER' ? incident() : { kind: 'incident', guid: subject.guid };
          for (let revision = 0; ; ) {
            const answer = await (index % 2 ? store : another).append(appendOf(tenant, stream, revision, data));
            if (answer.status !== 'conflict') return answer;
            revision = answer.revision;
          }
        });
        const erased = upTo(5).map(() => vault.eraseSubject(tenant, subject));
        expect(statuses(await Promise.all(writers))).toEqual({ written: 60 });
        await Promise.all(erased);
        await vault.eraseSubject(tenant, subject);
        const guid = subjectOf(tenant, subject);
        expect((await vault.keysOf(tenant, [guid])).get(guid)).toBeNull();
        expect(
          new Set((await dataOf(tenant)).map(({ name, remark }) => (subject.kind === 'MEMBER' ? name : remark))),
        ).toEqual(new Set([ERASED]));
        expect(await store.verify(tenant)).toMatchObject({
          intact: false,
          position: 1,
          reason: `the key of subject ${guid} is gone, and no event says that it was erased`,
        });
      }
    });
  });
}
