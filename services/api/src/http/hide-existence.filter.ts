import { Catch, Injectable, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import { statusOf } from '@plimsoll/contracts/errors/errors';
import { validate } from 'uuid';
import type { EdgeRequest } from './edge-request.ts';
import { Refused } from './problem-of.ts';
import { ProblemFilter } from './problem.filter.ts';
import { IncidentLog } from '../incidents/incident-log.ts';
import { maySee } from '../incidents/may-see.ts';

/**
 * What one may not see answers 404 or 403 before anything is said about the request: a malformed one, which the edge
 * refuses before it knows the incident, must not tell that the incident exists.
 */
@Injectable()
@Catch(Refused)
export class UnseenFirstFilter implements ExceptionFilter<Refused> {
  readonly #problems = new ProblemFilter(() => false);

  constructor(private readonly incidents: IncidentLog) {}

  async catch(refused: Refused, host: ArgumentsHost): Promise<void> {
    const request = host.switchToHttp().getRequest<EdgeRequest>();
    const answer = await this.#answer(refused, request).catch((error: unknown) => error);
    this.#problems.catch(answer, host);
  }

  async #answer(refused: Refused, { edge, params }: EdgeRequest): Promise<Refused> {
    const { eventId } = params as { eventId?: unknown };
    if (statusOf(refused.refusal.refused) !== 400 || !edge.tenant || !edge.viewer || !validate(eventId)) return refused;
    const unseen = maySee(await this.incidents.find(edge.tenant, (eventId as string).toLowerCase()), edge.viewer);
    return unseen ? new Refused(unseen) : refused;
  }
}
