import { z } from 'zod';

/**
 * A guid, normalized to lower case. Ours are UUIDv7, made by the command's client, so that offline clients can make
 * them.
 */
export const guid = z.uuid().toLowerCase();

/** The installation's own tenant, whose log has the accounts. */
export const INSTALLATION_TENANT = '00000000-0000-7000-8000-000000000001';

/** The product itself, which acts when no person does. */
export const PRODUCT_GUID = '00000000-0000-7000-8000-000000000002';
