import { subjectOf } from '@plimsoll/event-store/crypto/subjects';
import { projections } from '@plimsoll/projections/platform/projections';
import { reprojectTenant } from '@plimsoll/projections/runner/rebuild/reproject-tenant';
import type { Attached } from '../attachments/attached.ts';
import { filesShowing } from '../attachments/erase-files-of.ts';
import type { AuditBundles } from '../audit/audit-bundles.ts';
import { isExecuted, type Outcome } from '../commands/execute.ts';
import { systemEnvelope } from '../commands/own-envelope.ts';
import type { IncidentImports } from '../imports/incident-imports.ts';
import { BeginErasure } from './begin-erasure.ts';
import { CompleteErasure } from './complete-erasure.ts';
import { erasePersonAndDrafts, type Erasing } from './erase-person.ts';
import { subjectNamed, type ErasedSubject } from './erasures-of.ts';
import type { NewErasure } from './request-erasure.rule.ts';

/** Services that hold data which an erasure removes. */
export interface ErasureServices extends Erasing {
  readonly imports: IncidentImports;
  readonly bundles: AuditBundles;
  /** Connects as plimsoll_projector. */
  readonly projectorUrl: string;
}

/** Error: a running import may contain data of the erased person; retry when it has ended. */
class ImportStillRuns extends Error {
  override readonly name = 'ImportStillRuns';
}

/**
 * Runs erasures. Each step is idempotent, so that an interrupted erasure continues where it stopped. A second request
 * for a running erasure waits for it. Queued jobs hold only guids, and mails are composed when sent, so neither needs
 * cleaning.
 */
export class Erasures {
  readonly #underWay = new Map<string, Promise<Outcome>>();

  /** @param services called when an erasure begins. */
  constructor(readonly services: () => ErasureServices) {}

  /** Returns a refusal, without having changed anything, if it may not begin. @throws ImportStillRuns */
  run(tenant: string, request: NewErasure): Promise<Outcome> {
    const known = this.#underWay.get(request.erasureGuid);
    if (known) return known;
    const running = runErasure(tenant, request, this.services()).finally(() =>
      this.#underWay.delete(request.erasureGuid),
    );
    this.#underWay.set(request.erasureGuid, running);
    return running;
  }

  /** Files that show the subject, which an erasure destroys. */
  async filesOf(tenant: string, subject: ErasedSubject): Promise<Attached[]> {
    const files: Attached[] = [];
    for await (const file of filesShowing(tenant, subject, this.services())) files.push(file);
    return files;
  }

  /** Resolves when no erasure is running in this process. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#underWay.values());
  }
}

export async function runErasure(tenant: string, request: NewErasure, services: ErasureServices): Promise<Outcome> {
  const { commands, store, imports, bundles, projectorUrl } = services;
  const { erasureGuid } = request;
  const envelope = systemEnvelope({ tenant, name: `erasure ${erasureGuid}` });
  const begun = await commands.execute(new BeginErasure(envelope, request));
  if (!isExecuted(begun)) return begun;
  const subject = subjectNamed(request);
  // Same command id as BeginErasure: the log keeps its one event, and the key is destroyed.
  await erasePersonAndDrafts(services, {
    tenant,
    subject,
    commandId: envelope.commandId,
    fingerprint: envelope.fingerprint,
    metadata: envelope.metadata,
  });
  if (!(await imports.removeAll(tenant))) throw new ImportStillRuns('An import still runs');
  await reprojectTenant({ projectorUrl, log: store, projections, tenant });
  await bundles.removeOutdated(tenant);
  return commands.execute(
    new CompleteErasure(
      systemEnvelope({ tenant, name: `erasure ${erasureGuid} done` }),
      subjectOf(tenant, subject),
      erasureGuid,
    ),
  );
}
