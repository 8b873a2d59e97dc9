/** Names the pool that queries read from, as plimsoll_app, for Nest's injector. */
export const READ_POOL = Symbol('READ_POOL');
