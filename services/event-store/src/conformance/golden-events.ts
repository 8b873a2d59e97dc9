import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { eventContracts } from '@plimsoll/contracts/kernel/event-contracts';
import { bodyText, metadataText, type EventBody } from '../port/event-body.ts';
import { EventRegistry } from '../port/event-registry.ts';
import type { RecordedEvent, StreamId } from '../port/event-store.ts';
import { Sealing, sealData } from '../crypto/sealing.ts';

/** The first event ever written in a version, as it reads today. */
export interface GoldenEvent {
  /** `IncidentReported.v1` */
  readonly name: string;
  readonly whole: RecordedEvent;
  /** The same after every key that sealed it was destroyed. */
  readonly erased: RecordedEvent;
}

/** Where a golden event is recorded: position, revision and number. */
export interface RecordedPlace {
  readonly tenant: string;
  readonly position: number;
  readonly revision: number;
  readonly number: number | null;
}

const folder = new URL('../../../../contracts/golden/', import.meta.url);

/**
 * Reads every golden event, whole and erased, through the registry, as the log returns it. Reports draw a number.
 * @param placeOf where each is recorded; by default each is the first of its stream, at consecutive positions.
 */
export function goldenEvents(placeOf: (name: string) => Partial<RecordedPlace> = () => ({})): GoldenEvent[] {
  const registry = new EventRegistry(eventContracts);
  const sealing = new Sealing(randomBytes(32));
  return readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .sort()
    .map((file, index) => {
      const name = file.slice(0, -'.json'.length);
      const { stream, ...body } = JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as EventBody & {
        readonly stream: StreamId;
      };
      const place = {
        tenant: '01900000-0000-7000-8000-000000000004',
        position: index + 1,
        revision: 1,
        number: body.type === 'IncidentReported' ? 1 : null,
        ...placeOf(name),
      };
      const keyOf = (subject: string) => sealing.freshKey({ tenant: place.tenant, subject }).key;
      const { id, type, schemaVersion } = body;
      const stands = bodyText(
        {
          id,
          type,
          schemaVersion,
          ...sealData(body.data, registry.personalFields(body.type), { tenant: place.tenant, stream }, keyOf),
        },
        metadataText(body.metadata),
      );
      const recorded = (text: string): RecordedEvent => ({
        ...place,
        stream,
        recordedAt: new Date(body.metadata.at),
        hash: '0'.repeat(64),
        ...registry.read(text, place.tenant, () => null),
      });
      return { name, whole: recorded(JSON.stringify(body)), erased: recorded(stands) };
    });
}
