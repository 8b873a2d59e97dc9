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

/** What an erasure reaches. */
export interface Reached extends Erasing {
  readonly imports: IncidentImports;
  readonly bundles: AuditBundles;
  /** As plimsoll_projector. */
  readonly projectorUrl: string;
}

/** Tables of incidents that are being taken over hold whoever they name until they are through. */
export class ImportStillRuns extends Error {
  override readonly name = 'ImportStillRuns';
}

/**
 * Carries an erasure out: each step can be done again, so that whoever was stopped begins anew and does what is left. Asked
 * for while it goes on here, it is waited for. What jobs hold are guids, and mails are written when they are sent: nothing of
 * them has to be swept.
 */
export class Erasures {
  readonly #underWay = new Map<string, Promise<Outcome>>();

  /** @param reached what an erasure reaches: asked for when it is needed. */
  constructor(readonly reached: () => Reached) {}

  /** The refusal where it may not begin: nothing was done then. @throws ImportStillRuns */
  carryOut(tenant: string, request: NewErasure): Promise<Outcome> {
    const known = this.#underWay.get(request.erasureGuid);
    if (known) return known;
    const going = carryErasureOut(tenant, request, this.reached()).finally(() =>
      this.#underWay.delete(request.erasureGuid),
    );
    this.#underWay.set(request.erasureGuid, going);
    return going;
  }

  /** The files that show somebody, and that go with them. */
  async filesOf(tenant: string, subject: ErasedSubject): Promise<Attached[]> {
    const files: Attached[] = [];
    for await (const file of filesShowing(tenant, subject, this.reached())) files.push(file);
    return files;
  }

  /** Ends when nothing is erased here any more. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#underWay.values());
  }
}

export async function carryErasureOut(tenant: string, request: NewErasure, reached: Reached): Promise<Outcome> {
  const { commands, store, imports, bundles, projectorUrl } = reached;
  const { erasureGuid } = request;
  const envelope = systemEnvelope({ tenant, name: `erasure ${erasureGuid}` });
  const begun = await commands.execute(new BeginErasure(envelope, request));
  if (!isExecuted(begun)) return begun;
  const subject = subjectNamed(request);
  // The same command as the one that began it: the log is not told twice, and the key goes.
  await erasePersonAndDrafts(reached, {
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
