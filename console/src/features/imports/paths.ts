/** Routes of the import pages. */
export const importsPattern = {
  importEvents: '/events/import',
} as const;

export const importsPaths = {
  importEvents: () => importsPattern.importEvents,
};
