import { hash } from 'node:crypto';
import { instantText } from '@plimsoll/contracts/kernel/values/calendar';
import type { EventMetadata } from '@plimsoll/contracts/kernel/domain-event';
import { fieldTexts } from '@plimsoll/contracts/errors/field-texts';
import { REVISION_TAG } from '@plimsoll/contracts/http/revision-tag';
import type { Viewer } from '@plimsoll/projections/platform/viewer';
import { v7 as uuidv7, validate } from 'uuid';
import type { CommandEnvelope } from '../commands/command-envelope.ts';
import { commandIdOf, fingerprintOf, guidsOf } from '../commands/command-identity.ts';
import { logOf, type EdgeRequest } from './edge-request.ts';
import { throwMalformed } from './problems/problem-of.ts';
import { fieldError } from '../commands/field-error.ts';

/** Builds the command envelope of a request. Throws 400 for a malformed Idempotency-Key or If-Match. */
export function envelopeOf(request: EdgeRequest): CommandEnvelope {
  const { edge, headers } = request;
  const tenant = logOf(edge);
  if (!edge.bearer || !tenant) throw new Error(`${edge.route.operationId} has no organization, so it has no command`);
  const key = idempotencyKeyOf(headers['idempotency-key']) ?? uuidv7();
  const expectedRevision = revisionOf(headers['if-match']);
  const { userGuid } = edge.bearer;
  const requested = { tenant, userGuid, method: edge.route.method, path: edge.path, key };
  const commandId = commandIdOf(requested);
  return {
    tenant,
    commandId,
    fingerprint: fingerprintOf(
      requested.method,
      requested.path,
      edge.route.accepts === 'STREAM' ? undefined : contentOf(request.body),
      expectedRevision,
    ),
    metadata: metadataOf(request, commandId),
    actor: edge.viewer ?? noMember(userGuid),
    expectedRevision,
    receivedAt: edge.receivedAt,
    newGuid: guidsOf(commandId, key),
  };
}

/** Viewer on routes without an organization: has only the rights to their own account. */
const noMember = (userGuid: string): Viewer => ({
  userGuid,
  isAdmin: false,
  permissions: new Set(),
  userGroupNames: [],
  reportingGroupGuid: null,
});

/** Hash of binary bodies, so that the fingerprint differs between two pictures. */
const contentOf = (body: unknown): unknown => (Buffer.isBuffer(body) ? hash('sha256', body, 'hex') : body);

/** The key of a request, in lower case; undefined without one. Throws 400 for one that is no UUID. */
export function idempotencyKeyOf(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined;
  if (typeof header !== 'string' || !validate(header))
    throwMalformed([fieldError('Idempotency-Key', 'MalformedRequest', fieldTexts.guidMalformed)]);
  return header.toLowerCase();
}

function revisionOf(header: string | undefined): number | null {
  if (header === undefined) return null;
  const revision = REVISION_TAG.exec(header.trim())?.[1];
  if (revision === undefined) throwMalformed([fieldError('If-Match', 'MalformedRequest', 'Must be a revision')]);
  return Number(revision);
}

function metadataOf(request: EdgeRequest, commandId: string): EventMetadata {
  const body = (request.edge.body ?? {}) as { at?: unknown; onBehalfOfUserGuid?: unknown };
  const traceparent = request.headers['traceparent'];
  return {
    commandId,
    correlationId: request.id,
    causationId: null,
    actor: {
      userGuid: request.edge.bearer!.userGuid,
      kind: request.edge.bearer!.auditorOf === null ? 'USER' : 'AUDITOR',
    },
    onBehalfOf: typeof body.onBehalfOfUserGuid === 'string' ? body.onBehalfOfUserGuid : null,
    client: { product: 'plimsoll-web', device: deviceOf(request.headers['user-agent']) },
    at: momentOf(body.at, request.edge.receivedAt),
    traceparent:
      typeof traceparent === 'string' && /^[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/.test(traceparent)
        ? traceparent
        : null,
  };
}

function momentOf(at: unknown, receivedAt: Date): string {
  if (typeof at !== 'string') return instantText(receivedAt.getTime());
  return new Date(at).toISOString();
}

/** Device type according to the user agent. */
function deviceOf(userAgent: string | undefined): EventMetadata['client']['device'] {
  if (!userAgent) return 'UNKNOWN';
  if (/ipad|tablet|android(?!.*mobile)/i.test(userAgent)) return 'TABLET';
  if (/mobi|iphone|android/i.test(userAgent)) return 'PHONE';
  return /mozilla/i.test(userAgent) ? 'DESKTOP' : 'SERVER';
}
