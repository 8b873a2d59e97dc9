import type { z } from 'zod';
import { taskDetail, type TaskDetail } from '@plimsoll/contracts/tasks/answers';
import { daniel, guid, priya } from '../../../lib/test/stage.tsx';

const by = (person: typeof priya) => ({ ...person, kind: 'USER' as const });

/** An open action that Daniel requested from Priya, to be checked by him. */
export const task = (change: Partial<z.input<typeof taskDetail>> = {}): TaskDetail =>
  taskDetail.parse({
    taskGuid: guid(70),
    eventId: guid(1048),
    eventNumber: 1048,
    eventHeading: 'Forklift reversed into the racking',
    worksiteName: 'Fort McMurray Yard',
    description: 'Bolt the racking to the floor. Mark the lane.',
    dueDate: '2026-11-25',
    status: 'OPEN',
    priority: 'HIGH',
    controlType: 'ENGINEERING',
    createdBy: daniel,
    responsible: priya,
    verifier: daniel,
    needsReassigning: false,
    completedBy: null,
    completedAt: null,
    verifyBy: null,
    revision: 1,
    rootCause: null,
    createdAt: '2026-11-18T15:00:00Z',
    history: [
      {
        revision: 1,
        type: 'TaskCreated',
        at: '2026-11-18T15:00:00Z',
        actor: by(daniel),
        comment: null,
        dueDate: '2026-11-25',
        seal: '0a1b2c3d',
      },
    ],
    allowedCommands: [],
    ...change,
  });

export const completed: Partial<z.input<typeof taskDetail>> = {
  status: 'COMPLETED',
  completedBy: priya,
  completedAt: '2026-11-19T15:00:00Z',
  verifyBy: '2026-12-19',
  revision: 2,
  history: [
    ...task().history,
    {
      revision: 2,
      type: 'TaskCompleted',
      at: '2026-11-19T15:00:00Z',
      actor: by(priya),
      comment: 'Done',
      dueDate: null,
      seal: '1a1b2c3d',
    },
  ],
};
