import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AuditBundle } from '@plimsoll/contracts/audit/bundles';
import { verifyBundle } from '@plimsoll/launcher/audit/verify-bundle';
import {
  medianRatio,
  ownTurn,
  roundOf,
  type Measurement,
  type Round,
} from '../../../services/event-store/bench/measurement.ts';
import { RunningApi } from '../../../services/api/test/running-api.ts';
import { foundOrganizations } from '../load/bench-organizations.ts';
import { prepare } from './command-over-http.ts';
import { fillAndAmend } from '../load/fill-and-amend.ts';
import { memoryWhile } from '../load/memory-watch.ts';
import { signInAll } from '../load/report-load.ts';

export interface BundleMeasurement extends Measurement {
  /** Additional memory in MB, the maximum of all rounds. */
  readonly moreMemory: number;
}

export interface AuditBundleOptions {
  /** Superuser URL of a cluster used by this bench alone. */
  readonly adminUrl: string;
  /** Folder for the API's log and files. */
  readonly folder: string;
  readonly rounds: number;
  readonly events: number;
}

const POLL_INTERVAL_MS = 100;

/**
 * X3: time from the request for an audit bundle of a whole log, with all options, until it can be downloaded; and its
 * memory.
 */
export async function benchAuditBundle({
  adminUrl,
  folder,
  rounds: count,
  events,
}: AuditBundleOptions): Promise<BundleMeasurement> {
  const options = await prepare(adminUrl);
  const organizations = await foundOrganizations({ ...options, projector: false }, 1);
  await fillAndAmend(options, organizations[0]!, events);
  const api = await RunningApi.start(
    { ...options, projector: true, filesDir: join(folder, 'files') },
    join(folder, 'api.log'),
  );
  try {
    const [admin] = await signInAll(api.port, organizations);
    const bundles = `http://127.0.0.1:${api.port}/api/orgs/${admin!.tenant}/audit/bundles`;
    const headers = { authorization: `Bearer ${admin!.token}`, 'content-type': 'application/json' };
    const asked = async (url: string, body?: object): Promise<AuditBundle> => {
      const answer = await fetch(url, { headers, ...(body && { method: 'POST', body: JSON.stringify(body) }) });
      if (!answer.ok) throw new Error(`The bundle was answered ${answer.status}: ${await answer.text()}`);
      return (await answer.json()) as AuditBundle;
    };
    const make = async (): Promise<{ seconds: number; bundle: AuditBundle }> => {
      const begin = performance.now();
      let bundle = await asked(bundles, { personalData: 'WITH_KEYS', includeSensitive: true });
      for (; bundle.status === 'MAKING'; bundle = await asked(`${bundles}/${bundle.bundleGuid}`))
        await sleep(POLL_INTERVAL_MS);
      if (bundle.status !== 'READY') throw new Error('The bundle was not made');
      return { seconds: (performance.now() - begin) / 1_000, bundle };
    };
    const rounds: Round[] = [];
    let moreMemory = 0;
    while (rounds.length < count) {
      await ownTurn();
      const {
        result: { seconds, bundle },
        more,
      } = await memoryWhile(api, POLL_INTERVAL_MS, make);
      moreMemory = Math.max(moreMemory, more);
      rounds.push(roundOf(seconds, 1));
      if (rounds.length === 1)
        await requireIntact(
          await fetch(`${bundles}/${bundle.bundleGuid}/download`, { headers }),
          join(folder, 'bundle.zip'),
          events,
        );
    }
    return {
      id: 'X3',
      ratio: medianRatio(rounds),
      rounds,
      moreMemory,
      peer: 'nothing: the figure is in s',
      subject: `a bundle of ${events} events with keys and sensitive ones, from the question until it can be fetched from one API process with the projector, ${moreMemory.toFixed(0)} MB more of its memory at most; s`,
    };
  } finally {
    await api.kill();
  }
}

/** @throws if the download is not intact, or not the whole log. */
async function requireIntact(answer: Response, file: string, events: number): Promise<void> {
  if (!answer.ok) throw new Error(`The bundle was answered ${answer.status}: ${await answer.text()}`);
  writeFileSync(file, Buffer.from(await answer.arrayBuffer()));
  const verdict = await verifyBundle(file);
  if (!verdict.intact) throw new Error(verdict.reason);
  if (verdict.events < events) throw new Error(`The bundle has ${verdict.events} events of ${events}`);
}
