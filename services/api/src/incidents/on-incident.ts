import type { Route } from '@plimsoll/contracts/http/route';
import type { IncidentEvent } from '@plimsoll/contracts/incidents/events';
import { z } from 'zod';
import type { CommandEnvelope } from '../commands/command-envelope.ts';
import type { Decision } from '../commands/decision.ts';
import type { CommandRoute, HandledCommand } from '../commands/define-command.ts';
import type { Outcome } from '../commands/execute.ts';
import { routeOf, type BodyOf, type OperationId } from '../http/route-of.ts';
import type { Incident, LiveIncident } from './incident.ts';
import { IncidentLog } from './incident-log.ts';
import { IncidentContexts } from './incident-contexts.ts';
import type { WithActor } from './policy.ts';

/** Fields of a body, with null for each that is missing or blank. */
type Fields<Body> = [Body] extends [never]
  ? unknown
  : {
      readonly [Field in keyof Body]-?: undefined extends Body[Field]
        ? Exclude<Body[Field], undefined> | null
        : Body[Field];
    };

type Args<Id extends OperationId> = readonly [
  eventId: string,
  ...([BodyOf<Id>] extends [never] ? [] : [body: BodyOf<Id>]),
];

/** Input of a rule: the actor, when the request arrived, the body's fields, and what `prepare` found. */
type RuleInput<Id extends OperationId, Found> = WithActor & { readonly receivedAt: Date } & Fields<BodyOf<Id>> & Found;

interface IncidentRule<Id extends OperationId, Found, State> {
  readonly operationId: Id;
  readonly rule: (command: RuleInput<Id, Found>, incident: State) => Decision<IncidentEvent>;
  /** Looks up what the rule needs, in read models or in immutable parts of the incident. */
  readonly prepare?: (
    contexts: IncidentContexts,
    envelope: CommandEnvelope,
    body: BodyOf<Id>,
    find: () => Promise<Incident>,
  ) => Promise<Found>;
}

type IncidentCommand<Id extends OperationId> = HandledCommand<
  Args<Id>,
  readonly [typeof IncidentLog, typeof IncidentContexts]
> & { readonly route: CommandRoute<Args<Id>> };

/** Route of a command on an incident; without an `eventId` in its path the command makes the incident's guid. */
export const incidentRoute = <Args extends readonly [eventId: string, ...unknown[]]>(
  operationId: OperationId,
): CommandRoute<Args> => ({
  operationId,
  args: (envelope, params, body) =>
    [(params as { readonly eventId?: string }).eventId ?? envelope.newGuid(), body] as readonly unknown[] as Args,
  answer: ({ revision, number }, [eventId]) => ({ eventId, revision, number }),
});

/** Declares a command on an incident that the actor may see and that is not deleted. */
export const onIncident = <const Id extends OperationId, Found = unknown>(
  declared: IncidentRule<Id, Found, LiveIncident>,
): IncidentCommand<Id> =>
  declaration(declared, (incidents, envelope, eventId, input) =>
    incidents.change(envelope, eventId, (incident) => declared.rule(input, incident)),
  );

/** Declares a command on an incident in any state; the rule checks visibility. */
export const onAnyIncident = <const Id extends OperationId, Found = unknown>(
  declared: IncidentRule<Id, Found, Incident>,
): IncidentCommand<Id> =>
  declaration(declared, (incidents, envelope, eventId, input) =>
    incidents.changeAny(envelope, eventId, (incident) => declared.rule(input, incident)),
  );

function declaration<Id extends OperationId, Found>(
  { operationId, prepare }: Pick<IncidentRule<Id, Found, never>, 'operationId' | 'prepare'>,
  change: (
    incidents: IncidentLog,
    envelope: CommandEnvelope,
    eventId: string,
    input: RuleInput<Id, Found>,
  ) => Promise<Outcome>,
): IncidentCommand<Id> {
  const fields = fieldsOf(routeOf(operationId));
  return {
    name: operationId,
    needs: [IncidentLog, IncidentContexts],
    handle:
      (incidents, contexts) =>
      async (_, envelope, ...args) => {
        const [eventId] = args;
        const body = args[1] as BodyOf<Id>;
        const input = {
          actor: envelope.actor,
          receivedAt: envelope.receivedAt,
          ...valuesOf(fields, body as Record<string, unknown> | undefined),
          ...(await prepare?.(contexts, envelope, body, () => incidents.find(envelope.tenant, eventId))),
        };
        return change(incidents, envelope, eventId, input as RuleInput<Id, Found>);
      },
    route: incidentRoute(operationId),
  };
}

const fieldsOf = ({ body }: Route): readonly string[] => (body instanceof z.ZodObject ? Object.keys(body.shape) : []);

const valuesOf = (fields: readonly string[], body: Readonly<Record<string, unknown>> = {}) =>
  Object.fromEntries(
    fields.map((field) => [field, body[field] === undefined || body[field] === '' ? null : body[field]]),
  );
