import type { Route } from '@plimsoll/contracts/http/route';
import type { IncidentEvent } from '@plimsoll/contracts/incidents/events';
import { z } from 'zod';
import type { CommandEnvelope } from '../commands/command-envelope.ts';
import type { Decision } from '../commands/decision.ts';
import type { Outcome } from '../commands/execute.ts';
import { command, type CommandClass } from '../commands/use-case.ts';
import type { RoutedCommand } from '../http/command-controller.ts';
import { routeOf, type BodyOf, type OperationId } from '../http/route-of.ts';
import type { Incident, LiveIncident } from './incident.ts';
import { IncidentLog } from './incident-log.ts';
import { IncidentContexts } from './incident-contexts.ts';
import type { Acting } from './policy.ts';

/** The fields of a body, with null for each that was left out or left blank. */
type Told<Body> = [Body] extends [never]
  ? unknown
  : {
      readonly [Field in keyof Body]-?: undefined extends Body[Field]
        ? Exclude<Body[Field], undefined> | null
        : Body[Field];
    };

/** What a verb's command is told besides the envelope. */
type Args<Id extends OperationId> = readonly [
  eventId: string,
  ...([BodyOf<Id>] extends [never] ? [] : [body: BodyOf<Id>]),
];

/** What a rule is told: who acts, when the request arrived, the body's fields, and what was found out for it. */
type Telling<Id extends OperationId, Found> = Acting & { readonly receivedAt: Date } & Told<BodyOf<Id>> & Found;

/** What must be known before the rule can decide: by the read models, or by what of the incident never changes. */
type Find<Id extends OperationId, Found> = (
  now: IncidentContexts,
  envelope: CommandEnvelope,
  body: BodyOf<Id>,
  find: () => Promise<Incident>,
) => Promise<Found>;

/** A command on an incident, with its route. */
export type IncidentCommandClass<Args extends readonly unknown[]> = CommandClass<Args> & RoutedCommand;

/** Gives a command's class its route; without an `eventId` in its address the incident is the command's own. */
export function routed<Args extends readonly [eventId: string, ...unknown[]]>(
  operationId: OperationId,
  Asked: CommandClass<Args>,
): IncidentCommandClass<Args> {
  const ask: RoutedCommand['ask'] = (envelope, params, body) => {
    const eventId = (params as { readonly eventId?: string }).eventId ?? envelope.newGuid();
    const args = [eventId, body] as readonly unknown[] as Args;
    return { command: new Asked(envelope, ...args), answer: ({ revision, number }) => ({ eventId, revision, number }) };
  };
  return Object.assign(Asked, { operationId, ask });
}

/** A verb on an incident that the actor sees and that is not deleted, from its rule: command, handler and route come of it. */
export const incidentCommand = <const Id extends OperationId, Found = unknown>(
  operationId: Id,
  rule: (command: Telling<Id, Found>, incident: LiveIncident) => Decision<IncidentEvent>,
  find?: Find<Id, Found>,
): IncidentCommandClass<Args<Id>> =>
  verb(operationId, find, (incidents, envelope, eventId, told) =>
    incidents.change(envelope, eventId, (incident) => rule(told, incident)),
  );

/** The same for a verb whose rule looks at incidents in any state, and says itself who sees them. */
export const anyIncidentCommand = <const Id extends OperationId, Found = unknown>(
  operationId: Id,
  rule: (command: Telling<Id, Found>, incident: Incident) => Decision<IncidentEvent>,
  find?: Find<Id, Found>,
): IncidentCommandClass<Args<Id>> =>
  verb(operationId, find, (incidents, envelope, eventId, told) =>
    incidents.changeAny(envelope, eventId, (incident) => rule(told, incident)),
  );

function verb<Id extends OperationId, Found>(
  operationId: Id,
  find: Find<Id, Found> | undefined,
  change: (
    incidents: IncidentLog,
    envelope: CommandEnvelope,
    eventId: string,
    told: Telling<Id, Found>,
  ) => Promise<Outcome>,
): IncidentCommandClass<Args<Id>> {
  const fields = fieldsOf(routeOf(operationId));
  const Asked = command(
    operationId,
    [IncidentLog, IncidentContexts],
    (incidents, now) =>
      async (_, envelope, ...args: Args<Id>) => {
        const [eventId] = args;
        const body = args[1] as BodyOf<Id>;
        const told = {
          actor: envelope.actor,
          receivedAt: envelope.receivedAt,
          ...toldOf(fields, body as Record<string, unknown> | undefined),
          ...(await find?.(now, envelope, body as BodyOf<Id>, () => incidents.find(envelope.tenant, eventId))),
        };
        return change(incidents, envelope, eventId, told as Telling<Id, Found>);
      },
  );
  return routed(operationId, Asked);
}

const fieldsOf = ({ body }: Route): readonly string[] => (body instanceof z.ZodObject ? Object.keys(body.shape) : []);

const toldOf = (fields: readonly string[], body: Readonly<Record<string, unknown>> = {}) =>
  Object.fromEntries(
    fields.map((field) => [field, body[field] === undefined || body[field] === '' ? null : body[field]]),
  );
