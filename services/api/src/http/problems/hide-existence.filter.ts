import { Catch, Injectable, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { statusOf } from '@plimsoll/contracts/errors/errors';
import { validate } from 'uuid';
import type { Refusal } from '../../commands/decision.ts';
import { GrantedIncidents } from '../../incidents/granted-incidents.ts';
import { IncidentLog } from '../../incidents/incident-log.ts';
import { maySee } from '../../incidents/may-see.ts';
import { TaskLog } from '../../tasks/task-log.ts';
import type { EdgeRequest } from '../edge-request.ts';
import { Refused } from './problem-of.ts';
import { ProblemFilter } from './problem.filter.ts';

/**
 * Replaces a 400 by 404 or 403 when the viewer may not see the incident or task in the address. The edge refuses
 * malformed requests before it loads either, so a 400 would reveal that it exists.
 */
@Injectable()
@Catch(Refused)
export class HideExistenceFilter implements ExceptionFilter<Refused> {
  readonly #problems = new ProblemFilter(() => false);

  constructor(private readonly modules: ModuleRef) {}

  async catch(refused: Refused, host: ArgumentsHost): Promise<void> {
    const request = host.switchToHttp().getRequest<EdgeRequest>();
    const answer = await this.#answer(refused, request).catch((error: unknown) => error);
    this.#problems.catch(answer, host);
  }

  async #answer(refused: Refused, request: EdgeRequest): Promise<Refused> {
    if (statusOf(refused.refusal.refused) !== 400) return refused;
    const denial = await this.#denialOf(request);
    return denial ? new Refused(denial) : refused;
  }

  /** Refusal of what the address names; null when the viewer may see it, or nothing can be looked up. */
  async #denialOf({ edge: { tenant, viewer }, params }: EdgeRequest): Promise<Refusal | null> {
    const { eventId, taskGuid } = params as { eventId?: unknown; taskGuid?: unknown };
    if (!tenant || !viewer) return null;
    if (validate(taskGuid)) {
      const tasks = this.modules.get(TaskLog, { strict: false });
      const seen = await tasks.seen(tenant, (taskGuid as string).toLowerCase(), viewer);
      return 'refused' in seen ? seen : null;
    }
    if (!validate(eventId)) return null;
    const id = (eventId as string).toLowerCase();
    const denial = maySee(await this.modules.get(IncidentLog, { strict: false }).find(tenant, id), viewer);
    if (denial) return denial;
    const isCovered = await this.modules.get(GrantedIncidents, { strict: false }).covers(tenant, viewer, id);
    return isCovered ? null : { refused: 'EventNotFound' };
  }
}
