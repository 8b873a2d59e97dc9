import { randomBytes } from 'node:crypto';
import { v5 as uuidv5, v7 as uuidv7 } from 'uuid';
import type { EventStore } from '@plimsoll/event-store/port/event-store';
import type { TestApplication } from '../test-application.ts';
import { named, people, type Column, type Named, type Person } from './workflow-columns.ts';

interface Member {
  readonly userGuid: string;
  readonly token: string;
}

/** An organization with all people of the test matrix, and incidents in any state. */
export class WorkflowScene {
  readonly #members = new Map<Person | Named, Member>();

  private constructor(
    readonly app: TestApplication,
    readonly organizationGuid: string,
  ) {}

  /** @param asksAtOnce whether reports of the organization ask someone at once. */
  static async set(app: TestApplication, { asksAtOnce = false } = {}): Promise<WorkflowScene> {
    const scene = new WorkflowScene(app, await app.found('Workflow Works', { asksAtOnce }));
    const roles = { STANDARD: 'standard', MANAGER: 'manager', ADMIN: 'admin' } as const;
    for (const [name, { holds }] of Object.entries(people)) {
      scene.#members.set(
        name as Person,
        await app.member(scene.organizationGuid, typeof holds === 'string' ? roles[holds] : holds, name),
      );
    }
    for (const [name, holds] of Object.entries(named))
      scene.#members.set(name as Named, await app.member(scene.organizationGuid, holds, name));
    return scene;
  }

  get store(): EventStore {
    return this.app.api.application.store;
  }

  member(name: Person | Named): Member {
    return this.#members.get(name)!;
  }

  /** Writes a column's history into the log and returns the incident's id; optionally waits for the read models. */
  async incident(column: Column, { isShown = false } = {}): Promise<string> {
    const eventId = uuidv7();
    const steps = column.steps((person) => this.member(person).userGuid);
    for (const [revision, { by, event, daysAgo = 0 }] of steps.entries()) {
      const commandId = uuidv5(`${eventId} ${revision}`, this.organizationGuid);
      const answer = await this.store.append({
        tenant: this.organizationGuid,
        commandId,
        fingerprint: randomBytes(32),
        metadata: {
          commandId,
          correlationId: commandId,
          causationId: null,
          actor: { userGuid: this.member(by).userGuid, kind: 'USER' },
          onBehalfOf: null,
          client: { product: 'test', device: 'SERVER' },
          at: new Date(Date.now() - daysAgo * 86_400_000).toISOString(),
          traceparent: null,
        },
        records: [{ stream: { kind: 'incident', guid: eventId }, event, drawNumber: revision === 0 }],
        checks: [{ stream: { kind: 'incident', guid: eventId }, expect: revision }],
      });
      if (answer.status !== 'written')
        throw new Error(`The history of "${column.name}" could not be written: ${answer.status}`);
      if (isShown) await this.app.caughtUp(this.organizationGuid, answer.position);
    }
    return eventId;
  }

  async revision(eventId: string): Promise<number> {
    const loaded = await this.store.load(this.organizationGuid, { kind: 'incident', guid: eventId });
    return loaded.revision;
  }
}
