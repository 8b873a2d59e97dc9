import { IconAlertTriangle, IconCheck, IconClock, type Icon } from '@tabler/icons-react';
import type { AccessAction, ReaderKind } from '@plimsoll/contracts/audit/accesses';
import type { BundledPersonalData } from '@plimsoll/contracts/audit/bundle-events';
import type { AuditBundle } from '@plimsoll/contracts/audit/bundles';
import { streamLabels, type StreamKind } from '@plimsoll/contracts/kernel/stream-kinds';

/** Stream kinds of the installation's log; an organization's log contains none of them. */
const installationKinds: readonly StreamKind[] = [
  'user',
  'registered-organization',
  'organization-domain',
  'catalogue',
];

/** Options of the change log's filter by kind, in alphabetical order. */
export const kindOptions = (Object.entries(streamLabels) as [StreamKind, string][])
  .filter(([kind]) => !installationKinds.includes(kind))
  .map(([value, label]) => ({ value, label }))
  .sort((one, other) => (one.label < other.label ? -1 : 1));

/** Label of a stream kind. A kind that this version does not know is shown as it is in the log. */
export const kindName = (kind: string): string => (streamLabels as Readonly<Record<string, string>>)[kind] ?? kind;
export const isKind = (kind: string | undefined): kind is StreamKind =>
  kind !== undefined && Object.hasOwn(streamLabels, kind);

export const actionLabels: Readonly<Record<AccessAction, string>> = {
  VIEW: 'Looked at',
  LIST: 'Listed',
  EXPORT: 'Exported',
  DOWNLOAD: 'Downloaded',
  FEED: 'Read the feed',
  SIGN_IN: 'Signed in',
  REPLAY: 'Replayed',
};
export const actionOptions = (Object.entries(actionLabels) as [AccessAction, string][]).map(([value, label]) => ({
  value,
  label,
}));
export const readerLabels: Readonly<Record<ReaderKind, string>> = {
  USER: 'Member',
  AUDITOR: 'Auditor',
  API_KEY: 'API key',
  STAFF: 'Plimsoll’s staff',
};

export const bundleStatusBadges: Readonly<
  Record<AuditBundle['status'], { label: string; icon: Icon; tone: 'plain' | 'good' | 'asks' }>
> = {
  MAKING: { label: 'Being made', icon: IconClock, tone: 'plain' },
  READY: { label: 'Ready', icon: IconCheck, tone: 'good' },
  FAILED: { label: 'Failed', icon: IconAlertTriangle, tone: 'asks' },
};

export const personalDataLabels: Readonly<Record<BundledPersonalData, { label: string; hint: string }>> = {
  NONE: { label: 'Sealed', hint: 'Names and texts are unreadable. The chain is verified all the same.' },
  WITH_KEYS: { label: 'With keys', hint: 'Whoever has the bundle reads names, texts and files.' },
};

/** For example "Sealed, sensitive events left out". */
export const contentLabel = ({
  personalData,
  includeSensitive,
}: Pick<AuditBundle, 'personalData' | 'includeSensitive'>): string =>
  `${personalDataLabels[personalData].label}, sensitive events ${includeSensitive ? 'too' : 'left out'}`;

/** Formats a digest in groups of four digits, for reading it aloud. */
export const inGroupsOfFour = (digest: string): string => digest.match(/.{1,4}/g)!.join(' ');

/** Formats a size in kB or MB (decimal), for example "1.2 MB". */
export function formatSize(bytes: number): string {
  if (bytes < 1_000_000) return `${Math.max(1, Math.round(bytes / 1_000)).toLocaleString('en-CA')} kB`;
  return `${(bytes / 1_000_000).toLocaleString('en-CA', { maximumFractionDigits: 1 })} MB`;
}

/** Turns a field name into words: "occurrenceDate" is "Occurrence date", "worksiteGuid" is "Worksite". */
export function fieldLabel(name: string): string {
  const words = name
    .replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, ' ')
    .toLowerCase()
    .replace(/ guid$/, '');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
