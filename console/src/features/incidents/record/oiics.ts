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

/** A list of codes with their titles, in a chunk of its own: it is fetched when somebody looks at an injury, behind what happened. */
export const oiicsQuery = (list: OiicsList) =>
  queryOptions({ queryKey: ['oiics', list], queryFn: () => rowsOf(list), staleTime: Infinity, gcTime: Infinity });

/** Titles in words: "TRAUMATIC INJURIES AND DISORDERS" is read as "Traumatic injuries and disorders", "n.e.c." as what it stands for. */
export function titleOf([, title]: OiicsRow): string {
  const words = title === title.toUpperCase() ? title.charAt(0) + title.slice(1).toLowerCase() : title;
  return words.replace(/\bn\.e\.c\./gi, 'not elsewhere classified').replace(/\s+/g, ' ');
}
