import { z } from 'zod';

/** A guid, in lower case however it was written. Those we make are UUIDv7, made by whoever issues the command, so that an offline client can make its own. */
export const guid = z.uuid().toLowerCase();

/** The installation's own tenant, in whose log the accounts stand. */
export const INSTALLATION_TENANT = '00000000-0000-7000-8000-000000000001';

/** The product itself, which acts when no person does. */
export const PRODUCT_GUID = '00000000-0000-7000-8000-000000000002';
