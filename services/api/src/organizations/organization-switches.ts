import type { OrganizationEvent } from '@plimsoll/contracts/organizations/events';
import { customerConfigDefaults, type CustomerConfigCode, type Module } from '@plimsoll/contracts/organizations/features';
import type { StreamKind } from '@plimsoll/contracts/stream-kinds';
import type { RecordedEvent, StreamId } from '@plimsoll/event-store/event-store';

/** What an organization has switched on; null before it is founded. */
export type Switches = { readonly modules: ReadonlySet<Module>; readonly customerConfig: Readonly<Record<CustomerConfigCode, boolean>> } | null;

export const notFounded: Switches = null;

/** An organization's own stream. */
export const organizationStream = (tenant: string): StreamId<StreamKind> => ({ kind: 'organization', guid: tenant });

const changed = <Item>(set: ReadonlySet<Item>, item: Item, isIn: boolean): ReadonlySet<Item> =>
  isIn ? new Set([...set, item]) : new Set([...set].filter((other) => other !== item));

export function evolveSwitches(switches: Switches, recorded: RecordedEvent): Switches {
  const event = recorded as RecordedEvent & OrganizationEvent;
  if (event.type === 'OrganizationCreated') return { modules: new Set(event.data.modules), customerConfig: customerConfigDefaults };
  if (!switches) return switches;
  if (event.type === 'OrganizationModuleSwitched') return { ...switches, modules: changed(switches.modules, event.data.module, event.data.isEnabled) };
  if (event.type === 'CustomerConfigChanged') return { ...switches, customerConfig: { ...switches.customerConfig, [event.data.code]: event.data.isEnabled } };
  return switches;
}
