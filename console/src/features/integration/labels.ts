import {
  IconAlertTriangle,
  IconCheck,
  IconClock,
  IconClockOff,
  IconLock,
  IconPlayerPause,
  IconRefresh,
  type Icon,
} from '@tabler/icons-react';
import type { ApiKey } from '@plimsoll/contracts/integration/api-keys';
import type { Level } from '@plimsoll/contracts/integration/channel';
import { integrationTypes, topicOf } from '@plimsoll/contracts/integration/integration-event';
import type { DeliveryStatus, Webhook } from '@plimsoll/contracts/integration/webhooks';

interface BadgeLabel {
  label: string;
  icon: Icon;
  tone: 'plain' | 'good' | 'asks';
}

export const levelLabels: Readonly<Record<Level, { label: string; hint: string }>> = {
  FACTS: { label: 'Facts', hint: 'Number, form, state, dates, place, risk, and how many were hurt in which way' },
  PERSONS: { label: 'Persons', hint: 'Besides, who is concerned, by guid, and each injury without a name' },
  TEXT: { label: 'Text', hint: 'Besides, what people wrote, as they wrote it' },
};

/** Label of the level, used where it is chosen and where it is shown. */
export const INCIDENT_DETAIL_LABEL = 'What is told of an incident';
export const SEND_AGAIN = 'Send again from a position';

export const TEXT_WARNING =
  'Descriptions, comments and answers hold what people typed, names too. Whoever gets them reads them all.';

export const keyStatusBadges: Readonly<Record<ApiKey['status'], BadgeLabel>> = {
  ACTIVE: { label: 'Active', icon: IconCheck, tone: 'good' },
  EXPIRED: { label: 'Expired', icon: IconClockOff, tone: 'plain' },
  REVOKED: { label: 'Revoked', icon: IconLock, tone: 'plain' },
};

export const webhookStatusBadges: Readonly<Record<Webhook['status'], BadgeLabel>> = {
  ACTIVE: { label: 'Active', icon: IconCheck, tone: 'good' },
  PAUSED: { label: 'Paused', icon: IconPlayerPause, tone: 'plain' },
  DISABLED: { label: 'Disabled', icon: IconAlertTriangle, tone: 'asks' },
};

export const disabledReasons = {
  GONE: 'It answered that it is gone (410).',
  FAILING: 'For five days it took nothing that was sent to it.',
} as const;

export const deliveryStatusBadges: Readonly<Record<DeliveryStatus, BadgeLabel>> = {
  PENDING: { label: 'Waiting', icon: IconClock, tone: 'plain' },
  RETRYING: { label: 'Retrying', icon: IconRefresh, tone: 'asks' },
  DELIVERED: { label: 'Delivered', icon: IconCheck, tone: 'good' },
  DEAD: { label: 'Dead', icon: IconAlertTriangle, tone: 'asks' },
};

const topicLabels: Readonly<Record<string, string>> = {
  'plimsoll.incidents.v1': 'Incidents',
  'plimsoll.metrics.v1': 'Hours and load lines',
  'plimsoll.organizations.v1': 'Worksites and reporting groups',
  'plimsoll.privacy.v1': 'Erased persons',
  'plimsoll.audit.v1': 'Checkpoints of the log',
};

/** Event type in plain words: "incident approved". */
export const typeLabel = (type: string): string =>
  type
    .replace(/^plimsoll\./, '')
    .replace(/\.v\d+$/, '')
    .replaceAll(/[.-]/g, ' ');

/** All integration event types, grouped by topic. */
export const typeGroups = [...Map.groupBy(integrationTypes, (type) => topicOf(type)!)].map(([topic, types]) => ({
  title: topicLabels[topic] ?? topic,
  options: types.map((type) => ({ value: type, label: typeLabel(type), code: type })),
}));

/** Summary of a channel: "Facts, sensitive events too; 2 types". */
export function channelSummary({
  level,
  includeSensitive,
  types,
}: {
  level: Level;
  includeSensitive: boolean;
  types?: readonly string[] | null;
}): string {
  return `${levelLabels[level].label}${includeSensitive ? ', sensitive events too' : ''}${types ? `; ${types.length === 1 ? typeLabel(types[0]!) : `${types.length} types`}` : ''}`;
}
