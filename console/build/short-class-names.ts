import { createHash } from 'node:crypto';
import { relative } from 'node:path';

/**
 * Creates short class names for style modules: descriptive names were a tenth of the style sheet. The names are stable
 * between builds, so that unchanged files stay cached.
 * @param root paths of modules are relative to it.
 */
export function shortClassNames(root: string): (name: string, file: string) => string {
  const taken = new Map<string, string>();
  return (name, file) => {
    const whose = `${relative(root, file)} ${name}`;
    const hash = createHash('sha256').update(whose).digest('base64url');
    for (let length = 4; ; length++) {
      const short = `_${hash.slice(0, length)}`;
      if ((taken.get(short) ?? whose) !== whose) continue;
      taken.set(short, whose);
      return short;
    }
  };
}
