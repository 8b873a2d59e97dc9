import { createHash } from 'node:crypto';
import { relative } from 'node:path';

/**
 * Names for the classes of style modules that say nothing and take little: in one sheet of all styles, names that say whose
 * they are were a tenth of it. The same from one build to the next, so that what has not changed is not fetched again.
 * @param root the paths of modules count from here.
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
