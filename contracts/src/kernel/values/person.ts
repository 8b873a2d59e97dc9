import { z } from 'zod';

/** A person as others see them; the name is 'erased' once it has been. */
export const person = z.object({ userGuid: z.string(), name: z.string() });
