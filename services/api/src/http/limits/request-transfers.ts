import { Inject, Injectable } from '@nestjs/common';
import type { Route } from '@plimsoll/contracts/http/route';
import type { FastifyReply } from 'fastify';
import { networkOf } from '../../identity/sign-in/network-of-address.ts';
import { SETTINGS, type Settings } from '../../platform/process/settings.ts';
import type { EdgeRequest } from '../edge-request.ts';
import { OpenTransfers, type TransferOwner } from './open-transfers.ts';

/** Answers that are sent piece by piece, or that wait for news: files, exports, bundles and the feed. */
const STREAMED: ReadonlySet<Route['answerType']> = new Set([
  'application/octet-stream',
  'application/cloudevents-batch+json',
  'text/csv',
  'application/zip',
]);

/** Those for whom the transfers of a request count; strangers do not count for an organization. */
const ownerOf = ({ edge: { bearer, key, tenant, memberships }, ip }: EdgeRequest): TransferOwner => ({
  account: bearer?.userGuid ?? key?.keyGuid,
  organization: key?.tenant ?? (tenant !== undefined && memberships.has(tenant) ? tenant : undefined),
  network: networkOf(ip),
});

/** Counts the bodies that are arriving and the downloads that are being read, each by itself. */
@Injectable()
export class RequestTransfers {
  readonly #uploads: OpenTransfers;
  readonly #downloads: OpenTransfers;

  constructor(@Inject(SETTINGS) { transferLimits }: Settings) {
    this.#uploads = new OpenTransfers(transferLimits);
    this.#downloads = new OpenTransfers(transferLimits);
  }

  /** Counts a body until it is complete or answered, or its connection closes. Throws 429 when too many arrive. */
  beginUpload(request: EdgeRequest, reply: FastifyReply): void {
    const end = this.#uploads.begin(ownerOf(request));
    if (reply.raw.destroyed) return end();
    request.raw.once('end', end);
    // A body that is not read to its end emits nothing.
    reply.raw.once('close', end);
  }

  /** Counts a streamed answer until it is sent or its connection closes. Throws 429 when too many are being read. */
  beginDownload(request: EdgeRequest, { raw }: FastifyReply): void {
    if (!STREAMED.has(request.edge.route.answerType)) return;
    const end = this.#downloads.begin(ownerOf(request));
    if (raw.destroyed) end();
    else raw.once('close', end);
  }
}
