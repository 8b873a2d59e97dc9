import type { ReactNode } from 'react';
import { isDay } from '@plimsoll/contracts/kernel/values/calendar';
import { formatDay, formatInstant } from '../../../lib/format/time.ts';
import { fieldLabel } from '../labels.ts';
import css from './Audit.module.css';

const GUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const INSTANT = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/;
/** Longer texts, such as an image encoded as text, are cut after this many characters. */
const MAX_TEXT_LENGTH = 4_000;

const isEmpty = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === '' ||
  (typeof value === 'object' && Object.keys(value).length === 0);

function textOf(text: string, zone: string): ReactNode {
  if (GUID.test(text)) return <code className={css.code}>{text}</code>;
  if (INSTANT.test(text)) return formatInstant(text, zone, { withZone: true });
  if (isDay(text)) return formatDay(text);
  return text.length > MAX_TEXT_LENGTH ? `${text.slice(0, MAX_TEXT_LENGTH)}…` : text;
}

/** Whether the value is a person: a guid with the current name. */
const isPerson = (value: object): value is { userGuid: string; name: string } =>
  Object.keys(value).sort().join() === 'name,userGuid';

function Value({ value, zone }: { value: unknown; zone: string }) {
  if (typeof value === 'string') return textOf(value, zone);
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (Array.isArray(value))
    return (
      <ul>
        {value.map((each, place) => (
          <li key={place}>
            <Value value={each} zone={zone} />
          </li>
        ))}
      </ul>
    );
  if (typeof value === 'object' && value !== null && isPerson(value))
    return (
      <>
        {value.name} <code className={css.code}>{value.userGuid}</code>
      </>
    );
  return typeof value === 'object' && value !== null ? <Facts of={value} zone={zone} /> : String(value);
}

/** Renders any record as terms and values; empty values are omitted. */
export function Facts({ of, zone }: { of: object; zone: string }) {
  const known = Object.entries(of).filter(([, value]) => !isEmpty(value));
  if (known.length === 0) return <p className={css.muted}>Nothing.</p>;
  return (
    <dl className={css.facts}>
      {known.map(([name, value]) => (
        <div key={name}>
          <dt>{fieldLabel(name)}</dt>
          <dd>
            <Value value={value} zone={zone} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
