/** Replaces stylesheets and files in component tests: every class name is its own key. */
export default new Proxy<Record<string, string>>(
  {},
  { get: (_target, key) => (typeof key === 'string' ? key : undefined) },
);
