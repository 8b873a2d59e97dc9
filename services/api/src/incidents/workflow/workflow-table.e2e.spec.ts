import { incidentCommands, type IncidentCommand } from '@plimsoll/contracts/incidents/policy';
import { TestApplication } from '../../../test/test-application.ts';
import { columns, people, type Column, type Person } from '../../../test/incidents/workflow-columns.ts';
import { hiddenFrom, promisedTo, statusOf } from '../../../test/incidents/workflow-promise.ts';
import { WorkflowScene } from '../../../test/incidents/workflow-scene.ts';

let app: TestApplication;
let scene: WorkflowScene;
let walked = 0;
let carriedOut = 0;

beforeAll(async () => {
  app = await TestApplication.start();
});
afterAll(async () => {
  await app?.stop();
  process.stdout.write(
    `Walked ${walked} cells over HTTP, of which ${carriedOut} were carried out and ${walked - carriedOut} refused.\n`,
  );
});

const everybody = Object.keys(people) as Person[];

function request(command: IncidentCommand, eventId: string): [method: string, path: string, body?: object] {
  const path = `/reported-events/${eventId}`;
  switch (command) {
    case 'amend':
      return ['PATCH', path, { description: 'Told anew.' }];
    case 'delete':
      return ['DELETE', path];
    case 'request-review':
      return ['POST', `${path}/request-review`, { reviewerGuid: scene.member('nextReviewer').userGuid }];
    case 'review':
      return ['POST', `${path}/review`, { severity: 2, likelihood: 3 }];
    case 'return':
      return ['POST', `${path}/return`, { comment: 'See above' }];
    case 'request-approval':
      return ['POST', `${path}/request-approval`, { approverGuid: scene.member('nextApprover').userGuid }];
    case 'approve':
      return ['POST', `${path}/approve`, {}];
    case 'reopen':
      return ['POST', `${path}/reopen`, { reason: 'New facts' }];
    default:
      return ['POST', `${path}/${command}`];
  }
}

const send = (person: Person, command: IncidentCommand, eventId: string) => {
  const [method, path, body] = request(command, eventId);
  return app.call(method, path, { token: scene.member(person).token, body });
};

/** Collects the errors of all cells, which says more than the first one alone. */
async function walk<Item>(items: readonly Item[], step: (item: Item) => Promise<string | null>): Promise<string[]> {
  const errors: string[] = [];
  const left = [...items];
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      for (let item = left.shift(); item !== undefined; item = left.shift()) {
        const error = await step(item);
        if (error) errors.push(error);
      }
    }),
  );
  return errors;
}

const cellsOf = everybody.flatMap((person) => incidentCommands.map((command) => ({ person, command })));

describe.each([{ asksAtOnce: true }, { asksAtOnce: false }])('where reports ask at once: $asksAtOnce', (setting) => {
  beforeAll(async () => void (scene = await WorkflowScene.set(app, setting)));

  describe.each(columns)('$name', (column: Column) => {
    let shared: string;
    let atFirst: number;
    beforeAll(async () => {
      shared = await scene.incident(column, { isShown: true });
      atFirst = await scene.revision(shared);
    });

    test('refuses everyone who is not in the cell, with the promised class, and writes nothing', async () => {
      const refused = cellsOf.filter(({ person, command }) => 'refused' in promisedTo(person, command, column));
      const errors = await walk(refused, async ({ person, command }) => {
        const promise = promisedTo(person, command, column) as { refused: string };
        const answer = await send(person, command, shared);
        walked++;
        const isRight = answer.status === statusOf(promise) && answer.body.className === promise.refused;
        const saysWhy =
          promise.refused !== 'EventStateConflict' ||
          (answer.body.state === column.state &&
            Array.isArray(answer.body.allowedCommands) &&
            answer.body.currentRevision === atFirst);
        return isRight && saysWhy
          ? null
          : `${person} ${command}: ${answer.status} ${JSON.stringify(answer.body)} instead of ${promise.refused}`;
      });
      expect(errors).toEqual([]);
      expect(await scene.revision(shared)).toBe(atFirst);
    });

    test('accepts everyone who is, and has the promised state', async () => {
      const accepted = cellsOf.filter(({ person, command }) => 'state' in promisedTo(person, command, column));
      const errors = await walk(accepted, async ({ person, command }) => {
        const promise = promisedTo(person, command, column) as { state: string };
        const eventId = await scene.incident(column);
        const answer = await send(person, command, eventId);
        walked++;
        carriedOut++;
        if (answer.status !== 200) return `${person} ${command}: ${answer.status} ${JSON.stringify(answer.body)}`;
        if (answer.body.revision !== atFirst + 1) return `${person} ${command}: at revision ${answer.body.revision}`;
        const detail = await app.call('GET', `/reported-events/${eventId}`, {
          token: scene.member('admin').token,
          headers: { 'At-Least': answer.headers.get('Position')! },
        });
        const state = detail.body.deleted ? 'DELETED' : detail.body.state;
        return state === promise.state
          ? null
          : `${person} ${command}: ${detail.status} ${state} instead of ${promise.state}`;
      });
      expect(errors).toEqual([]);
    });

    test('is shown to everyone who is promised, with the commands they may execute', async () => {
      const errors = await walk(everybody, async (person) => {
        const answer = await app.call('GET', `/reported-events/${shared}`, { token: scene.member(person).token });
        const history = await app.call('GET', `/reported-events/${shared}/history`, {
          token: scene.member(person).token,
        });
        const hidden = hiddenFrom(person, column);
        if (hidden)
          return answer.body.className === hidden && history.body.className === hidden
            ? null
            : `${person} sees ${answer.status} ${JSON.stringify(answer.body)}`;
        const allowed = incidentCommands.filter((command) => 'state' in promisedTo(person, command, column));
        if (answer.status !== 200 || history.status !== 200)
          return `${person} does not see it: ${answer.status} ${JSON.stringify(answer.body)}, ${history.status}`;
        return JSON.stringify(answer.body.allowedCommands) === JSON.stringify(allowed)
          ? null
          : `${person} sees ${JSON.stringify(answer.body.allowedCommands)} instead of ${JSON.stringify(allowed)}`;
      });
      expect(errors).toEqual([]);
    });
  });
});

test('another organization’s incidents are not there', async () => {
  const elsewhere = await app.found('Elsewhere');
  const admin = await app.member(elsewhere, 'admin', 'Admin of Elsewhere');
  const eventId = await scene.incident(columns[0]!);
  for (const command of incidentCommands) {
    const [method, path, body] = request(command, eventId);
    expect((await app.call(method, path, { token: admin.token, body })).body).toMatchObject({
      status: 404,
      className: 'EventNotFound',
    });
  }
  expect((await app.call('GET', `/reported-events/${eventId}`, { token: admin.token })).body).toMatchObject({
    status: 404,
    className: 'EventNotFound',
  });
});
