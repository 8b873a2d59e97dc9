/** The addresses of tables from other systems. */
export const importsPattern = {
  importEvents: '/events/import',
} as const;

export const importsPaths = {
  importEvents: () => importsPattern.importEvents,
};
