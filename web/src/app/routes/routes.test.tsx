import type { RouteObject } from 'react-router';
import { expect, test } from 'vitest';
import listed from '../../../routes.json';
import { routes } from './all';

/** The paths of all pages below a path. Layouts without a path or a page of their own add none. */
function pathsOf(all: RouteObject[], parent = ''): string[] {
  return all.flatMap((route) => {
    const path = route.path === undefined ? parent : `${parent}/${route.path}`;
    const isPage = route.path !== undefined || route.index === true;
    return [...(isPage ? [path || '/'] : []), ...pathsOf(route.children ?? [], path)];
  });
}

test('the server knows the path of every page from routes.json', () => {
  const paths = pathsOf(routes).filter((path) => path !== '/*');
  expect(paths.length).toBeGreaterThan(50);
  expect(listed.toSorted()).toEqual([...new Set(paths)].toSorted());
});
