import type { ProjectionRunner } from '@plimsoll/projections/runner/follow/run-projections';

/** Health of this process's read-model runner, from memory: no query is made. */
export class ProjectorHealth {
  /** @param runner undefined where another process runs the projections. */
  constructor(private readonly runner: Pick<ProjectionRunner, 'halted'> | undefined) {}

  /** Names of the read models that no longer follow the log. */
  get halted(): readonly string[] {
    return this.runner?.halted ?? [];
  }
}
