import { json, much, none, nothing, open, orgGuid } from '../http/route-parts.ts';
import type { Route } from '../http/route.ts';
import { accessExportQuery, accessList, accessQuery } from './accesses.ts';
import { askForBundleRequest, auditBundle, auditBundleList, bundleParams, publicKeyList } from './bundles.ts';
import { changeExportQuery, changeList, changeQuery } from './changes.ts';
import { recordParams, recordQuery, replayedRecord } from './records.ts';

const auditing = { access: 'ADMIN', modules: none, flags: none, fieldClasses: {}, refusals: [], ...much } as const;
const labels = ['member-list', 'organization-settings', 'incident-list', 'task-list', 'form-list', 'api-key-list', 'webhook-list', 'staff-access-list', 'auditor-grant-list'] as const;
/** An auditor too, of the events in their scope alone. */
const audited = { ...auditing, auditors: true } as const;
const exported = { answerType: 'text/csv', otherAnswerType: 'application/x-ndjson' } as const;

/** What an organization's log says of who changed and who read what. */
export const auditRoutes = [
  { method: 'GET', path: '/orgs/{orgGuid}/audit/changes', operationId: 'listChanges', summary: 'Who changed what, the newest first', ...audited, readModels: ['change-log', ...labels], params: orgGuid, query: changeQuery, ...nothing, status: 200, answer: changeList },
  { method: 'GET', path: '/orgs/{orgGuid}/audit/changes/export', operationId: 'exportChanges', summary: 'The same as a file, the oldest first', ...audited, readModels: ['change-log', ...labels], params: orgGuid, query: changeExportQuery, ...nothing, status: 200, ...exported },
  { method: 'GET', path: '/orgs/{orgGuid}/audit/accesses', operationId: 'listAccesses', summary: 'Who read what, the newest first', ...auditing, readModels: labels, params: orgGuid, query: accessQuery, ...nothing, status: 200, answer: accessList },
  { method: 'GET', path: '/orgs/{orgGuid}/audit/accesses/export', operationId: 'exportAccesses', summary: 'The same as a file, the oldest first', ...auditing, readModels: labels, params: orgGuid, query: accessExportQuery, ...nothing, status: 200, ...exported },
  { method: 'GET', path: '/orgs/{orgGuid}/audit/records/{kind}/{guid}', operationId: 'replayRecord', summary: 'A record as the log knew it, with every event that made it so', ...audited, readModels: ['member-list', 'organization-settings', 'incident-list', 'auditor-grant-list'], refusals: ['RecordNotFound'], params: recordParams, query: recordQuery, ...nothing, status: 200, answer: replayedRecord },
  { method: 'GET', path: '/orgs/{orgGuid}/audit/bundles', operationId: 'listAuditBundles', summary: 'The bundles that were asked for within a week', ...audited, readModels: ['member-list', 'auditor-grant-list'], params: orgGuid, ...nothing, status: 200, answer: auditBundleList },
  { method: 'POST', path: '/orgs/{orgGuid}/audit/bundles', operationId: 'askForAuditBundle', wall: 'TAKING_OUT', summary: 'Take the log, or a part of it, away as evidence', ...audited, readModels: [], refusals: ['DuplicateGuid'], params: orgGuid, ...json(askForBundleRequest), status: 201, answer: auditBundle },
  { method: 'GET', path: '/orgs/{orgGuid}/audit/bundles/{bundleGuid}', operationId: 'getAuditBundle', summary: 'How far a bundle has come', ...audited, readModels: ['member-list', 'auditor-grant-list'], refusals: ['RecordNotFound'], params: bundleParams, ...nothing, status: 200, answer: auditBundle },
  { method: 'GET', path: '/orgs/{orgGuid}/audit/bundles/{bundleGuid}/download', operationId: 'downloadAuditBundle', summary: 'A bundle, as a ZIP', ...audited, readModels: [], refusals: ['RecordNotFound'], params: bundleParams, ...nothing, status: 200, answerType: 'application/zip' },
  { method: 'GET', path: '/audit/verifier', operationId: 'downloadVerifier', summary: 'A page that verifies a bundle by itself, without a network', ...open, ...nothing, status: 200, answerType: 'text/html' },
  { method: 'GET', path: '/audit/public-keys', operationId: 'listPublicKeys', summary: 'The keys that have signed for this installation', ...open, ...nothing, status: 200, answer: publicKeyList },
] as const satisfies readonly Route[];
