import { queryOptions } from '@tanstack/react-query';
import type { oiicsTexts } from '@plimsoll/contracts/incidents/event-texts';
import { afterPaint } from '../../../lib/forms/after-paint.ts';

export type OiicsList = keyof typeof oiicsTexts;

export const oiicsLists: readonly OiicsList[] = ['nature', 'bodyPart', 'event', 'source'];

export type OiicsRow = readonly [code: string, title: string, level: number];

const loads: Record<OiicsList, () => Promise<{ default: unknown }>> = {
  nature: () => import('@plimsoll/contracts/oiics/nature.json'),
  bodyPart: () => import('@plimsoll/contracts/oiics/body-part.json'),
  source: () => import('@plimsoll/contracts/oiics/source.json'),
  event: () => import('@plimsoll/contracts/oiics/event.json'),
};

async function rowsOf(list: OiicsList): Promise<readonly OiicsRow[]> {
  await afterPaint();
  return (await loads[list]()).default as readonly OiicsRow[];
}

/** Query for a list of codes with titles, in a chunk of its own that is loaded when injuries are shown. */
export const oiicsQuery = (list: OiicsList) =>
  queryOptions({ queryKey: ['oiics', list], queryFn: () => rowsOf(list), staleTime: Infinity, gcTime: Infinity });

/**
 * Readable title of a code: "TRAUMATIC INJURIES AND DISORDERS" becomes "Traumatic injuries and disorders", and "n.e.c."
 * is written out.
 */
export function titleOf([, title]: OiicsRow): string {
  const words = title === title.toUpperCase() ? title.charAt(0) + title.slice(1).toLowerCase() : title;
  return words.replace(/\bn\.e\.c\./gi, 'not elsewhere classified').replace(/\s+/g, ' ');
}
