/** URL patterns of call lists. */
export const routingPattern = { callLists: '/settings/organization/alarms' } as const;

export const routingPaths = { callLists: () => routingPattern.callLists };
