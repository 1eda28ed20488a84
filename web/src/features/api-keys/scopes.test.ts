import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import contractFile from 'virtual:laurel-contract';
import { expect, test } from 'vitest';
import { EMBED, PRESETS, presetOf, RESOURCES, withScope } from './scopes';

const ROOT = join(import.meta.dirname, '../../../..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

/** The scopes of which a key needs one for a call, as the contract says. */
function scopesOf(operation: string): string[] {
  for (const contract of contractFile.contracts) {
    for (const call of Object.values(contract.paths).flatMap((item) => Object.values(item))) {
      if ('operationId' in call && call.operationId === operation) return [call['x-scope'] ?? []].flat();
    }
  }
  return [];
}

const may = (scopes: readonly string[], operation: string) =>
  scopesOf(operation).some((scope) => scopes.includes(scope));

test('a key can be let do everything that the server knows', () => {
  const [, listed = ''] =
    /var keyResources = \[\]string\{([^}]*)\}/.exec(read('internal/accounts/access/scopes.go')) ?? [];
  expect([...RESOURCES]).toEqual([...listed.matchAll(/"(\w+)"/g)].map(([, name]) => name));
  expect(new Set(PRESETS.everything).size).toBe(RESOURCES.length * 2 + 1);
});

test.each([
  [
    'read',
    ['credentialRead', 'groupList', 'designList', 'apiKeyList'],
    ['credentialCreate', 'designerInitialize'],
  ],
  [
    'issue',
    ['groupCreate', 'credentialCreate', 'credentialPublish', 'designList'],
    ['designCreate', 'apiKeyCreate'],
  ],
  [
    'design',
    ['designCreate', 'designUpdate', 'groupList', 'designerInitialize'],
    ['credentialCreate', 'credentialRead', 'apiKeyList'],
  ],
  ['everything', ['credentialCreate', 'designCreate', 'apiKeyCreate', 'webhookCreate'], []],
] as const)('the preset %s is enough for its work and for no more', (name, allowed, refused) => {
  for (const operation of [...allowed, ...refused]) expect(scopesOf(operation), operation).not.toEqual([]);
  expect(allowed.filter((operation) => !may(PRESETS[name], operation))).toEqual([]);
  expect(refused.filter((operation) => may(PRESETS[name], operation))).toEqual([]);
});

test('scopes are known as their preset in any order, and as none once one is changed', () => {
  const scopes = [...PRESETS.issue].reverse();
  expect(presetOf(scopes)).toBe('issue');
  expect(presetOf(withScope(scopes, EMBED, true))).toBeUndefined();
  expect(presetOf([])).toBeUndefined();
});

test('writing brings reading along, and without reading there is no writing', () => {
  expect(withScope([], 'groups:write', true).sort()).toEqual(['groups:read', 'groups:write']);
  expect(withScope(['team:read', 'groups:read', 'groups:write'], 'groups:read', false)).toEqual([
    'team:read',
  ]);
  expect(withScope(['groups:read', 'groups:write'], 'groups:write', false)).toEqual(['groups:read']);
  expect(withScope(['groups:read'], 'groups:read', true)).toEqual(['groups:read']);
});
