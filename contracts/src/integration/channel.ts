import { z } from 'zod';

/** The level of detail of a channel: figures; also persons by guid; also texts. */
export const levels = ['FACTS', 'PERSONS', 'TEXT'] as const;
export type Level = (typeof levels)[number];

/** What a channel lets through. */
export const channelFields = { level: z.enum(levels), includeSensitive: z.boolean() } as const;
export interface Channel {
  readonly level: Level;
  readonly includeSensitive: boolean;
}

/** Whether a channel tells what only those may tell who see injuries. */
export const tellsInjuries = ({ level, includeSensitive }: Channel): boolean => includeSensitive || level === 'TEXT';
