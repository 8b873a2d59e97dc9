import { redirect, type RouteObject } from 'react-router';
import type { Declared, Forward, Screen } from '../../lib/url/screen.ts';
import type { RouteHandle } from '../Frame.tsx';
import { gateRoute } from './gates.tsx';

function forwardRoute({ path, to }: Forward): RouteObject {
  return {
    path,
    loader: ({ request, params }) => redirect(to({ params, search: new URL(request.url).searchParams })),
  };
}

/** Several URLs of one screen share its handle, so that the focus stays when moving between them. */
function screenRoutes({ path, page, inside, fillsPhone }: Screen): RouteObject[] {
  const addresses = [path].flat();
  const handle: RouteHandle = { screen: `${inside ?? ''} ${addresses[0]}`, fillsPhone };
  return addresses.map((address) =>
    address === inside ? { index: true, lazy: page, handle } : { id: address, path: address, lazy: page, handle },
  );
}

/**
 * Routes that features declare, by the ID of their parent: a layout, or another screen, whose ID is its path. Children
 * of a screen declared here are already nested in it.
 */
export function routesOf(declared: readonly Declared[]): Map<string, RouteObject[]> {
  const inside = new Map<string, RouteObject[]>();
  const screens: RouteObject[] = [];
  // Consecutive screens with the same gate share one layout route.
  let last: { parent: string; gate: Declared['gate']; siblings: RouteObject[] } | undefined;
  for (const each of declared) {
    const { inside: parent = 'pages', gate } = each;
    if (last?.parent !== parent || last.gate !== gate) {
      let siblings = inside.get(parent);
      if (!siblings) inside.set(parent, (siblings = []));
      for (const outerGate of gate ?? []) {
        const children: RouteObject[] = [];
        siblings.push({ ...gateRoute(outerGate), children } as RouteObject);
        siblings = children;
      }
      last = { parent, gate, siblings };
    }
    const routes = 'to' in each ? [forwardRoute(each)] : screenRoutes(each);
    last.siblings.push(...routes);
    screens.push(...routes);
  }
  for (const route of screens) {
    const children = route.id && inside.get(route.id);
    if (!children) continue;
    route.children = children;
    inside.delete(route.id!);
  }
  return inside;
}
