import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { positionToken } from '@plimsoll/projections/runner/follow/position-token';
import type { FastifyReply } from 'fastify';
import type { Reader } from '../audit/access-log.ts';
import type { Executed, Outcome } from '../commands/execute.ts';
import { logOf, type EdgeRequest } from './edge-request.ts';
import { envelopeOf } from './envelope-of.ts';
import { demandExecuted } from './problems/problem-of.ts';
import { readerOf } from './reader-of.ts';

const requestOf = (context: ExecutionContext) => context.switchToHttp().getRequest<EdgeRequest>();

/** Validated path parameters: `PathOf<'getIncident'>`. */
export const Params = createParamDecorator((_: unknown, context: ExecutionContext) => requestOf(context).edge.params);
/** Validated query, with defaults: `QueryOf<'listIncidents'>`. */
export const Query = createParamDecorator((_: unknown, context: ExecutionContext) => requestOf(context).edge.query);
/** Validated body: `BodyOf<'reviewIncident'>`. */
export const Body = createParamDecorator((_: unknown, context: ExecutionContext) => requestOf(context).edge.body);

/** Guid of the request's organization. */
export const CurrentTenant = createParamDecorator(
  (_: unknown, context: ExecutionContext) => requestOf(context).edge.tenant,
);
/** The bearer with their current rights in the organization (`Viewer`). */
export const CurrentViewer = createParamDecorator(
  (_: unknown, context: ExecutionContext) => requestOf(context).edge.viewer,
);
/** The token's owner (`Bearer`); they may have no organization yet. */
export const CurrentBearer = createParamDecorator(
  (_: unknown, context: ExecutionContext) => requestOf(context).edge.bearer,
);
/** When the request arrived (`Date`). */
export const ReceivedAt = createParamDecorator(
  (_: unknown, context: ExecutionContext) => requestOf(context).edge.receivedAt,
);

/** The reader for the access log (`Reader`). */
export const CurrentReader = createParamDecorator(
  (_: unknown, context: ExecutionContext): Reader => readerOf(requestOf(context)),
);

/** The As-Of header of the answer. */
export const AsOf = createParamDecorator((_: unknown, context: ExecutionContext) =>
  context.switchToHttp().getResponse<FastifyReply>().getHeader('As-Of'),
);

/**
 * The command's envelope (`CommandEnvelope`): ids from the Idempotency-Key, `at` and `onBehalfOfUserGuid` from the
 * body, the revision from If-Match.
 */
export const Envelope = createParamDecorator((_: unknown, context: ExecutionContext) => envelopeOf(requestOf(context)));

/** Looks the request's rights up again (`ConfirmRights`), for a use case that receives the body itself. */
export const Confirm = createParamDecorator((_: unknown, context: ExecutionContext) => requestOf(context).edge.confirm);

/** Takes the parts of a streamed answer within turns of the organization's (`InTurns`). */
export const PartsInTurns = createParamDecorator(
  (_: unknown, context: ExecutionContext) => requestOf(context).edge.inTurns,
);

/** Turns a command's outcome into the answer: sets the Position header, and aborts the request for a refusal. */
export type OutcomeSender = (outcome: Outcome) => Executed;

export const SendOutcome = createParamDecorator((_: unknown, context: ExecutionContext): OutcomeSender => {
  const reply = context.switchToHttp().getResponse<FastifyReply>();
  const { edge } = requestOf(context);
  return (outcome) => {
    const done = demandExecuted(outcome);
    if (done.position !== null) void reply.header('Position', positionToken(logOf(edge)!, done.position));
    return done;
  };
});
