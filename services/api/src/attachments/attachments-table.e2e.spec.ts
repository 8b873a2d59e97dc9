import { randomUUID } from 'node:crypto';
import type { AttachmentEvent } from '@plimsoll/contracts/attachments/events';
import { TestApplication } from '../../test/test-application.ts';
import { columns, people, type Column, type Person } from '../../test/incidents/workflow-columns.ts';
import { hiddenFrom } from '../../test/incidents/workflow-promise.ts';
import { WorkflowScene } from '../../test/incidents/workflow-scene.ts';
import type { Party } from '../../test/incidents/workflow-table.ts';

type FileCommand = 'add' | 'change' | 'delete' | 'restore' | 'erase';
const commands = ['add', 'change', 'delete', 'restore', 'erase'] as const satisfies FileCommand[];

/** The table of files in the specification, with the row of those who may amend inserted, copied by hand. */
const printed: Record<string, { add: string; amend: string }> = {
  reported: { add: 'R M V A X', amend: 'R M X' },
  returned: { add: 'R M V A X', amend: 'R M X' },
  'review asked for by M, and passed on': { add: 'R M V A X', amend: 'R M V X' },
  reviewed: { add: 'R M V A X', amend: 'V X' },
  'approval asked for by V': { add: 'R M V A X', amend: 'A X' },
  approved: { add: 'c1', amend: 'c1' },
  'closed, of the workflow NONE': { add: 'R M V A X', amend: 'R M X' },
  'in review and sensitive': { add: 'R M V A X', amend: 'R M V X' },
  'deleted by R': { add: 'gone', amend: 'gone' },
};
const everybody = Object.keys(people) as Person[];

/** The class that refuses a person, or null for success. */
function promisedTo(person: Person, command: FileCommand, column: Column): string | null {
  const hidden = hiddenFrom(person, column);
  if (hidden) return hidden;
  const row = printed[column.name]!;
  if (row.add === 'gone') return 'EventNotFound';
  if (command === 'erase') return person === 'admin' ? null : 'Forbidden';
  const cell = command === 'add' ? row.add : row.amend;
  if (cell === 'c1') return 'ApprovedEventCannotBeModified';
  const parties: readonly Party[] = [...people[person].parties, ...(column.parties[person] ?? [])];
  return cell.split(' ').some((party) => (parties as readonly string[]).includes(party)) ? null : 'Forbidden';
}

const statuses: Record<string, number> = { EventNotFound: 404, Forbidden: 403, ApprovedEventCannotBeModified: 409 };

let app: TestApplication;
let scene: WorkflowScene;

beforeAll(async () => {
  app = await TestApplication.start();
  scene = await WorkflowScene.set(app);
});
afterAll(() => app?.stop());

/** An incident in a column's state that had a file for each person before anything else was done to it. */
async function eventOf(column: Column): Promise<{ eventId: string; fileOf: Map<Person, string> }> {
  const fileOf = new Map(everybody.map((person) => [person, randomUUID()]));
  const added = (person: Person): AttachmentEvent => ({
    type: 'AttachmentAdded',
    data: {
      attachmentGuid: fileOf.get(person)!,
      fileGuid: randomUUID(),
      name: `${person}.txt`,
      contentType: 'text/plain',
      size: 3,
      sha256: 'a'.repeat(64),
      receivedSha256: 'a'.repeat(64),
      isDamaged: false,
      eventId: randomUUID(),
      taskGuid: null,
      questionGuid: null,
      personGuids: [],
    },
  });
  const steps: Column['steps'] = (guidOf) => {
    const [first, ...later] = column.steps(guidOf);
    return [first!, ...everybody.map((person) => ({ by: 'clerk' as const, event: added(person) })), ...later];
  };
  return { eventId: await scene.incident({ ...column, steps }), fileOf };
}

async function send(person: Person, command: FileCommand, eventId: string, attachmentGuid: string) {
  const { token } = scene.member(person);
  const path = `/reported-events/${eventId}/attachments/${attachmentGuid}`;
  switch (command) {
    case 'add': {
      const answer = await fetch(
        `${app.url}/api/reported-events/${eventId}/attachments/${randomUUID()}?name=${person}-new.txt`,
        {
          method: 'PUT',
          body: `by ${person}`,
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' },
        },
      );
      return { status: answer.status, body: await answer.json() };
    }
    case 'change':
      return app.call('PATCH', path, { token, body: { name: `${person} anew.txt` } });
    case 'delete':
      return app.call('DELETE', path, { token });
    case 'restore':
      return app.call('POST', `${path}/restore`, { token });
    case 'erase':
      return app.call('POST', `${path}/erase`, { token, body: { reason: 'A stranger' } });
  }
}

test('the table of files holds in each of its cells, for each person, and the answers list what they may do', async () => {
  const walked = { carriedOut: 0, refused: 0, lists: 0 };
  const errors: string[] = [];
  const table = columns.filter(({ name }) => name in printed);
  expect(table).toHaveLength(Object.keys(printed).length);
  await Promise.all(
    table.map(async (column) => {
      const { eventId, fileOf } = await eventOf(column);
      let before = await scene.revision(eventId);
      for (const person of everybody) {
        const file = fileOf.get(person)!;
        const may = new Map(commands.map((command) => [command, promisedTo(person, command, column)]));
        const list = await app.call('GET', `/reported-events/${eventId}/attachments`, {
          token: scene.member(person).token,
        });
        walked.lists++;
        const hidden = hiddenFrom(person, column);
        const shown = {
          mayAdd: list.body.mayAdd,
          allowedCommands: list.body.items?.find(
            ({ attachmentGuid }: { attachmentGuid: string }) => attachmentGuid === file,
          )?.allowedCommands,
        };
        const right = hidden
          ? list.body.className === hidden
          : JSON.stringify(shown) ===
            JSON.stringify({
              mayAdd: may.get('add') === null,
              allowedCommands: (['change', 'delete', 'erase'] as const).filter((command) => may.get(command) === null),
            });
        if (!right) errors.push(`${column.name}, ${person} sees ${JSON.stringify(hidden ? list.body : shown)}`);
        // In this order, so that a deleted file is restored, and erasing comes last.
        for (const command of commands) {
          const refused = may.get(command)!;
          const answer = await send(person, command, eventId, file);
          const after = await scene.revision(eventId);
          const written = after - before;
          before = after;
          walked[refused === null ? 'carriedOut' : 'refused']++;
          const holds =
            refused === null
              ? answer.status === 200 && written === 1
              : answer.status === statuses[refused] && answer.body.className === refused && written === 0;
          if (!holds)
            errors.push(
              `${column.name}, ${person} ${command}: ${answer.status} ${JSON.stringify(answer.body)}, ${written} written, instead of ${refused ?? 'being done'}`,
            );
        }
      }
    }),
  );
  expect(errors).toEqual([]);
  process.stdout.write(
    `Walked ${walked.carriedOut + walked.refused} cells of files over HTTP, of which ${walked.carriedOut} were carried out and ${walked.refused} refused, and ${walked.lists} lists.\n`,
  );
  expect(walked).toEqual({ carriedOut: 161, refused: 424, lists: 117 });
});
