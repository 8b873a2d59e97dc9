import { z } from 'zod';

export const USERNAME_MIN = 6;
export const USERNAME_MAX = 40;

/**
 * What a person or an organization is called by in an address: letters, digits and single hyphens, which neither begin
 * nor end it.
 */
export const username = z
  .string()
  .min(USERNAME_MIN)
  .max(USERNAME_MAX)
  .regex(/^[A-Za-z0-9]+(?:-[A-Za-z0-9]+)*$/);
